// Packed rows: rows that wait on a disk. Nothing of a block is used before its checksum is right.
#include "core/features/vocabulary/packed_rows.hpp"

#include "bindings/features/feature_arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"

namespace linguine::python {

namespace {

template <class Offset>
std::vector<std::uint8_t> pack(const AnyArray& indptr, const Vector<std::int32_t>& indices,
                               const Vector<float>& values, std::span<std::uint32_t> frequencies) {
  const std::span<const Offset> offsets(data_of<Offset>(indptr), indptr.size());
  require(!offsets.empty() && offsets.front() >= 0 &&
              static_cast<std::uint64_t>(offsets.back()) <= indices.size() &&
              std::is_sorted(offsets.begin(), offsets.end()) && values.size() == indices.size(),
          "offsets must ascend within the indices, and values be as many");
  return pack_rows<Offset>(offsets, indices.data(), values.data(), frequencies);
}

// (bytes, checksum)
nb::tuple pack_block(const AnyArray& indptr, const Vector<std::int32_t>& indices,
                     const Vector<float>& values, const nb::object& frequencies) {
  const auto n_numbers = nb::cast<Index>(frequencies.attr("shape")[nb::int_(0)]);
  const std::span<std::uint32_t> counted(
      writable<std::uint32_t>(frequencies, {n_numbers}, "frequencies"), as_size(n_numbers));
  std::vector<std::uint8_t> bytes = unlocked([&] {
    if (holds<std::int32_t>(indptr)) {
      return pack<std::int32_t>(indptr, indices, values, counted);
    }
    require(holds<std::int64_t>(indptr), "indptr must be int32 or int64");
    return pack<std::int64_t>(indptr, indices, values, counted);
  });
  const std::uint64_t checksum = checksum_of(bytes);
  return nb::make_tuple(new_vector(std::move(bytes)), checksum);
}

nb::tuple unpack_blocks(const std::vector<Bytes>& blocks,
                        const std::vector<std::uint64_t>& checksums,
                        const Vector<std::uint32_t>& ids, int n_threads) {
  require(blocks.size() == checksums.size(), "each block needs a checksum");
  std::vector<std::span<const std::uint8_t>> views;
  for (const Bytes& each : blocks) views.emplace_back(each.data(), each.size());
  return new_rows(unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    return unpack_rows(views, checksums, {ids.data(), ids.size()}, threads, monitor);
  }));
}

}  // namespace

void bind_packed_rows(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<SpareMemory>(m, "SpareMemory").def(nb::init<>());
  m.def("checksum", [](const Bytes& data) { return checksum_of({data.data(), data.size()}); });
  m.def("pack_rows", &pack_block, "indptr"_a, "indices"_a, "values"_a, "frequencies"_a);
  m.def("unpack_rows", &unpack_blocks, "blocks"_a, "checksums"_a, "ids"_a, "n_threads"_a);
}

}  // namespace linguine::python
