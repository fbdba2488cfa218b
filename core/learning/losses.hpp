// Losses: how wrong a prediction is. A loss of the two-by-two table is two facts,
//
//   l(theta; x, gold) = agg_y [ s_y + rho c(gold, y) ] - s_gold
//
//             rho = 0                          rho = 1
//   max       perceptron (2.41)                hinge (2.52)             of [Eisenstein2018]
//   sum       logistic (2.60)                  softmax-margin [GimpelSmith2010]
//
// and its gradient is the same for all: what the structure answered, minus gold. Squared hinge is
// the square of the hinge. The prediction's hinge asks for the best output as it is, and pays its
// cost afterwards: nothing is lost where the answer is right [LxMLS, Alg. 3]. Squared loss stands beside the table: it compares scores with targets.
#pragma once

#include <stdexcept>
#include <string>

namespace linguine {

enum class Asks { kMax, kSum };

template <Asks kWhat, bool kWithCost, bool kSquare = false>
struct LossFacts {
  static constexpr Asks kAsks = kWhat;
  static constexpr bool kAugmented = kWithCost;
  static constexpr bool kSquared = kSquare;
  static constexpr bool kPaysAfterwards = false;
};

// The same facts where they are asked for once an example: what asks is compiled once for all losses.
struct StructuredLoss {
  Asks asks;
  bool is_augmented;
  bool is_squared;
  bool pays_afterwards;

  template <class Loss>
  static constexpr StructuredLoss of() {
    return {Loss::kAsks, Loss::kAugmented, Loss::kSquared, Loss::kPaysAfterwards};
  }
};

struct PerceptronLoss : LossFacts<Asks::kMax, false> {
  static constexpr const char* kName = "perceptron";
};
struct HingeLoss : LossFacts<Asks::kMax, true> {
  static constexpr const char* kName = "hinge";
};
struct PredictionHingeLoss : LossFacts<Asks::kMax, false> {
  static constexpr const char* kName = "prediction-hinge";
  static constexpr bool kPaysAfterwards = true;
};
struct SquaredHingeLoss : LossFacts<Asks::kMax, true, true> {
  static constexpr const char* kName = "squared-hinge";
};
struct LogisticLoss : LossFacts<Asks::kSum, false> {
  static constexpr const char* kName = "logistic";
};
struct SoftmaxMarginLoss : LossFacts<Asks::kSum, true> {
  static constexpr const char* kName = "softmax-margin";
};

template <class... Losses>
struct LossTable {
  // Calls make(Loss()) for the loss of that name and returns what it made.
  template <class Made, class Make>
  static Made make(const std::string& name, const Make& make) {
    Made made{};
    const auto take = [&]<class Loss>(Loss loss) {
      if (name != Loss::kName) return false;
      made = make(loss);
      return true;
    };
    if (!(take(Losses{}) || ...)) throw std::invalid_argument("unknown loss '" + name + "'");
    return made;
  }
};

// The one table: a new loss is a struct above and its name here.
using Losses = LossTable<PerceptronLoss, HingeLoss, PredictionHingeLoss, SquaredHingeLoss,
                         LogisticLoss, SoftmaxMarginLoss>;

}  // namespace linguine
