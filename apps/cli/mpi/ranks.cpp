/// Collective calls of MPI, and one-sided ones for the counter.

#include "mpi/ranks.h"

#include <mpi.h>

namespace graze::cli {

Ranks::Ranks(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &on_node_);
  MPI_Comm_free(&node);
}

Ranks::~Ranks() { MPI_Finalize(); }

bool Ranks::all(bool is_fine) const {
  const int mine = is_fine ? 1 : 0;
  int least = 0;
  MPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return least == 1;
}

int Ranks::from_first(int number) const {
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return number;
}

std::string Ranks::from_first(std::string text) const {
  text.resize(static_cast<std::size_t>(from_first(static_cast<int>(text.size()))));
  MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

std::vector<std::uint64_t> Ranks::from_first(std::vector<std::uint64_t> numbers) const {
  numbers.resize(static_cast<std::size_t>(from_first(static_cast<int>(numbers.size()))));
  MPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, 0, MPI_COMM_WORLD);
  return numbers;
}

std::vector<std::string> Ranks::to_first(const std::string& text) const {
  const int mine = static_cast<int>(text.size());
  std::vector<int> sizes(static_cast<std::size_t>(size_)), offsets(static_cast<std::size_t>(size_));
  MPI_Gather(&mine, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  int total = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    offsets[i] = total;
    total += sizes[i];
  }
  std::string joined(static_cast<std::size_t>(is_first() ? total : 0), '\0');
  MPI_Gatherv(text.data(), mine, MPI_CHAR, joined.data(), sizes.data(), offsets.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  if (!is_first()) return texts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    texts.push_back(joined.substr(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(sizes[i])));
  return texts;
}

void Ranks::wait_for_all() const { MPI_Barrier(MPI_COMM_WORLD); }

struct Tickets::Window {
  MPI_Win handle = MPI_WIN_NULL;
  std::uint64_t* counter = nullptr;
};

Tickets::Tickets() : window_(std::make_unique<Window>()) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const MPI_Aint bytes = rank == 0 ? static_cast<MPI_Aint>(sizeof(std::uint64_t)) : 0;
  MPI_Win_allocate(bytes, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&window_->counter),
                   &window_->handle);
  if (rank == 0) *window_->counter = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_->handle);
}

Tickets::~Tickets() {
  MPI_Win_unlock_all(window_->handle);
  MPI_Win_free(&window_->handle);
}

std::uint64_t Tickets::next() {
  const std::uint64_t one = 1;
  std::uint64_t number = 0;
  MPI_Fetch_and_op(&one, &number, MPI_UINT64_T, 0, 0, MPI_SUM, window_->handle);
  MPI_Win_flush(0, window_->handle);
  return number;
}

}  // namespace graze::cli
