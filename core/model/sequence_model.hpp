// Sequence model: from rows of features to labels, marginals and their like. The one predict path
// of every tagger, however its weights were found.
//
//   weights   a CSR over rows (features, observed transitions, structure): only cells not zero
//   layout    rows with three labels or more as blocks, the rest as lone cells (Support); of
//             hundreds of labels, blocks only where one in sixteen has a weight
//   local     scores are normalised at each site given the labels before it, a MEMM:
//             local_scores.hpp
//   unseen    if given, the weights are a dictionary of tags: a token is tried with the labels that
//             its features have weights for (chain/restricted.hpp). Of order 2 and more, the rows
//             of two labels and more are a list
//   cost      O(features + tokens labels^(order + 1)); sentences on threads
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/work/watch.hpp"
#include "core/inference/chain/spans.hpp"
#include "core/inference/chain/structure.hpp"
#include "core/learning/layouts/support.hpp"
#include "core/model/local_scores.hpp"

namespace linguine {

// Rows of feature ids; `values` may be null (all ones).
struct TokenRows {
  std::span<const std::int64_t> offsets;  // [n_tokens + 1]
  std::span<const std::int32_t> ids;
  const float* values = nullptr;

  Index size() const { return std::ssize(offsets) - 1; }
};

struct SequenceInput {
  TokenRows tokens;
  const TokenRows* edges = nullptr;
  std::span<const std::int64_t> sentences;  // [n_sentences + 1] offsets into tokens
  const std::uint8_t* allowed = nullptr;    // [n_tokens][n_labels] zero is not allowed; or null

  Index n_sentences() const { return std::ssize(sentences) - 1; }
};

class SequenceModel {
 public:
  SequenceModel(ChainRules rules, Index n_features, Index n_edge_features,
                std::span<const std::int64_t> offsets, std::span<const std::int32_t> labels,
                std::span<const float> values, bool is_local,
                std::optional<double> unseen = std::nullopt)
      : rules_(std::move(rules)),
        n_features_(n_features),
        n_edge_features_(n_edge_features),
        is_local_(is_local),
        unseen_(unseen),
        support_(n_table_rows(), rules_.n_labels(), rules_.stride()) {
    check(offsets, labels, values);
    if (unseen_) support_.keep_apart(0, n_features_);
    support_.set_least_wide(rules_.stride() / 16);
    for (Index row = 0; row < n_table_rows(); ++row) {
      for (auto j = offsets[at(row)]; j < offsets[at(row + 1)]; ++j) {
        support_.see(row, labels[at(j)]);
        support_.count(row);  // features with many labels are the frequent ones
      }
    }
    support_.make_blocks(first_structural(), n_table_rows());
    support_.lay_out();
    slots_.assign(at(support_.n_slots()), 0.0F);
    for (std::size_t j = 0; j < support_.slots().size(); ++j) {
      slots_[at(support_.slots()[j])] = values[j];
    }
    codes_.reserve(at(n_table_rows()));
    for (Index row = 0; row < n_table_rows(); ++row) {
      const bool is_block = support_.is_block(row);
      const Index size = is_block ? support_.width_of(row) : support_.n_labels_of(row);
      codes_.push_back({support_.begin(row), static_cast<std::uint16_t>(size),
                        static_cast<std::uint16_t>(is_block)});
    }
    std::vector<double> structural(at((n_table_rows() - first_structural()) * rules_.stride()));
    for (std::size_t i = 0; i < structural.size(); ++i) {
      structural[i] = static_cast<double>(slots_[at(support_.begin(first_structural())) + i]);
    }
    if (n_table_rows() < n_rows()) {
      moves_.assign(rules_, structural.data(), offsets.subspan(at(n_table_rows())), labels, values);
      return;
    }
    moves_.assign(rules_, structural.data());
    if (!unseen_) moves_.make_shares();
  }

