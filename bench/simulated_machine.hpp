// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A simulated MPI machine that writes its ranks' events directly into an archive. Kernels advance
// the ranks' clocks by these calls, in an order in which every message is sent before it is
// received; so memory is a few words per rank, whatever the length of the trace. If there are more
// ranks than files that can be open, events are kept until the end, a few bytes each. One thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <vector>

#include "lull/trace/event/event_packer.hpp"
#include "lull/trace/otf2/archive_writer.hpp"

namespace lull::bench {

// The regions of every simulated program.
enum class Function : std::uint32_t {
  Main,
  Setup,
  Solve,
  Sweep,
  ComputeBlock,
  Exchange,
  Update,
  Transpose,
  Residual,
  MpiInit,
  MpiFinalize,
  MpiSend,
  MpiRecv,
  MpiIsend,
  MpiIrecv,
  MpiWaitall,
  MpiBarrier,
  MpiAllreduce,
  MpiAlltoall,
  MpiWinCreate,
  MpiWinFree,
  MpiWinFence,
  MpiWinPost,
  MpiWinStart,
  MpiWinComplete,
  MpiWinWait,
  MpiWinLock,
  MpiWinUnlock,
  MpiPut,
  MpiGet,
  MpiAccumulate,
  OmpParallel,
  OmpLoop,
  OmpImplicitBarrier,
  Count
};

struct MachineOptions {
  std::uint32_t ranks = 8;
  std::uint32_t threads = 0;  // per rank, for parallel_region(); 0: not an OpenMP program
  double imbalance = 0.2;  // greatest fraction by which a computation exceeds its planned duration
  std::uint64_t seed = 1;
  bool grid = false;    // the ranks form a two-dimensional Cartesian topology
  bool window = false;  // a window of all ranks, from MPI_Init to MPI_Finalize
  // User functions in addition to those above, and a communicator for each row and column.
  std::uint32_t modules = 0;
};

// A grid of columns × rows ranks, as square as possible; rank = column × rows + row.
struct Grid {
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
};
[[nodiscard]] Grid grid_of(std::uint32_t ranks);

// Defines the threads of each rank after its first one, and a team of all. Their locations follow
// all ranks' locations.
void define_threads(Definitions& definitions, const MachineOptions& options);

class Machine {
 public:
  using Rank = std::uint32_t;

  // Throws Error if the archive cannot be written.
  Machine(const MachineOptions& options, const std::filesystem::path& directory);

  [[nodiscard]] Rank ranks() const { return options_.ranks; }
  [[nodiscard]] std::uint32_t modules() const { return options_.modules; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] std::uint64_t now(Rank rank) const { return ranks_[rank].now; }

  // Returns a number from 0 to `below` - 1.
  std::uint64_t random(std::uint64_t below) { return random_() % below; }

  void enter(Rank rank, Function function);
  void leave(Rank rank, Function function);
  void enter_module(Rank rank, std::uint32_t module);
  void leave_module(Rank rank, std::uint32_t module);
  // A function that only computes, for `ticks` and up to the fraction `imbalance` more.
  void compute(Rank rank, Function function, std::uint64_t ticks);

  // An eager MPI_Send; returns the arrival time of the message.
  std::uint64_t send(Rank rank, Rank to, std::uint32_t tag, std::uint64_t bytes);
  // A synchronous MPI_Send, and the MPI_Recv.
  void synchronous_message(Rank from, Rank to, std::uint32_t tag, std::uint64_t bytes);
  // MPI_Recv of a message that arrives at `arrival`.
  void receive(Rank rank, Rank from, std::uint32_t tag, std::uint64_t bytes, std::uint64_t arrival);

  // Non-blocking; returns the request's number.
  std::uint64_t post_receive(Rank rank);
  struct Posted {
    std::uint64_t request;
    std::uint64_t arrival;  // when the message reaches its receiver
  };
  Posted post_send(Rank rank, Rank to, std::uint32_t tag, std::uint64_t bytes);
  struct Completion {
    std::uint64_t request;
    bool receive;
    Rank from;
    std::uint32_t tag;
    std::uint64_t bytes;
    std::uint64_t arrival;
  };
  // MPI_Waitall; completes the requests in the given order.
  void wait_all(Rank rank, const std::vector<Completion>& completions);

