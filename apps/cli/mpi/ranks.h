#pragma once
/// The few things that ranks say to each other.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace graze::cli {

/// MPI from main() to the end of it.
class Ranks {
 public:
  Ranks(int* argc, char*** argv);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  /// How many of them are on this machine, and which of those this one is.
  [[nodiscard]] int on_this_node() const { return on_node_; }
  [[nodiscard]] int index_on_node() const { return index_on_node_; }
  [[nodiscard]] bool is_first() const { return rank_ == 0; }

  // All ranks call each of these, in the same order. Who waits sleeps: where there are more ranks than cores others work meanwhile.

  [[nodiscard]] bool all(bool is_fine) const;
  /// What the first rank has.
  [[nodiscard]] int from_first(int number) const;
  [[nodiscard]] std::string from_first(std::string text) const;
  [[nodiscard]] std::vector<std::uint64_t> from_first(std::vector<std::uint64_t> numbers) const;
  /// The texts of all ranks, for the first one.
  [[nodiscard]] std::vector<std::string> to_first(const std::string& text) const;
  void wait_for_all() const;

  /// The texts of all ranks of this machine, for all of them.
  [[nodiscard]] std::vector<std::string> all_on_node(std::string text) const;

 private:
  struct Node;

  int rank_ = 0, size_ = 1, on_node_ = 1, index_on_node_ = 0;
  std::unique_ptr<Node> node_;
};

/// Counters in the memory of the first rank that every rank takes numbers from, without that rank taking part. One thread of a rank
/// at a time. Made and ended by all ranks together.
class Tickets {
 public:
  explicit Tickets(const Ranks& ranks);
  ~Tickets();
  Tickets(const Tickets&) = delete;
  Tickets& operator=(const Tickets&) = delete;

  /// 0, 1, 2, … each once, of a pile that belongs to a rank.
  [[nodiscard]] std::uint64_t next(std::size_t pile);
  /// How many tickets of each pile were taken, those that nobody had left included.
  [[nodiscard]] std::vector<std::uint64_t> taken();

 private:
  struct Window;
  const Ranks& ranks_;
  std::unique_ptr<Window> window_;
};

}  // namespace graze::cli