  const ChainRules& rules() const { return rules_; }
  Index n_rows() const {
    return n_features_ + n_edge_features_ * rules_.n_labels() + rules_.n_rows();
  }

  // One thread's memory.
  struct Workspace {
    std::vector<float> row;
    std::vector<double> nodes;
    std::vector<double> edges;
    std::vector<double> shares;
    std::vector<double> edge_shares;
    std::vector<double> structural;
    std::vector<Index> candidate_offsets;
    std::vector<Label> candidates;
    ChainMemory memory;
  };

  // The scores of one sentence, in `work`. Not inlined: inside of the loop over sentences it would be
  // a twentieth slower (speed of `tag`, order 1).
  [[gnu::noinline]] ChainScores scores(const SequenceInput& input, Index sentence,
                                       Workspace& work) const {
    if (unseen_) return scores_of_candidates(input, sentence, work);
    const Index first = input.sentences[at(sentence)];
    const Index T = input.sentences[at(sentence + 1)] - first;
    const Index stride = rules_.stride();
    const Label L = rules_.n_labels();
    work.row.resize(at(stride));
    work.nodes.resize(at(T * stride));
    for (Index t = 0; t < T; ++t) {
      if (t + 6 < T) prefetch_codes(input.tokens, first + t + 6);
      if (t + 3 < T) prefetch_slots(input.tokens, first + t + 3);
      std::fill(work.row.begin(), work.row.end(), 0.0F);
      for_each_entry(input.tokens, first + t, n_features_, [&](std::int32_t id, float value) {
        add_row(codes_[at(id)], value, work.row.data());
      });
      std::copy(work.row.begin(), work.row.end(), work.nodes.begin() + t * stride);
    }
    ChainScores scores{T, work.nodes.data()};
    if (input.edges != nullptr) {
      work.edges.assign(at(T * L * stride), 0.0);
      for (Index t = 1; t < T; ++t) add_edges(*input.edges, first + t, t, work);
      scores.edges = work.edges.data();
    }
    if (is_local_) LocalScores(moves_, scores, work.nodes, work.edges).normalise();
    if (input.allowed != nullptr) {
      for (Index t = 0; t < T; ++t) {
        for (Label y = 0; y < L; ++y) {
          if (input.allowed[(first + t) * L + y] == 0) {
            work.nodes[at(t * stride + y)] = kImpossible;
          }
        }
      }
    }
    return scores;
  }

  // Runs use(sentence, scores, workspace) for all sentences.
  template <class Use>
  void for_each_sentence(const SequenceInput& input, Threads& threads, Monitor& monitor,
                         const Use& use) const {
    std::vector<Index> borders{0};
    Index begun = 0;
    for (Index s = 0; s < input.n_sentences(); ++s) {
      if (input.sentences[at(s + 1)] - begun < kTokensPerChunk) continue;
      begun = input.sentences[at(s + 1)];
      borders.push_back(s + 1);
    }
    if (borders.back() != input.n_sentences()) borders.push_back(input.n_sentences());
    const Index n_chunks = std::ssize(borders) - 1;
    run_polled(threads, monitor, n_chunks, [&](Index chunk, Watch& watch) {
      thread_local Workspace work;
      for (Index s = borders[at(chunk)]; s < borders[at(chunk + 1)]; ++s) {
        watch.poll();
        use(s, scores(input, s, work), work);
      }
    });
  }

  // The best labels : [n_tokens].
  void tag(const SequenceInput& input, Threads& threads, Monitor& monitor, Label* out) const {
    const auto use = [&](Index s, const ChainScores& scores, Workspace& work) {
      Label* labels = out + input.sentences[at(s)];
      const double value = best_output(moves_, scores, work.memory, labels);
      if (value == kImpossible) complain(s);
    };
    for_each_sentence(input, threads, monitor, use);
  }

