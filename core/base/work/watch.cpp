#include "core/base/work/watch.hpp"

namespace linguine {

void run_polled(Threads& threads, Monitor& monitor, Index n_chunks,
                FunctionView<Index, Watch&> work) {
  Watch watch(monitor);
  const auto run_chunk = [&](Index chunk) {
    watch.poll();
    try {
      work(chunk, watch);
    } catch (...) {
      watch.stop();
      throw;
    }
  };
  try {
    threads.run(n_chunks, run_chunk, [&] { watch.poll(); });
  } catch (...) {
    watch.rethrow();
  }
}

}  // namespace linguine
