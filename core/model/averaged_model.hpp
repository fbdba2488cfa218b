// Averaged model: scores from the mean of the weights of a text's features, as fastText has them.
//
//   score     z = B h or h, h = 1/n sum_j theta_{f_j} over the n features of a text
//   returns   log(p(y | x) + 1e-5) of each label, as fastText reports it, whose p is
//             softmax    exp z_y / sum exp z
//             sigmoids   sigma(z_y), of a table of 512 steps from -8 to 8
//             tree       prod of sigma(+-z_v) over the nodes v on the way to y, each with its 1e-5
//   cost      one row of theta a feature, a word with its pieces being one feature whose sum is
//             kept; n_labels exponentials a text. Chunks of texts on threads
//   given     theta [n_rows][n_columns]; B [n_outputs][n_columns] or nothing
//   exact     sums in double; a text without features has h = 0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/base/work/watch.hpp"
#include "core/features/text/hashed_words.hpp"

namespace linguine {

enum class Link : std::uint8_t { kSoftmax, kSigmoids, kTree };

// Ways from the root of a binary tree to its leaves: 2 node + 1 to the right, 2 node to the left.
struct Ways {
  std::span<const std::int64_t> offsets;  // [n_labels + 1]
  std::span<const std::int32_t> steps;
};

struct AveragedWeights {
  const float* theta = nullptr;
  Index n_columns = 0;
  const float* output = nullptr;  // B
  Index n_outputs = 0;
};

// The sigmoid as it is looked up there.
class SigmoidTable {
 public:
  SigmoidTable() {
    for (int i = 0; i <= kSize; ++i) {
      const float x = static_cast<float>(i * 2 * kMost) / kSize - kMost;
      values_[i] = static_cast<float>(1.0 / (1.0 + std::exp(-x)));
    }
  }
  float operator()(float x) const {
    if (x < -kMost) return 0.0F;
    if (x > kMost) return 1.0F;
    return values_[static_cast<int>((x + kMost) * kSize / kMost / 2)];
  }

 private:
  static constexpr int kSize = 512;
  static constexpr int kMost = 8;
  float values_[kSize + 1];
};

class AveragedModel {
 public:
  AveragedModel(const HashedWords& words, const AveragedWeights& weights, Link link,
                const Ways& ways, Index n_labels)
      : words_(words), weights_(weights), link_(link), ways_(ways), n_labels_(n_labels) {
    if (words.shape().longest_piece > 0) add_up_pieces();
  }

  Index n_labels() const { return n_labels_; }
  Index n_columns() const { return weights_.n_columns; }

  // The sum of the weights of each word and its pieces : [n_words][n_columns].
  std::vector<float> word_weights() const {
    if (!word_sums_.empty()) return word_sums_;
    return {weights_.theta, weights_.theta + words_.shape().n_words * weights_.n_columns};
  }

  struct Workspace {
    HashedWords::Workspace tokens;
    std::vector<std::int32_t> rows;
    std::vector<double> sum;
    std::vector<double> z;
  };

  // The logarithms of the labels' probabilities; out [n_labels].
  void score(std::string_view text, Workspace& work, float* out) const {
    find_scores(text, work);
    switch (link_) {
      case Link::kSoftmax:
        return softmax(work.z, out);
      case Link::kSigmoids:
        for (Index y = 0; y < n_labels_; ++y) {
          out[y] = guarded(sigmoid_(static_cast<float>(work.z[as_size(y)])));
        }
        return;
      case Link::kTree:
        return walk(work.z, out);
    }
  }

  // z of a text, in work.z.
  void find_scores(std::string_view text, Workspace& work) const {
    const Index m = weights_.n_columns;
    work.rows.clear();
    work.sum.assign(as_size(m), 0.0);
    std::int64_t n = 0;
    const bool has_pieces = !word_sums_.empty();
    words_.read(
        text, work.tokens,
        [&](std::int32_t id, Span) {
          if (!has_pieces) return work.rows.push_back(id);
          n += n_parts_[as_size(id)];
          const float* const row = word_sums_.data() + id * m;
          for (Index c = 0; c < m; ++c) work.sum[as_size(c)] += double{row[c]};
        },
        [&](Span place) {
          words_.pieces(text.substr(place.begin, place.end - place.begin), work.tokens.padded,
                        [&](std::int32_t row, Span) { work.rows.push_back(row); });
        },
        [&](std::int32_t row, std::size_t, std::size_t) { work.rows.push_back(row); });
    add_rows(work.rows, work.sum);
    n += std::ssize(work.rows);
    for (double& each : work.sum) each /= static_cast<double>(std::max<std::int64_t>(n, 1));
    map_out(work);
  }