  // Marginals of every label at every token : [n_tokens][n_labels].
  void marginals(const SequenceInput& input, Threads& threads, Monitor& monitor, float* out) const {
    const Label L = rules_.n_labels();
    const Index stride = rules_.stride();
    const auto use = [&](Index s, const ChainScores& scores, Workspace& work) {
      const ChainShares shares = empty_shares(scores, work);
      if (log_partition(moves_, scores, 1.0, work.memory, &shares) == kImpossible) complain(s);
      for (Index t = 0; t < scores.n_sites; ++t) {
        for (Label y = 0; y < L; ++y) {
          out[(input.sentences[at(s)] + t) * L + y] =
              static_cast<float>(work.shares[at(t * stride + y)]);
        }
      }
    };
    for_each_sentence(input, threads, monitor, use);
  }

  // p(tokens begin .. of a sentence have these labels and the next one not `stop`); -1 is no label.
  struct Span {
    Index sentence;
    Index begin;
    std::span<const Label> labels;
    Label stop;
  };
  // Of many spans, sorted by sentence : [n_spans].
  void span_probabilities(const SequenceInput& input, std::span<const Span> spans, Monitor& monitor,
                          double* out) const {
    Workspace work;
    ChainScores scores_here;
    std::optional<ChainSpans> messages;
    Index at_hand = -1;
    for (const Span& span : spans) {
      if (span.sentence != at_hand) {
        monitor.poll();
        at_hand = span.sentence;
        scores_here = scores(input, at_hand, work);
        messages.emplace(moves_, scores_here, work.memory, empty_shares(scores_here, work));
        if (!messages->is_possible()) complain(at_hand);
      }
      *out++ = messages->probability(span.begin, span.labels, span.stop);
    }
  }

  double log_z(const ChainScores& scores, Workspace& work) const {
    return log_partition(moves_, scores, 1.0, work.memory, nullptr);
  }
  void k_best(const ChainScores& scores, Index k, Workspace& work,
              std::vector<std::vector<Label>>& outputs, std::vector<double>& values) const {
    k_best_outputs(moves_, scores, k, work.memory, outputs, values);
  }
  double structural(Index row, Label y) const { return moves_.score(row, y); }

  // Says that a sentence cannot be labelled.
  [[noreturn]] static void complain(Index sentence) {
    throw std::invalid_argument("every token needs a label that may stand there; sentence " +
                                std::to_string(sentence) +
                                " has no allowed labelling. Allow more labels, or check the rules");
  }

 private:
  static constexpr Index kTokensPerChunk = 2048;
  struct Code {
    std::int32_t begin;
    std::uint16_t count;  // slots
    std::uint16_t is_block;
  };

  static std::size_t at(Index i) { return as_size(i); }
  Index first_structural() const { return n_features_ + n_edge_features_ * rules_.n_labels(); }
  // Rows in slots: all, or all but those of two labels and more, whose list the moves have.
  Index n_table_rows() const {
    return unseen_ ? first_structural() + rules_.n_basic_rows() : n_rows();
  }

  void check(std::span<const std::int64_t> offsets, std::span<const std::int32_t> labels,
             std::span<const float> values) const {
    const auto fail = [](const std::string& what) { throw std::invalid_argument(what); };
    if (unseen_ && (is_local_ || !std::isfinite(*unseen_))) {
      fail("a tag dictionary needs a finite score of unseen labels and a model that is not local");
    }
    if (std::ssize(offsets) != n_rows() + 1 || offsets[0] != 0 ||
        offsets.back() != std::ssize(labels) || labels.size() != values.size()) {
      fail("the weights of a sequence model must have one offset per row and one label per value");
    }
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
      if (offsets[row + 1] < offsets[row] || offsets[row + 1] > offsets.back()) {
        fail("the offsets of a sequence model must not decrease; they do at row " +
             std::to_string(row));
      }
      for (auto j = offsets[row]; j < offsets[row + 1]; ++j) {
        const Label y = labels[at(j)];
        const bool ascends = j == offsets[row] || labels[at(j - 1)] < y;
        if (y < 0 || y >= rules_.n_labels() || !ascends) {
          fail("the labels of a row must ascend within 0.." +
               std::to_string(rules_.n_labels() - 1) + "; row " + std::to_string(row) + " has " +
               std::to_string(y));
        }
        if (!std::isfinite(values[at(j)])) {
          fail("weights must be finite; row " + std::to_string(row) + " has one that is not");
        }
      }
    }
  }

