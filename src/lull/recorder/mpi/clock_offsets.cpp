// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/clock_offsets.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/origin.hpp"
#include "lull/recorder/mpi/node_leaders.hpp"

namespace lull::recorder::mpi {
namespace {

constexpr int kRounds = 20;
constexpr int kQuestion = 1;
constexpr int kAnswer = 2;

std::optional<NodeLeaders> node_leaders;  // set in a process that leads its node
std::optional<MPI_Comm> leaders;          // while it takes part

// Spins first: an answer usually arrives soon.
class Patience {
 public:
  [[nodiscard]] bool is_over() {
    constexpr std::chrono::milliseconds kActive{1};
    constexpr std::chrono::seconds kLongest{10};
    const auto waited = std::chrono::steady_clock::now() - since_;
    if (waited > kActive) std::this_thread::sleep_for(std::chrono::microseconds(50));
    return waited > kLongest;
  }

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

// Returns whether the receive completed.
bool receive(void* number, int count, int from, int tag, MPI_Status& status, Patience& patience) {
  MPI_Request request = MPI_REQUEST_NULL;
  int done = 0;
  PMPI_Irecv(number, count, MPI_UINT64_T, from, tag, *leaders, &request);
  while (done == 0) {
    if (PMPI_Test(&request, &done, &status) != MPI_SUCCESS) return false;
    if (done == 0 && patience.is_over()) {
      PMPI_Cancel(&request);
      PMPI_Wait(&request, &status);
      PMPI_Test_cancelled(&status, &done);
      return done == 0;
    }
  }
  return true;
}

// Small enough to be sent eagerly.
void send(const std::uint64_t* number, int count, int to, int tag) {
  MPI_Request request = MPI_REQUEST_NULL;
  int done = 0;
  PMPI_Isend(number, count, MPI_UINT64_T, to, tag, *leaders, &request);
  Patience patience;
  while (done == 0 && !patience.is_over())
    if (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return;
  if (done == 0) PMPI_Request_free(&request);
}

// The first leader sends its time to each of the others, until all have asked.
void answer(int others) {
  static std::uint64_t now = 0;  // may still be sent afterwards
  Patience patience;
  MPI_Status status;
  for (int i = 0; i < others * kRounds; ++i) {
    if (!receive(nullptr, 0, MPI_ANY_SOURCE, kQuestion, status, patience)) return;
    now = ticks();
    send(&now, 1, status.MPI_SOURCE, kAnswer);
  }
}

// Returns the offset of the first leader's clock to this one, in ticks, from the fastest of some
// exchanges. None if it does not answer.
std::optional<std::int64_t> ask() {
  std::optional<std::int64_t> offset;
  std::uint64_t shortest = ~std::uint64_t{0};
  Patience patience;
  for (int round = 0; round < kRounds; ++round) {
    static std::uint64_t theirs = 0;
    MPI_Status status;
    const std::uint64_t sent = ticks();
    send(nullptr, 0, 0, kQuestion);
    if (!receive(&theirs, 1, 0, kAnswer, status, patience)) return std::nullopt;
    const std::uint64_t received = ticks();
    if (received - sent >= shortest) continue;
    shortest = received - sent;
    offset = static_cast<std::int64_t>(theirs - (sent + shortest / 2));
  }
  return offset;
}

void measure() {
  int place = 0;
  int size = 0;
  PMPI_Comm_rank(*leaders, &place);
  PMPI_Comm_size(*leaders, &size);
  std::optional<std::int64_t> offset = 0;
  if (place == 0)
    answer(size - 1);
  else
    offset = ask();
  if (!offset) return;
  const ClockReading now = read_both_clocks();
  Measurement::instance().note(
      {{"clock", {{"ticks", now.ticks}, {"nanoseconds", now.nanoseconds}, {"offset", *offset}}}});
}

std::string short_name(const std::string& text) {
  return fmt::format("{:016x}", std::hash<std::string>{}(text));
}

}  // namespace

void register_node() {
  const Measurement& measurement = Measurement::instance();
  const char* const directory = std::getenv("LULL_RECORD_DIRECTORY");
  if (directory == nullptr || is_on_one_node() || !(measurement.running() || measurement.paused()))
    return;
  const nlohmann::json job = launch_of_this_process().job;
  if (job.empty()) return;  // other jobs could not be distinguished
  namespace fs = std::filesystem;
  const fs::path own = fs::path(directory) / ".parts" / ".clocks" / short_name(job.dump());
  std::error_code failed;
  fs::create_directories(own, failed);
  NodeLeaders candidate;
  if (!failed && candidate.lead(own, short_name(boot_id() + time_namespace())))
    node_leaders = candidate;
}

void measure_clock_at_begin() {
  if (!node_leaders) return;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::vector<int> ranks = node_leaders->agree(rank);
  if (ranks.size() < 2) return;
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &group);
  MPI_Comm made = MPI_COMM_NULL;
  PMPI_Comm_create_group(MPI_COMM_WORLD, group, kQuestion, &made);
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  if (made == MPI_COMM_NULL) return;
  PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  leaders = made;
  measure();
}

// The communicator is not freed, which would be a collective call; it ends with MPI.
void measure_clock_at_end() {
  if (!leaders) return;
  measure();
  leaders.reset();
}

}  // namespace lull::recorder::mpi
