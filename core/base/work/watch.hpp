// Watch: long work on several threads that Ctrl-C can stop at any chunk, and within one.
//
//   contract  only the calling thread may talk to the monitor; the others learn of a stop through a
//             flag, and leave with an exception that nobody sees: the first comes out. Work that
//             fails stops all of it
#pragma once

#include <atomic>
#include <exception>
#include <stdexcept>
#include <thread>

#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

class Watch {
 public:
  explicit Watch(Monitor& monitor) : monitor_(monitor), caller_(std::this_thread::get_id()) {}

  // Throws if the work is to end.
  void poll() {
    if (stop_.load(std::memory_order_relaxed)) throw std::runtime_error("stopped");
    if (!is_callers()) return;
    try {
      monitor_.poll();
    } catch (...) {
      stop();
      throw;
    }
  }
  // For the handler of an exception: the others are to end, and the first one is kept.
  void stop() {
    if (!stop_.exchange(true)) first_ = std::current_exception();
  }
  // After all have ended.
  [[noreturn]] void rethrow() const {
    if (first_) std::rethrow_exception(first_);
    throw;
  }
  // For the calling thread; nothing for the others.
  Monitor* monitor() { return is_callers() ? &monitor_ : nullptr; }

 private:
  bool is_callers() const { return std::this_thread::get_id() == caller_; }

  Monitor& monitor_;
  std::thread::id caller_;
  std::atomic<bool> stop_{false};
  std::exception_ptr first_;
};

// Runs chunks of work that are looked after: before each, while the caller waits for the others,
// and wherever `work(chunk, watch)` polls.
void run_polled(Threads& threads, Monitor& monitor, Index n_chunks,
                FunctionView<Index, Watch&> work);
inline void run_polled(Threads& threads, Monitor& monitor, Index n_chunks,
                       FunctionView<Index> work) {
  run_polled(threads, monitor, n_chunks, [&](Index chunk, Watch&) { work(chunk); });
}

}  // namespace linguine