  // Where marginals of a sentence go; of candidates there are none of the structure.
  ChainShares empty_shares(const ChainScores& scores, Workspace& work) const {
    work.shares.assign(at(scores.n_sites * rules_.stride()), 0.0);
    work.edge_shares.assign(scores.edges == nullptr ? 0 : work.edges.size(), 0.0);
    const bool has_structural = scores.candidates == nullptr;
    if (has_structural) work.structural.assign(at(rules_.n_rows() * rules_.stride()), 0.0);
    return {work.shares.data(), scores.edges == nullptr ? nullptr : work.edge_shares.data(),
            has_structural ? work.structural.data() : nullptr};
  }

  template <class Use>
  static void for_each_entry(const TokenRows& rows, Index token, Index n_features, const Use& use) {
    for (auto j = rows.offsets[at(token)]; j < rows.offsets[at(token + 1)]; ++j) {
      const std::int32_t id = rows.ids[at(j)];
      if (id < 0 || id >= n_features) {
        throw std::invalid_argument("feature ids must be in 0.." + std::to_string(n_features - 1) +
                                    "; got " + std::to_string(id));
      }
      use(id, rows.values == nullptr ? 1.0F : rows.values[j]);
    }
  }

  // Scores of a model with a tag dictionary: a token is tried with the labels that its features
  // have weights for, with all if it has no feature. If rules or `allowed` leave no labelling, the
  // other labels take part, too, each scored `unseen`.
  ChainScores scores_of_candidates(const SequenceInput& input, Index sentence,
                                   Workspace& work) const {
    const Index first = input.sentences[at(sentence)];
    const Index T = input.sentences[at(sentence + 1)] - first;
    work.nodes.assign(at(T * rules_.stride()), kImpossible);
    work.row.assign(at(rules_.stride()), 0.0F);
    const auto fill = [&](bool is_wide) {
      work.candidate_offsets.assign(1, 0);
      work.candidates.clear();
      for (Index t = 0; t < T; ++t) {
        if (!is_wide && t + 3 < T) prefetch_slots(input.tokens, first + t + 3);
        add_candidates(input, first + t, is_wide, work.nodes.data() + t * rules_.stride(), work);
        work.candidate_offsets.push_back(std::ssize(work.candidates));
      }
    };
    fill(false);
    ChainScores scores{T, work.nodes.data()};
    if (input.edges != nullptr) {
      work.edges.assign(at(T * rules_.n_labels() * rules_.stride()), 0.0);
      for (Index t = 1; t < T; ++t) add_edges(*input.edges, first + t, t, work);
      scores.edges = work.edges.data();
    }
    if (rules_.has_mask() && !is_connected(T, work)) fill(true);
    scores.candidate_offsets = work.candidate_offsets.data();
    scores.candidates = work.candidates.data();
    return scores;
  }

