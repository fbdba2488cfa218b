// Online learning in single precision, compiled once.
#include "core/learning/online/site_learner.hpp"

namespace linguine {

template OnlineResult learn_online(const SiteProblem<float>&, const SiteProblem<float>*,
                                   const Support*, const OnlineOptions&, OnlineState<float>&,
                                   Monitor&);

}  // namespace linguine
