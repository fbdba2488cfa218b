// The oracle of scores: a site has a number to hit instead of a label, and one column of weights.
//
//   given     targets [n_rows], by row; a row has one target, whatever examples it is in
//   returns   the loss of score_losses.hpp and its derivatives, by the score and by the numbers
//             that the loss has of its own
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/learning/oracle.hpp"
#include "core/learning/score_losses.hpp"

namespace linguine {

template <class Loss>
class ScoreOracle final : public Oracle {
 public:
  ScoreOracle(Loss loss, std::vector<double> targets)
      : loss_(std::move(loss)), targets_(std::move(targets)) {}

  const Loss& loss() const { return loss_; }
  double target(Index row) const { return targets_[as_size(row)]; }
  Label n_columns() const override { return 1; }
  Label n_blocks() const override { return 1; }
  Label n_free() const override { return loss_.n_free(); }
  double evaluate(const Example& example, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    return block_values[0] = loss_(targets_[as_size(example.first_row)], scores, gradient);
  }
  void candidates(const Example&, std::span<const double>, Label,
                  std::vector<Candidate>&) const override {
    throw std::logic_error("scores have no candidates");
  }
  // Nothing is right or wrong by itself.
  Index n_right(const Example&, std::span<const double>) const override { return 0; }

 private:
  Loss loss_;
  std::vector<double> targets_;  // [n_rows]
};

// `number` is what the loss asks for: delta, epsilon, or how many values there are. `targets` are
// by example; one that the loss does not take is an error.
inline std::shared_ptr<const Oracle> make_score_oracle(const std::string& loss, double number,
                                                       const Examples& examples,
                                                       std::span<const double> targets,
                                                       Index n_rows) {
  return ScoreLosses::make<std::shared_ptr<const Oracle>>(
      loss, [&]<class Loss>(Loss) -> std::shared_ptr<const Oracle> {
        const Loss made(number);
        std::vector<double> by_row(as_size(n_rows), 0.0);
        for (std::size_t e = 0; e < targets.size(); ++e) {
          if (!made.takes(targets[e])) {
            throw std::invalid_argument("the loss '" + loss + "' takes no target of " +
                                        std::to_string(targets[e]));
          }
          by_row[as_size(examples.row[e])] = targets[e];
        }
        return std::make_shared<ScoreOracle<Loss>>(made, std::move(by_row));
      });
}

}  // namespace linguine