  void add_candidates(const SequenceInput& input, Index token, bool is_wide, double* node,
                      Workspace& work) const {
    const Label L = rules_.n_labels();
    std::vector<Label>& found = work.candidates;
    const std::size_t begin = found.size();
    const auto allows = [&](Label y) {
      return input.allowed == nullptr || input.allowed[token * L + y] != 0;
    };
    int n_entries = 0;
    std::fill_n(node, L, kImpossible);
    for_each_entry(input.tokens, token, n_features_, [&](std::int32_t id, float value) {
      const Code code = codes_[at(id)];
      ++n_entries;
      for (int k = 0; k < code.count; ++k) {
        const Label y = support_.label_of(code.begin + k);
        if (!allows(y)) continue;
        if (node[y] == kImpossible) {
          node[y] = 0;
          found.push_back(y);
        }
        node[y] += static_cast<double>(value * slots_[at(code.begin + k)]);
      }
    });
    if (found.size() == begin || is_wide) {
      const double other = n_entries == 0 ? 0.0 : *unseen_;
      found.resize(begin);
      for (Label y = 0; y < L; ++y) {
        if (!allows(y)) continue;
        if (node[y] == kImpossible) node[y] = other;
        found.push_back(y);
      }
    } else if (n_entries > 1) {
      std::sort(found.begin() + static_cast<std::ptrdiff_t>(begin), found.end());
    }
  }

  // Whether some way leads through the candidates that no rule forbids.
  bool is_connected(Index T, const Workspace& work) const {
    const auto labels = [&](Index t) {
      const Index begin = work.candidate_offsets[at(t)];
      return std::span<const Label>(work.candidates)
          .subspan(at(begin), at(work.candidate_offsets[at(t + 1)] - begin));
    };
    std::vector<Label> reached;
    std::vector<Label> next;
    for (Index t = 0; t < T; ++t) {
      next.clear();
      for (const Label y : labels(t)) {
        const bool enters = t == 0 ? rules_.allows_start(y)
                                   : std::any_of(reached.begin(), reached.end(), [&](Label from) {
                                       return rules_.allows(from, y);
                                     });
        if (enters && (t < T - 1 || rules_.allows_end(y))) next.push_back(y);
      }
      reached.swap(next);
    }
    return T == 0 || !reached.empty();
  }

  void add_row(Code code, float value, float* out) const {
    const float* slots = slots_.data() + code.begin;
    if (code.is_block != 0) {
      for (Index c = 0; c < code.count; c += 4) {
        *block_at<4>(out + c) += value * *block_at<4>(slots + c);
      }
      return;
    }
    for (int k = 0; k < code.count; ++k) {
      out[support_.label_of(code.begin + k)] += value * slots[k];
    }
  }
  // Two steps ahead: where the weights lie, then the weights.
  void prefetch_codes(const TokenRows& rows, Index token) const {
    for (auto j = rows.offsets[at(token)]; j < rows.offsets[at(token + 1)]; ++j) {
      __builtin_prefetch(codes_.data() + rows.ids[at(j)]);
    }
  }
  void prefetch_slots(const TokenRows& rows, Index token) const {
    for (auto j = rows.offsets[at(token)]; j < rows.offsets[at(token + 1)]; ++j) {
      const auto id = as_size(rows.ids[at(j)]);
      if (id >= codes_.size()) continue;
      const float* slots = slots_.data() + codes_[id].begin;
      __builtin_prefetch(slots);
      if (codes_[id].count > 16) __builtin_prefetch(slots + 16);
    }
  }

  void add_edges(const TokenRows& rows, Index token, Index t, Workspace& work) const {
    const Label L = rules_.n_labels();
    const Index stride = rules_.stride();
    for_each_entry(rows, token, n_edge_features_, [&](std::int32_t id, float value) {
      for (Label from = 0; from < L; ++from) {
        std::fill(work.row.begin(), work.row.end(), 0.0F);
        add_row(codes_[at(n_features_ + Index{id} * L + from)], value, work.row.data());
        double* edge = work.edges.data() + (t * L + from) * stride;
        for (Label y = 0; y < L; ++y) edge[y] += static_cast<double>(work.row[at(y)]);
      }
    });
  }

  ChainRules rules_;
  Index n_features_;
  Index n_edge_features_;
  bool is_local_;
  std::optional<double> unseen_;  // the score of a label without a weight; nothing is 0 for all
  Support support_;
  std::vector<float> slots_;
  std::vector<Code> codes_;  // [n_rows]
  ChainMoves moves_;
};

}  // namespace linguine
