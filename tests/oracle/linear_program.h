#pragma once
/// An oracle that shares nothing with the library: exact linear programs over the corners of two polytopes.
/// conv(P) meets conv(Q) + tW  iff  sum l_i p_i = sum m_j q_j + tW  has a solution with l, m >= 0, sum l = sum m = 1.

#include <optional>
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

/// min c.x subject to A x = b, x >= 0, by the two-phase simplex method with Bland's rule (so it cannot cycle). Rows are whole
/// numbers over one common denominator: a pivot then divides without remainder [Bareiss68], and no fraction has to be reduced.
class Simplex {
 public:
  Simplex(const std::vector<Row>& a, const Row& b) : variables_(a.empty() ? 0 : a[0].size()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      rows_.push_back(whole_numbers(a[i], b[i]));
      rows_[i].insert(rows_[i].end() - 1, a.size(), 0);
      rows_[i][variables_ + i] = 1;
      basis_.push_back(variables_ + i);
    }
  }

  /// Whether any x >= 0 satisfies A x = b. Must be called first.
  bool feasible() {
    Whole cost(variables_ + rows_.size(), 0);
    for (std::size_t k = variables_; k < cost.size(); ++k) cost[k] = 1;
    const auto value = minimise(cost, cost.size());
    if (!value || *value != 0) return false;
    drive_out_artificials();
    return true;
  }

  /// The least value of a variable times -1 or 1, nothing when unbounded below.
  std::optional<mpq_class> minimum(std::size_t variable, int factor) {
    Whole cost(variables_ + rows_.size(), 0);
    cost[variable] = factor;
    return minimise(cost, variables_);
  }

 private:
  using Whole = std::vector<mpz_class>;

  /// The equation a.x = b, with b last and not negative.
  static Whole whole_numbers(Row a, const mpq_class& b) {
    a.push_back(b);
    mpz_class scale = 1;
    for (const mpq_class& x : a) scale = lcm(scale, x.get_den());
    if (b < 0) scale = -scale;
    Whole row;
    for (const mpq_class& x : a) row.emplace_back(x.get_num() * (scale / x.get_den()));
    return row;
  }

  void pivot(std::size_t row, std::size_t column) {
    Whole& by = rows_[row];
    if (by[column] < 0) {
      for (auto& x : by) x = -x;
    }
    const mpz_class unit = by[column];
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (k != row) eliminate(rows_[k], by, column);
    }
    unit_ = unit;
    basis_[row] = column;
  }

  void eliminate(Whole& from, const Whole& by, std::size_t column) const {
    const mpz_class factor = from[column];
    mpz_class product;
    for (std::size_t c = 0; c < from.size(); ++c) {
      product = factor * by[c];
      from[c] *= by[column];
      from[c] -= product;
      mpz_divexact(from[c].get_mpz_t(), from[c].get_mpz_t(), unit_.get_mpz_t());
    }
  }

  std::optional<mpq_class> minimise(const Whole& cost, std::size_t columns) {
    while (true) {
      const auto entering = improving_column(cost, columns);
      if (!entering) break;
      const auto leaving = leaving_row(*entering);
      if (!leaving) return std::nullopt;
      pivot(*leaving, *entering);
    }
    mpq_class value(weighted(cost, rows_[0].size() - 1), unit_);
    value.canonicalize();
    return value;
  }

  /// The column's entries times the costs of their rows.
  mpz_class weighted(const Whole& cost, std::size_t column) const {
    mpz_class sum = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) sum += cost[basis_[i]] * rows_[i][column];
    return sum;
  }

  std::optional<std::size_t> improving_column(const Whole& cost, std::size_t columns) const {
    for (std::size_t c = 0; c < columns; ++c) {
      if (cost[c] * unit_ < weighted(cost, c)) return c;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> leaving_row(std::size_t column) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i][column] <= 0) continue;
      const int order = best ? cmp(rows_[i].back() * rows_[*best][column], rows_[*best].back() * rows_[i][column]) : -1;
      if (order < 0 || (order == 0 && basis_[i] < basis_[*best])) best = i;
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
  mpz_class unit_ = 1;
  std::vector<Whole> rows_;
  std::vector<std::size_t> basis_;
};

/// The equations of conv(P) = conv(Q) + tW in the unknowns l, m, t and, for a finite t_max, the slack of t <= t_max.
inline Simplex meeting_program(const RationalPoints& p, const RationalPoints& q, const RationalVec3& w,
                               const std::optional<mpq_class>& t_max) {
  const std::size_t n = p.size() + q.size() + 2;
  std::vector<Row> a(6, Row(n, 0));
  const Row b{0, 0, 0, 1, 1, t_max.value_or(0)};
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < p.size(); ++i) a[k][i] = p[i][k];
    for (std::size_t j = 0; j < q.size(); ++j) a[k][p.size() + j] = -q[j][k];
    a[k][n - 2] = -w[k];
  }
  for (std::size_t i = 0; i < p.size(); ++i) a[3][i] = 1;
  for (std::size_t j = 0; j < q.size(); ++j) a[4][p.size() + j] = 1;
  if (t_max) a[5][n - 2] = a[5][n - 1] = 1;
  return {a, b};
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
  const std::size_t time = p.size() + q.size();
  RationalContact result;
  result.first = *program.minimum(time, 1);
  if (const auto last = program.minimum(time, -1)) result.last = -*last;
  return result;
}

}  // namespace graze::oracle
