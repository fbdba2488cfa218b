// Losses: how wrong a prediction is. A loss of the two-by-two table is two facts,
//
//   l(theta; x, gold) = agg_y [ s_y + rho c(gold, y) ] - s_gold
//
//             rho = 0                          rho = 1
//   max       perceptron (2.41)                hinge (2.52)             of [Eisenstein2018]
//   sum       logistic (2.60)                  softmax-margin [GimpelSmith2010]
//
// and its gradient is the same for all: what the structure answered, minus gold. Squared hinge is
// the square of the hinge. Squared loss stands beside the table: it compares scores with targets.
#pragma once

namespace linguine {

enum class Asks { kMax, kSum };

struct PerceptronLoss {
  static constexpr const char* kName = "perceptron";
  static constexpr Asks kAsks = Asks::kMax;
  static constexpr bool kAugmented = false;
  static constexpr bool kSquared = false;
};
struct HingeLoss {
  static constexpr const char* kName = "hinge";
  static constexpr Asks kAsks = Asks::kMax;
  static constexpr bool kAugmented = true;
  static constexpr bool kSquared = false;
};
struct SquaredHingeLoss {
  static constexpr const char* kName = "squared-hinge";
  static constexpr Asks kAsks = Asks::kMax;
  static constexpr bool kAugmented = true;
  static constexpr bool kSquared = true;
};
struct LogisticLoss {
  static constexpr const char* kName = "logistic";
  static constexpr Asks kAsks = Asks::kSum;
  static constexpr bool kAugmented = false;
  static constexpr bool kSquared = false;
};
struct SoftmaxMarginLoss {
  static constexpr const char* kName = "softmax-margin";
  static constexpr Asks kAsks = Asks::kSum;
  static constexpr bool kAugmented = true;
  static constexpr bool kSquared = false;
};

}  // namespace linguine
