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
  /// How many of them are on this machine.
  [[nodiscard]] int on_this_node() const { return on_node_; }
  [[nodiscard]] bool is_first() const { return rank_ == 0; }

  // All ranks call each of these, in the same order.

  [[nodiscard]] bool all(bool is_fine) const;
  /// What the first rank has.
  [[nodiscard]] int from_first(int number) const;
  [[nodiscard]] std::string from_first(std::string text) const;
  [[nodiscard]] std::vector<std::uint64_t> from_first(std::vector<std::uint64_t> numbers) const;
  /// The texts of all ranks, for the first one.
  [[nodiscard]] std::vector<std::string> to_first(const std::string& text) const;
  void wait_for_all() const;

 private:
  int rank_ = 0, size_ = 1, on_node_ = 1;
};

/// A counter in the memory of the first rank that every rank takes numbers from, without that rank taking part. One thread of a
/// rank at a time. Made and ended by all ranks together.
class Tickets {
 public:
  Tickets();
  ~Tickets();
  Tickets(const Tickets&) = delete;
  Tickets& operator=(const Tickets&) = delete;

  /// 0, 1, 2, … each once.
  [[nodiscard]] std::uint64_t next();

 private:
  struct Window;
  std::unique_ptr<Window> window_;
};

}  // namespace graze::cli
