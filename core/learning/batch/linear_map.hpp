// Linear map: Phi and its transpose over tables of columns, threaded, with the same bits for any
// number of threads.
//
//   forward   S = Phi T            a gather per site
//   backward  T = Phi^T G          a gather per feature, through the transpose
//   gram      S = Phi Phi^T D      both in one sweep over the features: T is never stored
//   cost      O(non-zeros x columns) each
//   exact     forward and backward write every cell from one chain; gram adds kSlices partial
//             tables in order, whose borders depend on the matrix alone
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "core/base/matrix/sites.hpp"
#include "core/base/matrix/transpose.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

template <class Real>
class LinearMap {
 public:
  LinearMap(const Sites<Real>& sites, Index stride, Threads& threads, Monitor& monitor)
      : sites_(sites), stride_(stride), threads_(threads), monitor_(monitor) {}

  Threads& threads() { return threads_; }

  void forward(const Real* table, Real* scores) {
    monitor_.poll();
    const Index n_chunks = (sites_.n_rows() + kRowsPerChunk - 1) / kRowsPerChunk;
    threads_.run(n_chunks, [&](Index chunk) {
      const Index end = std::min(sites_.n_rows(), (chunk + 1) * kRowsPerChunk);
      for (Index i = chunk * kRowsPerChunk; i < end; ++i) {
        sites_.gather_row(i, table, stride_, stride_, scores + i * stride_);
      }
    });
  }

  void backward(const Real* parts, Real* table) {
    monitor_.poll();
    if (sites_.is_dense()) return backward_dense(parts, table);
    const std::vector<Index>& border = borders();
    threads_.run(std::ssize(border) - 1, [&](Index chunk) {
      for (Index p = border[at(chunk)]; p < border[at(chunk + 1)]; ++p) {
        transpose_->row(p).gather(parts, stride_, stride_,
                                  table + transpose_->feature(p) * stride_);
      }
    });
  }

  void gram(const Real* parts, Real* scores) {
    if (sites_.is_dense() || slice_bytes() > kMostSliceBytes) {
      table_.resize(at(sites_.n_features() * stride_));
      backward(parts, table_.data());
      forward(table_.data(), scores);
      return;
    }
    monitor_.poll();
    const std::vector<Index>& border = borders();
    slices_.resize(at(kSlices * sites_.n_rows() * stride_));
    const Index n_slices = std::min<Index>(kSlices, std::ssize(border) - 1);
    threads_.run(n_slices, [&](Index slice) {
      Real* mine = slices_.data() + slice * sites_.n_rows() * stride_;
      std::fill(mine, mine + sites_.n_rows() * stride_, Real(0));
      const Index n_chunks = std::ssize(border) - 1;
      const Index first = border[at(n_chunks * slice / n_slices)];
      const Index last = border[at(n_chunks * (slice + 1) / n_slices)];
      transpose_->add_gram(first, last, parts, stride_, mine);
    });
    add_slices(n_slices, scores);
  }

 private:
  static constexpr Index kRowsPerChunk = 256;
  static constexpr Index kChunks = 64;
  static constexpr Index kSlices = 8;
  static constexpr Index kMostSliceBytes = Index{32} << 20;

  static std::size_t at(Index i) { return as_size(i); }
  Index slice_bytes() const { return sites_.n_rows() * stride_ * static_cast<Index>(sizeof(Real)); }

  const std::vector<Index>& borders() {
    if (!transpose_) {
      transpose_ = std::make_unique<Transpose<Real>>(sites_, threads_);
      borders_ = transpose_->balanced_borders(kChunks);
    }
    return borders_;
  }

  // A dense row-major matrix needs no transpose: every chunk owns a range of features.
  void backward_dense(const Real* parts, Real* table) {
    const Index d = sites_.n_features();
    const Index width = std::max<Index>(1, (d + kChunks - 1) / kChunks);
    threads_.run((d + width - 1) / width, [&](Index chunk) {
      const Index begin = chunk * width;
      const Index end = std::min(d, begin + width);
      Real* mine = table + begin * stride_;
      std::fill(mine, table + end * stride_, Real(0));
      for (Index i = 0; i < sites_.n_rows(); ++i) {
        sites_.with_row(i, [&](const auto& row) {
          const RowView<Real, Dense, true> part{nullptr, row.values + begin, end - begin};
          part.scatter(parts + i * stride_, stride_, stride_, mine);
        });
      }
    });
  }

  void add_slices(Index n_slices, Real* scores) {
    const Index size = sites_.n_rows() * stride_;
    constexpr Index kCells = 16384;
    threads_.run((size + kCells - 1) / kCells, [&](Index chunk) {
      const Index end = std::min(size, (chunk + 1) * kCells);
      for (Index i = chunk * kCells; i < end; ++i) {
        Real sum = slices_[at(i)];
        for (Index s = 1; s < n_slices; ++s) sum += slices_[at(s * size + i)];
        scores[i] = sum;
      }
    });
  }

  const Sites<Real>& sites_;
  Index stride_;
  Threads& threads_;
  Monitor& monitor_;
  std::unique_ptr<Transpose<Real>> transpose_;
  std::vector<Index> borders_;
  std::vector<Real> slices_;
  std::vector<Real> table_;
};

}  // namespace linguine
