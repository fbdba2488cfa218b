// The native module linguine._core. Its folders are those of core/; a file binds what Python asks
// for of one structure or one kind of learner.
#include <nanobind/nanobind.h>

namespace linguine::python {

using Bind = void(nanobind::module_& m);
Bind bind_base, bind_texts, bind_readers, bind_arrow, bind_tokens, bind_brackets, bind_features,
    bind_token_features, bind_token_bags, bind_inference, bind_trees, bind_structures, bind_graphs,
    bind_online_learning, bind_batch_learning, bind_dual_learning, bind_soft_counts, bind_kernels,
    bind_sequences, bind_model, bind_arcs, bind_tree_learning, bind_parser, bind_constituents,
    bind_span_learning, bind_constituency_model, bind_sequence_model, bind_soft_structures,
    bind_averaged, bind_vectors, bind_packed_rows, bind_asked_learning, bind_label_trees;

}  // namespace linguine::python

NB_MODULE(_core, m) {
  using namespace linguine::python;
  m.doc() = "The native core of linguine: converts arrays, releases the GIL, calls core/.";
  for (Bind* const bind : {bind_base,           bind_texts,
                           bind_readers,        bind_arrow,
                           bind_tokens,         bind_brackets,
                           bind_features,       bind_token_features,
                           bind_token_bags,     bind_inference,
                           bind_trees,          bind_structures,
                           bind_graphs,         bind_online_learning,
                           bind_batch_learning, bind_dual_learning,
                           bind_soft_counts,    bind_kernels,
                           bind_sequences,      bind_model,
                           bind_arcs,           bind_tree_learning,
                           bind_parser,         bind_constituents,
                           bind_span_learning,  bind_constituency_model,
                           bind_sequence_model, bind_soft_structures,
                           bind_averaged,       bind_vectors,
                           bind_packed_rows,    bind_asked_learning,
                           bind_label_trees}) {
    bind(m);
  }
}
