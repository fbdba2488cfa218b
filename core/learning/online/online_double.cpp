// Online learning in double precision, compiled once.
#include "core/learning/online/site_learner.hpp"

namespace linguine {

template OnlineResult learn_online(const SiteProblem<double>&, const SiteProblem<double>*,
                                   const Support*, const OnlineOptions&, OnlineState<double>&,
                                   Monitor&);

}  // namespace linguine
