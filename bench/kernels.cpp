// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.hpp"

#include <array>
#include <optional>

namespace lull::bench {
namespace {

using Rank = Machine::Rank;
constexpr std::uint64_t kBlock = 20'000;  // ticks of one block's computation

struct Direction {
  int x;
  int y;
};

std::optional<Rank> neighbour(Rank rank, const Grid& grid, Direction direction) {
  const int x = static_cast<int>(rank / grid.rows) + direction.x;
  const int y = static_cast<int>(rank % grid.rows) + direction.y;
  if (x < 0 || y < 0 || x >= static_cast<int>(grid.columns) || y >= static_cast<int>(grid.rows))
    return std::nullopt;
  return static_cast<Rank>(x) * grid.rows + static_cast<Rank>(y);
}

// Returns the ranks in an order in which each follows its upstream neighbours.
std::vector<Rank> sweep_order(const Grid& grid, Direction direction) {
  std::vector<Rank> order;
  for (std::uint32_t i = 0; i < grid.columns; ++i)
    for (std::uint32_t j = 0; j < grid.rows; ++j) {
      const std::uint32_t x = direction.x > 0 ? i : grid.columns - 1 - i;
      const std::uint32_t y = direction.y > 0 ? j : grid.rows - 1 - j;
      order.push_back(x * grid.rows + y);
    }
  return order;
}

// A pipelined sweep from one corner to the opposite one, block by block, as in SWEEP3D.
void sweep(Machine& machine, const Grid& grid, Direction direction) {
  constexpr std::uint32_t kBlocks = 10;
  constexpr std::uint64_t kBytes = 4800;
  std::vector<std::uint64_t> from_x(machine.ranks());  // arrival of the message travelling in x
  std::vector<std::uint64_t> from_y(machine.ranks());
  const std::vector<Rank> order = sweep_order(grid, direction);
  for (const Rank rank : order) machine.enter(rank, Function::Sweep);
  for (std::uint32_t block = 0; block < kBlocks; ++block)
    for (const Rank rank : order) {
      const Direction x{direction.x, 0};
      const Direction y{0, direction.y};
      if (const auto from = neighbour(rank, grid, {-x.x, 0}))
        machine.receive(rank, *from, block, kBytes, from_x[rank]);
      if (const auto from = neighbour(rank, grid, {0, -y.y}))
        machine.receive(rank, *from, block, kBytes, from_y[rank]);
      machine.compute(rank, Function::ComputeBlock, kBlock);
      if (const auto to = neighbour(rank, grid, x))
        from_x[*to] = machine.send(rank, *to, block, kBytes);
      if (const auto to = neighbour(rank, grid, y))
        from_y[*to] = machine.send(rank, *to, block, kBytes);
    }
  for (const Rank rank : order) machine.leave(rank, Function::Sweep);
}

void residual(Machine& machine) {
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.enter(rank, Function::Residual);
  machine.synchronise(Function::MpiAllreduce, CollectiveOperation::Allreduce, 8);
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.leave(rank, Function::Residual);
}

void wavefront(Machine& machine, std::uint64_t /*iteration*/) {
  const Grid grid = grid_of(machine.ranks());
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.enter(rank, Function::Solve);
  for (const Direction corner : {Direction{1, 1}, {1, -1}, {-1, 1}, {-1, -1}})
    sweep(machine, grid, corner);
  residual(machine);
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.leave(rank, Function::Solve);
}

constexpr std::array<Direction, 4> kSides{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

// Each rank posts receives, sends to its neighbours, computes its inner points, and waits.
void stencil(Machine& machine, std::uint64_t iteration) {
  constexpr std::uint64_t kBytes = 8192;
  const Grid grid = grid_of(machine.ranks());
  const Rank ranks = machine.ranks();
  std::vector<std::vector<Machine::Completion>> pending(ranks);
  std::vector<std::array<std::uint64_t, 4>> arrivals(ranks);  // indexed by the receiver's side
  for (Rank rank = 0; rank < ranks; ++rank) {
    machine.enter(rank, Function::Solve);
    machine.enter(rank, Function::Exchange);
    for (std::uint32_t side = 0; side < kSides.size(); ++side)
      if (const auto from = neighbour(rank, grid, kSides[side]))
        pending[rank].push_back({machine.post_receive(rank), true, *from, side, kBytes, 0});
    for (std::uint32_t side = 0; side < kSides.size(); ++side)
      if (const auto to = neighbour(rank, grid, kSides[side])) {
        const std::uint32_t opposite = side ^ 1u;
        const auto posted = machine.post_send(rank, *to, opposite, kBytes);
        arrivals[*to][opposite] = posted.arrival;
        pending[rank].push_back({posted.request, false, *to, opposite, kBytes, 0});
      }
    machine.compute(rank, Function::Update, 2 * kBlock);
  }
  for (Rank rank = 0; rank < ranks; ++rank) {
    for (Machine::Completion& completion : pending[rank])
      if (completion.receive) completion.arrival = arrivals[rank][completion.tag];
    machine.wait_all(rank, pending[rank]);
    machine.leave(rank, Function::Exchange);
    machine.compute(rank, Function::Update, kBlock);
  }
  if (iteration % 10 == 0) residual(machine);
  for (Rank rank = 0; rank < ranks; ++rank) machine.leave(rank, Function::Solve);
}

// Pairs of ranks exchange a message back and forth; the earlier one waits for the other.
void ping_pong(Machine& machine, std::uint64_t /*iteration*/) {
  constexpr std::uint64_t kBytes = 65536;
  for (Rank rank = 0; rank + 1 < machine.ranks(); rank += 2)
    for (std::uint32_t ball = 0; ball < 10; ++ball) {
      const Rank from = rank + ball % 2;
      const Rank to = rank + 1 - ball % 2;
      machine.compute(from, Function::ComputeBlock, kBlock);
      machine.compute(to, Function::ComputeBlock, kBlock);
      machine.synchronous_message(from, to, ball, kBytes);
    }
}

// Only a message and its answer: six events for each rank.
void echo(Machine& machine, std::uint64_t /*iteration*/) {
  constexpr std::uint64_t kBytes = 16;
  for (Rank rank = 0; rank + 1 < machine.ranks(); rank += 2) {
    machine.receive(rank + 1, rank, 0, kBytes, machine.send(rank, rank + 1, 0, kBytes));
    machine.receive(rank, rank + 1, 0, kBytes, machine.send(rank + 1, rank, 0, kBytes));
  }
}

// The first rank distributes work to all others and collects results: it has half of all events.
void farm(Machine& machine, std::uint64_t iteration) {
  constexpr std::uint64_t kBytes = 1024;
  const auto tag = static_cast<std::uint32_t>(iteration % 16);
  for (Rank rank = 1; rank < machine.ranks(); ++rank)
    machine.receive(rank, 0, tag, kBytes, machine.send(0, rank, tag, kBytes));
  for (Rank rank = 1; rank < machine.ranks(); ++rank) {
    machine.compute(rank, Function::ComputeBlock, kBlock);
    machine.receive(0, rank, tag, kBytes, machine.send(rank, 0, tag, kBytes));
  }
}

void threads(Machine& machine, std::uint64_t /*iteration*/) {
  constexpr std::uint32_t kLoops = 4;
  constexpr std::uint32_t kBlocks = 8;
  for (Rank rank = 0; rank < machine.ranks(); ++rank) {
    machine.enter(rank, Function::Solve);
    machine.parallel_region(rank, kLoops, kBlocks, kBlock);
  }
  residual(machine);
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.leave(rank, Function::Solve);
}

void all_to_all(Machine& machine, std::uint64_t iteration) {
  for (Rank rank = 0; rank < machine.ranks(); ++rank) {
    machine.enter(rank, Function::Transpose);
    machine.compute(rank, Function::ComputeBlock, 5 * kBlock);
  }
  machine.synchronise(Function::MpiAlltoall, CollectiveOperation::Alltoall,
                      1024 * static_cast<std::uint64_t>(machine.ranks()));
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.leave(rank, Function::Transpose);
  residual(machine);
  if (iteration % 10 == 0)
    machine.synchronise(Function::MpiBarrier, CollectiveOperation::Barrier, 0);
}

constexpr std::uint64_t kHalo = 4096;  // bytes

// Puts halos to the neighbours on a ring and gets them back, between fences.
void fence_epoch(Machine& machine) {
  machine.fence();
  for (Rank rank = 0; rank < machine.ranks(); ++rank) {
    machine.access(rank, machine.left_of(rank), Machine::Access::Put, kHalo);
    machine.access(rank, machine.right_of(rank), Machine::Access::Put, kHalo);
    machine.compute(rank, Function::Update, kBlock);
    machine.access(rank, machine.right_of(rank), Machine::Access::Get, kHalo);
  }
  machine.fence();
}

// The same, restricted to neighbours.
void neighbour_epochs(Machine& machine) {
  for (Rank rank = 0; rank < machine.ranks(); ++rank)
    machine.compute(rank, Function::ComputeBlock, kBlock);
  machine.open_epochs();
  for (Rank rank = 0; rank < machine.ranks(); ++rank) {
    machine.access(rank, machine.left_of(rank), Machine::Access::Put, kHalo);
    machine.access(rank, machine.right_of(rank), Machine::Access::Accumulate, kHalo);
  }
  machine.close_epochs();
}

// Each rank changes the memory of its neighbour, and the memory of the first of four ranks.
void lock_epochs(Machine& machine) {
  for (const bool shared : {false, true})
    for (Rank rank = 0; rank < machine.ranks(); ++rank) {
      const Rank target = shared ? rank / 4 * 4 : machine.right_of(rank);
      machine.compute(rank, Function::ComputeBlock, kBlock);
      machine.lock(rank, target);
      machine.access(rank, target, Machine::Access::Get, 8);
      machine.access(rank, target, Machine::Access::Accumulate, 8);
      machine.unlock(rank, target);
    }
}

void one_sided(Machine& machine, std::uint64_t /*iteration*/) {
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.enter(rank, Function::Exchange);
  fence_epoch(machine);
  neighbour_epochs(machine);
  lock_epochs(machine);
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.leave(rank, Function::Exchange);
}

// A module and its callees; some of them synchronise with their row or column.
void call_module(Machine& machine, std::uint32_t module) {
  constexpr std::uint32_t kCalled = 5;  // number of callees of each, if there are enough
  for (Rank rank = 0; rank < machine.ranks(); ++rank) {
    machine.enter_module(rank, module);
    machine.compute(rank, Function::ComputeBlock, kBlock);
  }
  for (std::uint32_t i = 1; i <= kCalled && module * kCalled + i < machine.modules(); ++i)
    call_module(machine, module * kCalled + i);
  const Grid grid = grid_of(machine.ranks());
  if (module % kCalled == 1)
    for (std::uint32_t row = 0; row < grid.rows; ++row)
      machine.synchronise_row(row, Function::MpiAllreduce, CollectiveOperation::Allreduce, 8);
  if (module % kCalled == 3)
    for (std::uint32_t column = 0; column < grid.columns; ++column)
      machine.synchronise_column(column, Function::MpiBarrier, CollectiveOperation::Barrier, 0);
  for (Rank rank = 0; rank < machine.ranks(); ++rank) machine.leave_module(rank, module);
}

void modules(Machine& machine, std::uint64_t /*iteration*/) {
  call_module(machine, 0);
  residual(machine);
}

// A function that may call others.
void call_at_random(Machine& machine, Rank rank, std::uint32_t most_depth) {
  const auto module = static_cast<std::uint32_t>(machine.random(machine.modules()));
  machine.enter_module(rank, module);
  const std::uint64_t inner = most_depth > 0 && machine.random(3) == 0 ? machine.random(4) : 0;
  for (std::uint64_t i = 0; i < inner; ++i) call_at_random(machine, rank, most_depth - 1);
  machine.leave_module(rank, module);
}

// Repetitions occur only by chance.
void call_and_send_at_random(Machine& machine, std::uint32_t most_depth) {
  for (Rank rank = 0; rank < machine.ranks(); ++rank) {
    call_at_random(machine, rank, most_depth);
    if (rank % 2 == 0 || machine.random(4) > 0) continue;
    const auto tag = static_cast<std::uint32_t>(machine.random(10));
    const std::uint64_t bytes = 8 * machine.random(16);
    machine.receive(rank, rank - 1, tag, bytes, machine.send(rank - 1, rank, tag, bytes));
  }
}

void random_calls(Machine& machine, std::uint64_t /*iteration*/) {
  call_and_send_at_random(machine, 0);
}

void random_trees(Machine& machine, std::uint64_t /*iteration*/) {
  call_and_send_at_random(machine, 3);
}

}  // namespace

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all{
      {"wavefront", "pipelined sweeps over a grid of ranks, blocking messages", true, false, false,
       false, 1, wavefront},
      {"stencil", "halo exchange by non-blocking messages and MPI_Waitall", true, false, false,
       false, 1, stencil},
      {"ping-pong", "pairs of ranks, synchronous messages", false, false, false, false, 2,
       ping_pong},
      {"echo", "pairs of ranks, only MPI_Send and MPI_Recv in turn", false, false, false, false, 2,
       echo},
      {"farm", "one rank distributes work to all others, messages", false, false, false, false, 2,
       farm},
      {"threads", "parallel loops of OpenMP on each rank, and MPI_Allreduce", false, false, true,
       false, 1, threads},
      {"all-to-all", "MPI_Alltoall, MPI_Allreduce and MPI_Barrier", false, false, false, false, 1,
       all_to_all},
      {"one-sided", "MPI_Put, MPI_Get, MPI_Accumulate: fences, epochs of neighbours, locks", false,
       true, false, false, 2, one_sided},
      {"modules", "many functions, and collectives of rows and columns of a grid of ranks", true,
       false, false, true, 1, modules},
      {"random", "functions and messages at random", true, false, false, true, 1, random_calls},
      {"random-trees", "the same with functions that call others", true, false, false, true, 1,
       random_trees}};
  return all;
}

}  // namespace lull::bench
