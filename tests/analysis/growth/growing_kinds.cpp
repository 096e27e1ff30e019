// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/growth/growing.hpp"

namespace lull::analysis {
namespace {

void late_senders(Growing& trace, std::uint64_t n, std::uint64_t from) {
  const RegionId send = trace.region("MPI_Send");
  const RegionId receive = trace.region("MPI_Recv");
  const CommunicatorId world = trace.builder().world();
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t time = from + 10 * i;
    trace.call(0, send, MpiSend{1, world, 0, 8}, time + 3, time + 4);
    trace.call(1, receive, MpiRecv{0, world, 0, 8}, time, time + 5);
  }
}

// Each process begins and completes `n` operations.
void non_blocking(Growing& trace, std::uint64_t n, std::size_t processes, std::uint64_t from) {
  const RegionId begin = trace.region("MPI_Iallreduce");
  const RegionId wait = trace.region("MPI_Wait");
  for (std::size_t rank = 0; rank < processes; ++rank)
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t time = from + 20 * i;
      trace.call(rank, begin, NonBlockingCollectiveRequest{i}, time, time + 1);
      trace.call(rank, wait,
                 NonBlockingCollectiveComplete{CollectiveOperation::Allreduce,
                                               trace.builder().world(), kNoRank, 8, 8, i},
                 time + 2, time + 5);
    }
}

}  // namespace

