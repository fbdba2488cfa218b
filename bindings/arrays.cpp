#include "bindings/arrays.hpp"

namespace linguine::python {

void check_shape(std::optional<std::span<const std::int64_t>> found, std::span<const Index> wanted,
                 std::size_t real_size, const char* name) {
  if (!found || found->size() != wanted.size()) {
    throw std::invalid_argument(std::string(name) +
                                " must be a writable, aligned, C-contiguous array of " +
                                (real_size == 4 ? "float32" : "float64") + " with " +
                                std::to_string(wanted.size()) + " dimensions");
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if ((*found)[i] != wanted[i]) {
      throw std::invalid_argument(std::string(name) + " has length " + std::to_string((*found)[i]) +
                                  " in dimension " + std::to_string(i) + "; it must be " +
                                  std::to_string(wanted[i]));
    }
  }
}

nb::object copy_of_array(nb::handle array) {
  return nb::module_::import_("numpy").attr("array")(array);
}

}  // namespace linguine::python
