// Monitor: how a long computation tells where it is, and learns that it should stop.
//
//   report    once per epoch or iteration, from the calling thread
//   poll      often (every few hundred examples), from the calling thread; throws to stop the work
#pragma once

#include "core/base/types.hpp"

namespace linguine {

class Monitor {
 public:
  virtual ~Monitor() = default;
  virtual void report(const char* /*phase*/, Index /*step*/, Index /*total*/, double /*value*/) {}
  virtual void poll() {}
};

}  // namespace linguine
