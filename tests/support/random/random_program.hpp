// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The simulation behind random_trace: a clock for every location, and steps that advance some of
// them. All steps are in one global order, so nothing can deadlock.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/definition_builder.hpp"
#include "support/random/random_trace.hpp"

namespace lull::support {

class RandomProgram {
 public:
  RandomProgram(std::uint64_t seed, const RandomTraceOptions& options, MemoryTrace& trace);
  void run();

 private:
  using Rank = std::uint32_t;
  using Ticks = std::uint64_t;

  struct Clock {
    Ticks now = 0;
    std::vector<RegionId> stack;
  };
  // A request that has not completed.
  struct Pending {
    EventBody completion;
    Ticks ready = 0;  // earliest time of its completion
  };
  struct Comm {
    CommunicatorId id;
    std::vector<Rank> members;  // world ranks, indexed by rank
  };
  struct Message {
    Rank from;  // ranks in the communicator
    Rank to;
    std::size_t comm;
    std::uint32_t tag;
    std::uint64_t bytes;
  };
  // The operations of a rank in an exchange, in its order.
  struct Post {
    bool receive;
    std::size_t message;
  };

  struct Posted {
    Rank rank;
    std::size_t pending;  // index among the rank's open requests
    Ticks time;
    std::uint64_t bytes;
  };
  struct Channel {
    std::vector<Posted> sends;
    std::vector<Posted> receives;
  };

  // Random choices and time.
  std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : random_() % limit; }
  bool chance(std::uint64_t percent) { return below(100) < percent; }
  Ticks step_time() { return options_.equal_times && chance(40) ? 0 : 1 + below(9); }
  std::uint64_t size_of_message() { return options_.zero_bytes && chance(15) ? 0 : 1 + below(64); }
  template <class Table>
  const auto& any_of(const Table& table) {
    return table[below(table.size())];
  }

  // Events of a location.
  Clock& clock(LocationId location) { return clocks_[location.index()]; }
  LocationId master(Rank rank) const { return builder_.location(rank); }
  void emit(LocationId location, EventBody body);
  void enter(LocationId location, std::string_view region);
  void leave(LocationId location);
  // Attaches attributes to the last recorded event.
  void attach(LocationId location,
              std::initializer_list<std::pair<const char*, std::uint64_t>> attributes);
  void wait_until(LocationId location, Ticks time);
  void spend(LocationId location) { clock(location).now += step_time(); }

  // random_program.cpp
  void define();
  void define_grids();
  void define_empty_things();
  void begin();
  void end();
  void step();
  void user_function(Rank rank);
  // random_messages.cpp
  Message random_message();
  void blocking_message();
  void exchange_by_sendrecv();
  void exchange_by_requests();
  void post_all(const std::vector<Message>& messages);
  Posted post_one(Rank rank, const Message& message, bool receive);
  void match(const Channel& channel);
  void complete_some(Rank rank);
  void complete_all(Rank rank);
  void complete(Rank rank, std::string_view call, std::size_t count);
  // random_collectives.cpp
  void collective(std::string_view call, CollectiveOperation operation, const Comm& comm);
  void random_collective();
  void random_non_blocking_collective();
  // random_one_sided.cpp
  struct RandomWindow {
    WindowId id;
    std::size_t comm;
    bool open = true;
  };
  void one_sided();
  void end_one_sided();
  void window_collective(std::string_view call, CollectiveOperation operation,
                         const RandomWindow& window);
  void free_window(std::size_t place);
  void transfer(Rank rank, const RandomWindow& window, Rank target);
  void requested_transfers(Rank rank, const RandomWindow& window);
  void named_epochs(const RandomWindow& window);
  void lock(Rank rank, std::size_t place);
  void unlock(Rank rank, std::size_t place);
  void use_locks(Rank rank, std::size_t place);
  // random_shmem.cpp
  struct PeSet {
    CommunicatorId id;
    std::vector<Rank> members;
    WindowId window;
  };
  void define_pe_sets();
  void shmem_step();
  void shmem_collective();
  void shmem_memory();
  void shmem_lock_round();
  void shmem_change(Rank rank, Rank target);
  void shmem_wait();
  // random_threads.cpp, random_tasks.cpp
  using Threads = std::vector<LocationId>;
  void parallel_region(Rank rank);
  void parallel_region(Rank rank, const Threads& team, const Threads& others, unsigned level);
  [[nodiscard]] CommunicatorId communicator_of(Rank rank, const Threads& team);
  void construct(Rank rank, const Threads& team, const Threads& others, unsigned level);
  void league(Rank rank);
  void run_tasks(LocationId thread, Ticks until, unsigned level);
  void task_wait(LocationId thread);
  void create_tasks(LocationId thread);
  void taskgroup(LocationId thread);
  void ordered_loop(const Threads& team);
  void thread_messages(Rank rank, const Threads& team);
  void threads_receive(Rank rank, const Threads& team, Rank partner);
  void threads_send(Rank rank, const Threads& team, Rank partner);
  void thread_barrier(const Threads& team, std::string_view region);
  void thread_lock(const Threads& team, std::uint32_t lock, std::string_view region);

  // random_pthreads.cpp
  void own_threads(Rank rank);
  void acquire(LocationId thread, std::uint32_t lock, Ticks free);
  void release(LocationId thread, std::uint32_t lock);
  void mutex_round(const Threads& threads);
  void condition_round(const Threads& threads);
  void signal(LocationId thread, std::uint32_t mutex, std::uint64_t condition, bool recorded);
  void rwlock_round(const Threads& threads);
  void barrier_round(const Threads& threads);

  RandomTraceOptions options_;
  MemoryTrace& trace_;
  std::mt19937_64 random_;
  std::vector<std::uint32_t> threads_;  // indexed by process
  DefinitionBuilder builder_;
  std::vector<Clock> clocks_;  // indexed by location
  std::vector<Comm> comms_;
  std::vector<std::vector<Pending>> pending_;  // indexed by rank
  std::vector<std::uint64_t> next_request_;    // indexed by rank
  bool names_communicators_;                   // when non-blocking collectives begin
  std::map<std::pair<Rank, std::uint32_t>, std::uint32_t> acquisitions_;  // by process and lock
  std::map<std::pair<LocationId, std::uint32_t>, std::uint32_t> orders_;  // by thread and lock
  std::map<std::uint32_t, Ticks> free_;                                   // free since, by mutex
  std::uint64_t created_threads_ = 0;
  std::map<Threads, CommunicatorId> subteams_;
  std::uint32_t tasks_ = 0;
  std::vector<RandomWindow> windows_;
  std::vector<PeSet> pe_sets_;
  std::map<std::pair<Rank, std::size_t>, std::vector<Rank>> locks_;  // by window: locked targets
  std::uint64_t transfers_ = 0;                                      // with requests
  std::uint32_t groups_ = 0;
};

}  // namespace lull::support