 private:
  static constexpr double kGuard = 1e-5;
  static constexpr std::size_t kAhead = 8;

  static float guarded(double p) { return static_cast<float>(std::log(p + kGuard)); }

  void add_rows(const std::vector<std::int32_t>& rows, std::vector<double>& sum) const {
    const Index m = weights_.n_columns;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i + kAhead < rows.size()) __builtin_prefetch(weights_.theta + rows[i + kAhead] * m);
      const float* const row = weights_.theta + rows[i] * m;
      for (Index c = 0; c < m; ++c) sum[as_size(c)] += cell(row + c);
    }
  }

  // A cell of a table that is where it was in its file, at any byte.
  static double cell(const float* at) {
    float value = 0;
    std::memcpy(&value, static_cast<const void*>(at), sizeof value);
    return double{value};
  }

  void map_out(Workspace& work) const {
    if (weights_.output == nullptr) {
      std::swap(work.z, work.sum);
      return;
    }
    work.z.resize(as_size(weights_.n_outputs));
    for (Index k = 0; k < weights_.n_outputs; ++k) {
      const float* const row = weights_.output + k * weights_.n_columns;
      double z = 0;
      for (Index c = 0; c < weights_.n_columns; ++c) z += cell(row + c) * work.sum[as_size(c)];
      work.z[as_size(k)] = z;
    }
  }

  void softmax(std::vector<double>& z, float* out) const {
    const double most = *std::max_element(z.begin(), z.end());
    double total = 0;
    for (double& each : z) total += each = std::exp(each - most);
    for (Index y = 0; y < n_labels_; ++y) out[y] = guarded(z[as_size(y)] / total);
  }

  void walk(const std::vector<double>& z, float* out) const {
    for (Index y = 0; y < n_labels_; ++y) {
      double sum = 0;
      for (std::int64_t i = ways_.offsets[as_size(y)]; i < ways_.offsets[as_size(y) + 1]; ++i) {
        const std::int32_t step = ways_.steps[as_size(i)];
        const double f = z[as_size(step / 2)];
        sum += std::log(1.0 / (1.0 + std::exp(step % 2 == 1 ? -f : f)) + kGuard);
      }
      out[y] = static_cast<float>(sum);
    }
  }

  // A word that is known always comes with the same pieces.
  void add_up_pieces() {
    const Index m = weights_.n_columns;
    const std::int32_t n = words_.shape().n_words;
    word_sums_.assign(as_size(n * m), 0.0F);
    n_parts_.assign(as_size(n), 1);
    std::string padded;
    std::vector<std::int32_t> rows;
    std::vector<double> sum;
    for (std::int32_t id = 0; id < n; ++id) {
      rows.assign(1, id);
      if (words_.entry(id) != HashedWords::kEnd) {
        words_.pieces(words_.entry(id), padded,
                      [&](std::int32_t row, Span) { rows.push_back(row); });
      }
      sum.assign(as_size(m), 0.0);
      add_rows(rows, sum);
      n_parts_[as_size(id)] = static_cast<std::int32_t>(rows.size());
      std::copy(sum.begin(), sum.end(), word_sums_.begin() + id * m);
    }
  }

  const HashedWords& words_;
  AveragedWeights weights_;
  Link link_;
  Ways ways_;
  Index n_labels_;
  SigmoidTable sigmoid_;
  std::vector<float> word_sums_;       // [n_words][n_columns], if words have pieces
  std::vector<std::int32_t> n_parts_;  // [n_words]
};

// out [n_texts][n_labels]
inline void score_averaged(const AveragedModel& model, std::span<const std::string_view> texts,
                           Threads& threads, Monitor& monitor, float* out) {
  constexpr Index kTexts = 64;
  run_polled(threads, monitor, (std::ssize(texts) + kTexts - 1) / kTexts, [&](Index chunk) {
    AveragedModel::Workspace work;
    const Index end = std::min(std::ssize(texts), (chunk + 1) * kTexts);
    for (Index i = chunk * kTexts; i < end; ++i) {
      model.score(texts[as_size(i)], work, out + i * model.n_labels());
    }
  });
}

}  // namespace linguine
