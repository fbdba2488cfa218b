// Interrupt: reports progress to a Python callable and lets Ctrl-C stop a long computation.
//
// Kernels run without the GIL and poll often; at most about 20 times a second the GIL is taken to
// look for signals. An exception in the callable, or KeyboardInterrupt, leaves the kernel as a C++
// exception.
#pragma once

#include <chrono>

#include "bindings/arrays.hpp"
#include "core/base/work/monitor.hpp"

namespace linguine::python {

class Interrupt final : public Monitor {
 public:
  explicit Interrupt(nb::object progress) : progress_(std::move(progress)) {}

  void report(const char* phase, Index step, Index total, double value) override {
    if (progress_.is_none()) return;
    const nb::gil_scoped_acquire gil;
    progress_(phase, step, total, value);
  }
  void poll() override {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

 private:
  nb::object progress_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Calls work(monitor) without the GIL.
template <class Work>
auto unlocked(nb::object progress, const Work& work) {
  Interrupt interrupt(std::move(progress));
  const nb::gil_scoped_release released;
  return work(static_cast<Monitor&>(interrupt));
}

}  // namespace linguine::python