  // A collective operation in which each rank waits for the last one: of all ranks, or of a row or
  // column.
  void synchronise(Function function, CollectiveOperation operation, std::uint64_t bytes);
  void synchronise_row(std::uint32_t row, Function function, CollectiveOperation operation,
                       std::uint64_t bytes);
  void synchronise_column(std::uint32_t column, Function function, CollectiveOperation operation,
                          std::uint64_t bytes);

  // All threads of the rank share `blocks` computations of `ticks` in each of the loops, and wait
  // for each other at the end of each (simulated_threads.cpp).
  void parallel_region(Rank rank, std::uint32_t loops, std::uint32_t blocks, std::uint64_t ticks);

  // One-sided, on the window (simulated_window.cpp): MPI_Win_fence, in which each waits for all.
  void fence();
  enum class Access : std::uint8_t { Put, Get, Accumulate };
  void access(Rank rank, Rank target, Access access, std::uint64_t bytes);
  // Epochs between neighbours on the ring of all ranks: each rank exposes its memory to both of its
  // neighbours (MPI_Win_post), and accesses the memory of both (MPI_Win_start).
  void open_epochs();
  // MPI_Win_complete, which waits until the targets are exposed, and MPI_Win_wait for the origins.
  void close_epochs();
  // MPI_Win_lock, exclusive: does not wait. MPI_Win_unlock waits until the lock was free.
  void lock(Rank rank, Rank target);
  void unlock(Rank rank, Rank target);
  [[nodiscard]] Rank left_of(Rank rank) const { return (rank + ranks() - 1) % ranks(); }
  [[nodiscard]] Rank right_of(Rank rank) const { return (rank + 1) % ranks(); }

  // MPI_Finalize and the end of main everywhere, then the archive's definitions.
  void finish();

 private:
  struct State {
    LocationWriter* writer = nullptr;  // null: events go into `kept`
    std::unique_ptr<EventPacker> kept;
    std::uint64_t now = 0;
    std::uint64_t next_request = 1;
    std::uint64_t exposed = 0;   // start of the exposure
    std::uint64_t accessed = 0;  // end of the access epochs of the origins
    std::uint64_t unlocked = 0;  // when the lock of its memory was last released
  };

  // Nanoseconds.
  static constexpr std::uint64_t kCall = 40;       // between two events of a call
  static constexpr std::uint64_t kLatency = 1500;  // for an empty message
  static constexpr std::uint64_t kBytesPerTick = 8;
  static std::uint64_t transfer(std::uint64_t bytes) { return kLatency + bytes / kBytesPerTick; }

  template <class Body>
  void write(Rank rank, Body body) {
    const Timestamp time{ranks_[rank].now};
    if (ranks_[rank].kept)
      ranks_[rank].kept->pack(time, body);
    else
      ranks_[rank].writer->write({time, body, nullptr});
    ++events_;
  }
  std::uint64_t jitter() { return random_() % kLatency; }
  std::uint64_t stretched(std::uint64_t ticks);
  void write_kept();
  [[nodiscard]] std::vector<Rank> threads_of(Rank rank) const;
  void barrier(const std::vector<Rank>& threads);
  void synchronise_window(Function function, CollectiveOperation operation);
  void synchronise_group(Rank rank, Function function, std::uint64_t until);
  void synchronise(CommunicatorId communicator, Function function, CollectiveOperation operation,
                   std::uint64_t bytes);

  MachineOptions options_;
  Definitions definitions_;
  std::vector<State> ranks_;  // followed by the other threads of each
  ArchiveWriter archive_;
  std::mt19937_64 random_;
  std::uint64_t events_ = 0;
};

}  // namespace lull::bench
