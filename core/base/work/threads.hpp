// Threads: run numbered chunks of work on a few threads, with the same result for any number of
// them.
//
//   contract  `work(chunk)` writes only what belongs to its chunk; the caller adds chunk results in
//             chunk order; chunk borders depend on the data, never on the number of threads
//   order     chunks are handed out by an atomic counter, so a slow core does not hold up the rest
//   life      a pool lives as long as one fit: nothing is left behind for a fork to inherit
//   failure   where the system has no more threads (a container's limit), those that started do the
//             work; with none, the caller does it alone
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/types.hpp"
#include "core/base/work/function_view.hpp"

namespace linguine {

class Threads {
 public:
  explicit Threads(int n_threads);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(workers_.size()) + 1; }

  // Runs work(0) .. work(n_chunks - 1); returns when all are done. The caller's own exception is
  // rethrown, or else the first of the others'. In long chunks `meanwhile` is called by the waiting
  // caller about 20 times a second. If it throws, the chunks must notice by themselves (a flag of
  // the caller's) and come to an end.
  void run(Index n_chunks, FunctionView<Index> work, FunctionView<> meanwhile = [] {});

 private:
  void run_on_all(Index n_chunks, FunctionView<Index> work, FunctionView<> meanwhile);
  void take_chunks(bool is_caller);
  void serve();

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const FunctionView<Index>* work_ = nullptr;
  std::exception_ptr error_;
  std::atomic<Index> next_{0};
  Index n_chunks_ = 0;
  Index round_ = 0;
  int busy_ = 0;
  bool closing_ = false;
};

}  // namespace linguine
