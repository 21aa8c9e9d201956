#pragma once
/// An oracle that shares nothing with the library: exact linear programs over the corners of two polytopes.
/// conv(P) meets conv(Q) + tW  iff  sum l_i p_i = sum m_j q_j + tW  has a solution with l, m >= 0, sum l = sum m = 1.

#include <optional>
#include <utility>
#include <vector>

#include <gmpxx.h>

#include <oracle/rational.h>

namespace graze::oracle {

using Row = std::vector<mpq_class>;
using RationalPoints = std::vector<RationalVec3>;

template <class Range>
RationalPoints exact_points(const Range& points) {
  RationalPoints out;
  for (const Vec3& p : points) out.push_back(exact(p));
  return out;
}

/// min c.x subject to A x = b, x >= 0, by the two-phase simplex method with Bland's rule (so it cannot cycle).
class Simplex {
 public:
  Simplex(std::vector<Row> a, Row b) : variables_(a.empty() ? 0 : a[0].size()), rows_(std::move(a)) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (b[i] < 0) {
        for (auto& x : rows_[i]) x = -x;
        b[i] = -b[i];
      }
      for (std::size_t k = 0; k < rows_.size(); ++k) rows_[i].push_back(k == i ? 1 : 0);
      rows_[i].push_back(b[i]);
      basis_.push_back(variables_ + i);
    }
  }

  /// Whether any x >= 0 satisfies A x = b. Must be called first.
  bool feasible() {
    Row cost(variables_ + rows_.size(), 0);
    for (std::size_t k = variables_; k < cost.size(); ++k) cost[k] = 1;
    const auto value = minimise(cost, cost.size());
    if (!value || *value != 0) return false;
    drive_out_artificials();
    return true;
  }

  /// The minimum, nothing when unbounded below.
  std::optional<mpq_class> minimum(Row cost) {
    cost.resize(variables_ + rows_.size(), 0);
    return minimise(cost, variables_);
  }

 private:
  void pivot(std::size_t row, std::size_t column) {
    const mpq_class by = rows_[row][column];
    for (auto& x : rows_[row]) x /= by;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (k == row || rows_[k][column] == 0) continue;
      const mpq_class factor = rows_[k][column];
      for (std::size_t c = 0; c < rows_[k].size(); ++c) rows_[k][c] -= factor * rows_[row][c];
    }
    basis_[row] = column;
  }

  std::optional<mpq_class> minimise(const Row& cost, std::size_t columns) {
    while (true) {
      const auto entering = improving_column(cost, columns);
      if (!entering) break;
      const auto leaving = leaving_row(*entering);
      if (!leaving) return std::nullopt;
      pivot(*leaving, *entering);
    }
    mpq_class value = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) value += cost[basis_[i]] * rows_[i].back();
    return value;
  }

  std::optional<std::size_t> improving_column(const Row& cost, std::size_t columns) const {
    for (std::size_t c = 0; c < columns; ++c) {
      mpq_class reduced = cost[c];
      for (std::size_t i = 0; i < rows_.size(); ++i) reduced -= cost[basis_[i]] * rows_[i][c];
      if (reduced < 0) return c;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> leaving_row(std::size_t column) const {
    std::optional<std::size_t> best;
    mpq_class least;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i][column] <= 0) continue;
      const mpq_class ratio = rows_[i].back() / rows_[i][column];
      if (!best || ratio < least || (ratio == least && basis_[i] < basis_[*best])) {
        best = i;
        least = ratio;
      }
    }
    return best;
  }

  void drive_out_artificials() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (basis_[i] < variables_) continue;
      for (std::size_t c = 0; c < variables_; ++c) {
        if (rows_[i][c] != 0) {
          pivot(i, c);
          break;
        }
      }
    }
  }

  std::size_t variables_;
  std::vector<Row> rows_;
  std::vector<std::size_t> basis_;
};

/// The equations of conv(P) = conv(Q) + tW in the unknowns l, m, t and, for a finite t_max, the slack of t <= t_max.
inline Simplex meeting_program(const RationalPoints& p, const RationalPoints& q, const RationalVec3& w,
                               const std::optional<mpq_class>& t_max) {
  const std::size_t n = p.size() + q.size() + 2;
  std::vector<Row> a(6, Row(n, 0));
  Row b{0, 0, 0, 1, 1, t_max.value_or(0)};
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < p.size(); ++i) a[k][i] = p[i][k];
    for (std::size_t j = 0; j < q.size(); ++j) a[k][p.size() + j] = -q[j][k];
    a[k][n - 2] = -w[k];
  }
  for (std::size_t i = 0; i < p.size(); ++i) a[3][i] = 1;
  for (std::size_t j = 0; j < q.size(); ++j) a[4][p.size() + j] = 1;
  if (t_max) a[5][n - 2] = a[5][n - 1] = 1;
  return Simplex(std::move(a), std::move(b));
}

inline bool meet(const RationalPoints& p, const RationalPoints& q) {
  return meeting_program(p, q, {0, 0, 0}, mpq_class(0)).feasible();
}

struct RationalContact {
  mpq_class first;
  std::optional<mpq_class> last;  ///< nothing when they never part
};

/// First and last time in [0, t_max] at which conv(P) meets conv(Q) + tW.
inline std::optional<RationalContact> contact(const RationalPoints& p, const RationalPoints& q, const RationalVec3& w,
                                              const std::optional<mpq_class>& t_max) {
  Simplex program = meeting_program(p, q, w, t_max);
  if (!program.feasible()) return std::nullopt;
  Row later(p.size() + q.size() + 2, 0);
  later[p.size() + q.size()] = 1;
  Row earlier = later;
  earlier[p.size() + q.size()] = -1;
  RationalContact result;
  result.first = *program.minimum(later);
  if (const auto last = program.minimum(earlier)) result.last = -*last;
  return result;
}

}  // namespace graze::oracle
