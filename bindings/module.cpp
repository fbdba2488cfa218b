// The native module linguine._core. Its folders are those of core/; a file binds what Python asks
// for of one structure or one kind of learner.
#include "bindings/handles.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The native core of linguine: converts arrays, releases the GIL, calls core/.";
  linguine::python::bind_base(m);
  linguine::python::bind_texts(m);
  linguine::python::bind_readers(m);
  linguine::python::bind_arrow(m);
  linguine::python::bind_tokens(m);
  linguine::python::bind_features(m);
  linguine::python::bind_token_features(m);
  linguine::python::bind_token_bags(m);
  linguine::python::bind_inference(m);
  linguine::python::bind_trees(m);
  linguine::python::bind_structures(m);
  linguine::python::bind_online_learning(m);
  linguine::python::bind_batch_learning(m);
  linguine::python::bind_dual_learning(m);
  linguine::python::bind_kernels(m);
  linguine::python::bind_sequences(m);
  linguine::python::bind_model(m);
  linguine::python::bind_text_model(m);
  linguine::python::bind_arcs(m);
  linguine::python::bind_tree_learning(m);
  linguine::python::bind_parser(m);
  linguine::python::bind_sequence_model(m);
}
