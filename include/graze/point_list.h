#pragma once
/// A list of points that needs the heap only when it is long: most contact sets are one point, and none of two triangles has more
/// than six.

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include <graze/vec.h>

namespace graze {

class PointList {
 public:
  using value_type = Vec3;
  using const_iterator = const Vec3*;

  PointList() { few_.fill(Vec3::Zero()); }
  PointList(std::initializer_list<Vec3> points) : PointList() {
    for (const Vec3& p : points) push_back(p);
  }

  void push_back(const Vec3& point) {
    if (many_.empty() && count_ < few_.size()) {
      few_[count_++] = point;
      return;
    }
    const Vec3 copy = point;  // it may be one of ours
    if (many_.empty()) many_.assign(few_.begin(), few_.end());
    many_.push_back(copy);
    count_ = 0;
  }
  void clear() {
    many_.clear();
    count_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return many_.empty() ? count_ : many_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] const Vec3* data() const { return many_.empty() ? few_.data() : many_.data(); }
  [[nodiscard]] const Vec3& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] const Vec3& front() const { return data()[0]; }
  [[nodiscard]] const Vec3& back() const { return data()[size() - 1]; }
  [[nodiscard]] const_iterator begin() const { return data(); }
  [[nodiscard]] const_iterator end() const { return data() + size(); }

  [[nodiscard]] friend bool operator==(const PointList& x, const PointList& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  }

 private:
  std::array<Vec3, 6> few_;  ///< all of them, unless there are `many_`
  std::size_t count_ = 0;    ///< of the few
  std::vector<Vec3> many_;
};

}  // namespace graze
