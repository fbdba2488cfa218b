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
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class Threads {
 public:
  explicit Threads(int n_threads) {
    try {
      for (int i = 1; i < n_threads; ++i) workers_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {  // leaving here would end the process: workers are waiting
    } catch (const std::bad_alloc&) {
    }
  }
  ~Threads() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
    for (auto& worker : workers_) worker.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(workers_.size()) + 1; }

  // Runs work(0) .. work(n_chunks - 1); returns when all are done. The caller's own exception is
  // rethrown, or else the first of the others'.
  template <class Work>
  void run(Index n_chunks, Work&& work) {
    run(n_chunks, work, [] {});
  }
  // The same for long chunks: `meanwhile` is called by the waiting caller about 20 times a second.
  // If it throws, the chunks must notice by themselves (a flag of the caller's) and come to an end.
  template <class Work, class Meanwhile>
  void run(Index n_chunks, Work&& work, Meanwhile&& meanwhile) {
    if (workers_.empty() || n_chunks <= 1) {
      for (Index chunk = 0; chunk < n_chunks; ++chunk) work(chunk);
      return;
    }
    {
      const std::lock_guard lock(mutex_);
      work_ = [&work](Index chunk) { work(chunk); };
      n_chunks_ = n_chunks;
      next_.store(0);
      busy_ = static_cast<int>(workers_.size());
      ++round_;
    }
    wake_.notify_all();
    take_chunks(true);
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, std::chrono::milliseconds(50), [this] { return busy_ == 0; })) {
      lock.unlock();
      std::exception_ptr raised;
      try {
        meanwhile();
      } catch (...) {
        raised = std::current_exception();
      }
      lock.lock();
      if (raised) error_ = raised;
    }
    work_ = nullptr;
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void take_chunks(bool is_caller) {
    for (Index chunk = next_.fetch_add(1); chunk < n_chunks_; chunk = next_.fetch_add(1)) {
      try {
        work_(chunk);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_ || is_caller) error_ = std::current_exception();
        next_.store(n_chunks_);
      }
    }
  }
  void serve() {
    Index seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return closing_ || round_ != seen; });
        if (closing_) return;
        seen = round_;
      }
      take_chunks(false);
      {
        const std::lock_guard lock(mutex_);
        --busy_;
      }
      done_.notify_one();
    }
  }

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::function<void(Index)> work_;
  std::exception_ptr error_;
  std::atomic<Index> next_{0};
  Index n_chunks_ = 0;
  Index round_ = 0;
  int busy_ = 0;
  bool closing_ = false;
};

}  // namespace linguine
