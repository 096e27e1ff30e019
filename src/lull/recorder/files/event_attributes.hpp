// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes of events, from which the analysis determines who waits for whom. An archive defines
// only the attributes that its regions use.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace lull::recorder {

enum class EventAttribute : OTF2_AttributeRef {
  Condition,
  Result,
  Barrier,
  BarrierCount,
  Mode,
  Address,
  Communicator,
  Assertion,
  Extent,
  Waited
};

struct AttributeDefinition {
  EventAttribute attribute;
  const char* name;
  const char* description;
  bool (*used_by)(std::string_view region);
  OTF2_Type type = OTF2_TYPE_UINT64;
};

template <class... Words>
[[nodiscard]] constexpr bool begins(std::string_view region, Words... words) {
  return (region.starts_with(words) || ...);
}
// Non-blocking and persistent collective operations.
[[nodiscard]] constexpr bool requests_collective(std::string_view region) {
  if (region.ends_with("_init") || region.ends_with("_init_"))
    return begins(region, "MPI_A", "MPI_Ba", "MPI_Bcast", "MPI_E", "MPI_G", "MPI_R", "MPI_Sc") &&
           !begins(region, "MPI_Recv", "MPI_Rsend");
  return begins(region, "MPI_Ia", "MPI_Iba", "MPI_Ibc", "MPI_Ie", "MPI_Ig", "MPI_Ired", "MPI_Isc",
                "MPI_Comm_idup");
}

inline constexpr std::array kEventAttributes{
    AttributeDefinition{EventAttribute::Condition, "condition", "the condition variable",
                        [](std::string_view region) { return begins(region, "pthread_cond_"); }},
    AttributeDefinition{EventAttribute::Result, "result", "the function's return value",
                        [](std::string_view region) { return begins(region, "pthread_cond_"); }},
    AttributeDefinition{EventAttribute::Barrier, "barrier", "the barrier",
                        [](std::string_view region) { return begins(region, "pthread_barrier_"); }},
    AttributeDefinition{EventAttribute::BarrierCount, "barrier count",
                        "the number of threads that the barrier waits for",
                        [](std::string_view region) { return begins(region, "pthread_barrier_"); }},
    AttributeDefinition{
        EventAttribute::Mode, "mode", "0: the lock is exclusive, 1: shared",
        [](std::string_view region) { return begins(region, "pthread_rwlock_", "pthread_spin_"); }},
    AttributeDefinition{
        EventAttribute::Address, "address", "the symmetric object that is changed or waited for",
        [](std::string_view region) { return begins(region, "shmem_", "shmemx_"); }},
    AttributeDefinition{EventAttribute::Communicator, "communicator",
                        "the communicator of the operation", requests_collective, OTF2_TYPE_COMM},
    AttributeDefinition{EventAttribute::Assertion, "MPI assert",
                        "the program's assertion: 1, the lock conflicts with no other",
                        [](std::string_view region) { return begins(region, "MPI_Win_lock"); }},
    AttributeDefinition{
        EventAttribute::Extent, "extent",
        "of a strided put: bytes from the address to the end of the last element",
        [](std::string_view region) { return begins(region, "shmem_", "shmemx_"); }},
    AttributeDefinition{EventAttribute::Waited, "waited",
                        "ticks since the end of the body of a taskgroup",
                        [](std::string_view region) { return begins(region, "!$omp taskgroup"); }}};

// A value of Assertion for MPI_Win_lock.
constexpr std::uint64_t kNoConflict = 1;

inline void add_attribute(OTF2_AttributeList* list, EventAttribute attribute, std::uint64_t value) {
  if (list != nullptr)
    OTF2_AttributeList_AddUint64(list, static_cast<OTF2_AttributeRef>(attribute), value);
}

}  // namespace lull::recorder
