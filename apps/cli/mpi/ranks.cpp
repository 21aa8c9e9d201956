/// Collective calls of MPI, and one-sided ones for the counters.

#include "mpi/ranks.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

#include <mpi.h>

namespace graze::cli {
namespace {

/// Ranks that are all on one machine talk through its memory. Left to itself Open MPI loads its drivers of networks in each of them
/// nonetheless, and where ranks are not bound to cores has hwloc load libraries for graphics cards and look for disks and displays:
/// of 43 ms of processor time that starting one of eight ranks takes, 17. What the user has set stays; other kinds of MPI do not
/// know these names.
void leave_out_networks() {
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (here == nullptr || all == nullptr || std::string_view(here) != all) return;
  constexpr int keep = 0;
  ::setenv("OMPI_MCA_pml", "ob1", keep);
  ::setenv("HWLOC_COMPONENTS", "-linuxio", keep);
  ::setenv("HWLOC_PLUGINS_BLACKLIST", "hwloc_gl.so,hwloc_opencl.so,hwloc_pci.so,hwloc_xml_libxml.so", keep);
}

/// The blocking calls of MPI look for messages all the time, which takes a core from ranks that still have work.
void wait_asleep(MPI_Request request) {
  constexpr std::chrono::microseconds longest{1000};
  int is_done = 0;
  for (std::chrono::microseconds pause{8};; pause = std::min(2 * pause, longest)) {
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done != 0) return;
    std::this_thread::sleep_for(pause);
  }
}

void broadcast(void* data, std::size_t bytes, int root, MPI_Comm ranks) {
  constexpr std::size_t most = std::size_t{1} << 30;  // MPI counts in ints
  for (std::size_t sent = 0; sent < bytes; sent += most) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(static_cast<char*>(data) + sent, static_cast<int>(std::min(most, bytes - sent)), MPI_CHAR, root, ranks, &request);
    wait_asleep(request);
  }
}

std::string text_from(std::string text, int root, MPI_Comm ranks) {
  std::uint64_t bytes = text.size();
  broadcast(&bytes, sizeof bytes, root, ranks);
  text.resize(bytes);
  broadcast(text.data(), text.size(), root, ranks);
  return text;
}

}  // namespace

struct Ranks::Node {
  MPI_Comm ranks = MPI_COMM_NULL;
};

Ranks::Ranks(int* argc, char*** argv) : node_(std::make_unique<Node>()) {
  leave_out_networks();
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node_->ranks);
  MPI_Comm_size(node_->ranks, &on_node_);
  MPI_Comm_rank(node_->ranks, &index_on_node_);
}

Ranks::~Ranks() {
  wait_for_all();
  MPI_Comm_free(&node_->ranks);
  MPI_Finalize();
}

bool Ranks::all(bool is_fine) const {
  const int mine = is_fine ? 1 : 0;
  int least = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&mine, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
  wait_asleep(request);
  return least == 1;
}

int Ranks::from_first(int number) const {
  broadcast(&number, sizeof number, 0, MPI_COMM_WORLD);
  return number;
}

std::string Ranks::from_first(std::string text) const { return text_from(std::move(text), 0, MPI_COMM_WORLD); }

std::vector<std::uint64_t> Ranks::from_first(std::vector<std::uint64_t> numbers) const {
  std::uint64_t count = numbers.size();
  broadcast(&count, sizeof count, 0, MPI_COMM_WORLD);
  numbers.resize(count);
  broadcast(numbers.data(), count * sizeof(std::uint64_t), 0, MPI_COMM_WORLD);
  return numbers;
}

std::vector<std::string> Ranks::to_first(const std::string& text) const {
  const int mine = static_cast<int>(text.size());
  std::vector<int> sizes(static_cast<std::size_t>(size_)), offsets(static_cast<std::size_t>(size_));
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Igather(&mine, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  wait_asleep(request);
  int total = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    offsets[i] = total;
    total += sizes[i];
  }
  std::string joined(static_cast<std::size_t>(is_first() ? total : 0), '\0');
  MPI_Igatherv(text.data(), mine, MPI_CHAR, joined.data(), sizes.data(), offsets.data(), MPI_CHAR, 0, MPI_COMM_WORLD, &request);
  wait_asleep(request);
  std::vector<std::string> texts;
  if (!is_first()) return texts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    texts.push_back(joined.substr(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(sizes[i])));
  return texts;
}

void Ranks::wait_for_all() const {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  wait_asleep(request);
}

std::vector<std::string> Ranks::all_on_node(std::string text) const {
  std::vector<std::string> texts;
  for (int i = 0; i < on_node_; ++i)
    texts.push_back(text_from(i == index_on_node_ ? std::move(text) : std::string(), i, node_->ranks));
  return texts;
}

struct Tickets::Window {
  MPI_Win handle = MPI_WIN_NULL;
  std::uint64_t* counters = nullptr;
};

Tickets::Tickets(const Ranks& ranks) : ranks_(ranks), window_(std::make_unique<Window>()) {
  const std::size_t count = ranks.is_first() ? static_cast<std::size_t>(ranks.size()) : 0;
  MPI_Win_allocate(static_cast<MPI_Aint>(count * sizeof(std::uint64_t)), sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD,
                   static_cast<void*>(&window_->counters), &window_->handle);
  std::fill_n(window_->counters, count, 0);
  ranks.wait_for_all();
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_->handle);
}

Tickets::~Tickets() {
  MPI_Win_unlock_all(window_->handle);
  ranks_.wait_for_all();
  MPI_Win_free(&window_->handle);
}

std::uint64_t Tickets::next(std::size_t pile) {
  const std::uint64_t one = 1;
  std::uint64_t number = 0;
  MPI_Fetch_and_op(&one, &number, MPI_UINT64_T, 0, static_cast<MPI_Aint>(pile), MPI_SUM, window_->handle);
  MPI_Win_flush(0, window_->handle);
  return number;
}

std::vector<std::uint64_t> Tickets::taken() {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks_.size()));
  const std::uint64_t nothing = 0;
  MPI_Get_accumulate(&nothing, 0, MPI_UINT64_T, counts.data(), ranks_.size(), MPI_UINT64_T, 0, 0, ranks_.size(), MPI_UINT64_T,
                     MPI_NO_OP, window_->handle);
  MPI_Win_flush(0, window_->handle);
  return counts;
}

}  // namespace graze::cli