Kinds growing_messages_and_teams() {
  return {
      {"one-lost-message",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          trace.call(0, trace.region("MPI_Send"), MpiSend{1, trace.builder().world(), 99, 8}, 1, 2);
          late_senders(trace, n, 10);
        }}},
      {"lost-messages",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          const RegionId send = trace.region("MPI_Send");
          for (std::uint32_t i = 0; i < n; ++i)
            trace.call(0, send, MpiSend{1, trace.builder().world(), i % 16, 8}, 4 * i, 4 * i + 1);
        }}},
      {"lost-member",
       {8, 1,
        [](Growing& trace, std::uint64_t n) {
          const RegionId reduce = trace.region("MPI_Allreduce");
          for (std::size_t rank = 0; rank < 7; ++rank)
            for (std::uint64_t i = 0; i < n; ++i)
              trace.call(rank, reduce,
                         MpiCollectiveEnd{CollectiveOperation::Allreduce, trace.builder().world(),
                                          kNoRank, 8, 8},
                         10 * i, 10 * i + 5);
        }}},
      {"open-receive",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          trace.call(1, trace.region("MPI_Irecv"), MpiIrecvRequest{7}, 1, 2);
          late_senders(trace, n, 10);
        }}},
      {"open-send",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          trace.call(0, trace.region("MPI_Isend"), MpiIsend{1, trace.builder().world(), 99, 8, 7},
                     1, 2);
          late_senders(trace, n, 10);
        }}},
      {"forgotten-requests",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          const RegionId send = trace.region("MPI_Isend");
          const RegionId receive = trace.region("MPI_Recv");
          const CommunicatorId world = trace.builder().world();
          for (std::uint64_t i = 0; i < n; ++i) {
            trace.call(0, send, MpiIsend{1, world, 0, 8, i}, 10 * i, 10 * i + 1);
            trace.call(1, receive, MpiRecv{0, world, 0, 8}, 10 * i + 2, 10 * i + 3);
          }
        }}},
      {"open-collective",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          for (const std::size_t rank : {0, 1})
            trace.call(rank, trace.region("MPI_Ibarrier"), NonBlockingCollectiveRequest{1u << 30},
                       1, 2);
          non_blocking(trace, n, 2, 10);
        }}},
      {"lost-non-blocking-member",
       {3, 1, [](Growing& trace, std::uint64_t n) { non_blocking(trace, n, 2, 1); }}},
      {"completed-with-others",
       {3, 1,
        [](Growing& trace, std::uint64_t n) {
          const CommunicatorId world = trace.builder().world();
          const RegionId begin = trace.region("MPI_Ibarrier");
          const RegionId receive = trace.region("MPI_Irecv");
          const RegionId waitall = trace.region("MPI_Waitall");
          for (std::uint64_t i = 0; i < n; ++i) {
            const std::uint64_t time = 20 * i;
            trace.call(0, begin, NonBlockingCollectiveRequest{2 * i}, time, time + 1);
            trace.call(0, receive, MpiIrecvRequest{2 * i + 1}, time + 2, time + 3);
            trace.add(0, Enter{waitall}, time + 4);
            trace.add(0,
                      NonBlockingCollectiveComplete{CollectiveOperation::Barrier, world, kNoRank, 0,
                                                    0, 2 * i},
                      time + 9);
            trace.add(0, MpiIrecv{1, world, 0, 8, 2 * i + 1}, time + 9);
            trace.add(0, Leave{waitall}, time + 10);
            trace.call(1, trace.region("MPI_Send"), MpiSend{0, world, 0, 8}, time + 5, time + 6);
          }
        }}},
      {"lost-window-member",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          const WindowId window = trace.builder().window("w", trace.builder().world());
          for (std::uint64_t i = 0; i < n; ++i)
            trace.call(0, trace.region("MPI_Win_fence"),
                       RmaCollectiveEnd{CollectiveOperation::Barrier, {}, window, kNoRank, 0, 0},
                       10 * i, 10 * i + 5);
        }}},
      {"starts-without-posts",
       {2, 1,
        [](Growing& trace, std::uint64_t n) {
          const WindowId window = trace.builder().window("w", trace.builder().world());
          const std::vector<std::uint32_t> ranks{1};
          const GroupId target = trace.builder().group("target", ranks);
          for (std::uint64_t i = 0; i < n; ++i) {
            const std::uint64_t time = 10 * i;
            trace.call(0, trace.region("MPI_Win_start"), RmaGroupSync{{}, window, target}, time,
                       time + 1);
            trace.call(0, trace.region("MPI_Put"), RmaPut{window, 1, 8, 0}, time + 2, time + 3);
            trace.call(0, trace.region("MPI_Win_complete"), RmaGroupSync{{}, window, target},
                       time + 4, time + 5);
          }
        }}},
      {"window-locks",
       {3, 1,
        [](Growing& trace, std::uint64_t n) {
          const WindowId window = trace.builder().window("w", trace.builder().world());
          for (std::uint64_t i = 0; i < n; ++i)
            for (const std::size_t rank : {0, 1}) {
              const std::uint64_t time = 20 * i + 3 * rank;
              trace.call(rank, trace.region("MPI_Win_lock"),
                         RmaRequestLock{window, 2, 0, rank == 0}, time, time + 1);
              trace.call(rank, trace.region("MPI_Put"), RmaPut{window, 2, 8, 0}, time + 2,
                         time + 3);
              if (rank == 0 || i % 2 == 0)
                trace.call(rank, trace.region("MPI_Win_unlock"), RmaReleaseLock{window, 2, 0},
                           time + 4, time + 9);
            }
        }}},
      {"waves-of-lost-messages",
       {4, 1,
        [](Growing& trace, std::uint64_t n) {
          const CommunicatorId world = trace.builder().world();
          trace.builder().topology("grid", world, {{"", 2, false}, {"", 2, false}});
          for (std::uint64_t i = 0; i < n; ++i)
            for (const std::uint32_t other : {1u, 2u})
              trace.call(0, trace.region("MPI_Recv"), MpiRecv{other, world, 0, 8},
                         10 * i + 3 * other, 10 * i + 3 * other + 1);
        }}},
      {"callees",
       {1, 1,
        [](Growing& trace, std::uint64_t n) {
          for (std::uint64_t i = 0; i < n; ++i) {
            const RegionId region = trace.region("f" + std::to_string(i));
            trace.add(0, Enter{region}, 2 * i);
            trace.add(0, Leave{region}, 2 * i + 1);
          }
        }}},
      {"parameters",
       {1, 1,
        [](Growing& trace, std::uint64_t n) {
          const ParameterId parameter = trace.builder().parameter("i");
          for (std::uint64_t i = 0; i < n; ++i)
            trace.call(0, trace.region("f"), ParameterUnsigned{parameter, i}, 3 * i, 3 * i + 1);
        }}},
      {"depth-and-stray-leaves",
       {1, 1,
        [](Growing& trace, std::uint64_t n) {
          const RegionId region = trace.region("f");
          const RegionId stray = trace.region("stray");
          for (std::uint64_t i = 0; i < n; ++i) {
            trace.add(0, Enter{region}, 2 * i);
            trace.add(0, Leave{stray}, 2 * i + 1);
          }
        }}},
      {"locks",
       {1, 2,
        [](Growing& trace, std::uint64_t n) {
          const RegionId lock = trace.region("omp_set_lock");
          for (std::uint32_t i = 0; i < n; ++i) {
            trace.call(0, lock, ThreadAcquireLock{Paradigm::OpenMp, i, 1}, 10 * i, 10 * i + 1);
            trace.add(0, ThreadReleaseLock{Paradigm::OpenMp, i, 1}, 10 * i + 2);
          }
        }}},
      {"teams-never-joined",
       {1, 2,
        [](Growing& trace, std::uint64_t n) {
          const CommunicatorId team = trace.builder().team(0);
          const RegionId region = trace.region("!$omp parallel @a.c:1");
          for (std::uint64_t time = 0; time < 20 * n; time += 20) {
            trace.add(0, ThreadFork{Paradigm::OpenMp, 2}, time);
            for (const std::size_t thread : {0, 1}) {
              trace.add(thread, ThreadTeamBegin{team}, time + 1);
              trace.add(thread, Enter{region}, time + 2);
              trace.add(thread, Leave{region}, time + 3 + thread);
              trace.add(thread, ThreadTeamEnd{team}, time + 5);
            }
          }
        }}},
      {"communicators",
       {4, 1,
        [](Growing& trace, std::uint64_t n) {
          const RegionId barrier = trace.region("MPI_Barrier");
          const std::vector<std::uint32_t> ranks{3, 2, 1, 0};
          for (std::uint64_t i = 0; i < n; ++i) {
            const CommunicatorId own = trace.builder().communicator("c", ranks);
            for (std::size_t rank = 0; rank < 4; ++rank)
              trace.call(rank, barrier,
                         MpiCollectiveEnd{CollectiveOperation::Barrier, own, kNoRank, 0, 0},
                         10 * i + rank, 10 * i + 5);
          }
        }}},
      {"stairs",
       {0, 1,
        [](Growing& trace, std::uint64_t n) {
          const RegionId barrier = trace.region("MPI_Barrier");
          for (std::size_t rank = 0; rank < n; ++rank)
            trace.call(rank, barrier,
                       MpiCollectiveEnd{CollectiveOperation::Barrier, trace.builder().world(),
                                        kNoRank, 0, 0},
                       10 * (n - rank), 10 * n + 5);
        },
        true}},
  };
}

}  // namespace lull::analysis
