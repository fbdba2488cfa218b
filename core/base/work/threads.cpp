#include "core/base/work/threads.hpp"

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

namespace linguine {

Threads::Threads(int n_threads) {
  try {
    for (int i = 1; i < n_threads; ++i) workers_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {  // leaving here would end the process: workers are waiting
  } catch (const std::bad_alloc&) {
  }
}

Threads::~Threads() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void Threads::run(Index n_chunks, FunctionView<Index> work, FunctionView<> meanwhile) {
  if (!workers_.empty() && n_chunks > 1) {
    run_on_all(n_chunks, work, meanwhile);
    return;
  }
  for (Index chunk = 0; chunk < n_chunks; ++chunk) work(chunk);
}

void Threads::run_on_all(Index n_chunks, FunctionView<Index> work, FunctionView<> meanwhile) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
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

void Threads::take_chunks(bool is_caller) {
  for (Index chunk = next_.fetch_add(1); chunk < n_chunks_; chunk = next_.fetch_add(1)) {
    try {
      (*work_)(chunk);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_ || is_caller) error_ = std::current_exception();
      next_.store(n_chunks_);
    }
  }
}

void Threads::serve() {
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

}  // namespace linguine
