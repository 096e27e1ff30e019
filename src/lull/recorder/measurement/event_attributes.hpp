// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What events of threads and of OpenSHMEM have beside their records: the analysis needs it to know
// who waits for whom. Defined in an archive only where regions are used that have them.
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
  Address
};

struct AttributeDefinition {
  EventAttribute attribute;
  const char* name;
  const char* description;
  std::array<std::string_view, 2> used_by;  // how the names of regions begin
};
inline constexpr std::array kEventAttributes{
    AttributeDefinition{EventAttribute::Condition,
                        "condition",
                        "which condition variable it is",
                        {"pthread_cond_", "pthread_cond_"}},
    AttributeDefinition{EventAttribute::Result,
                        "result",
                        "what the function returned",
                        {"pthread_cond_", "pthread_cond_"}},
    AttributeDefinition{EventAttribute::Barrier,
                        "barrier",
                        "which barrier it is",
                        {"pthread_barrier_", "pthread_barrier_"}},
    AttributeDefinition{EventAttribute::BarrierCount,
                        "barrier count",
                        "how many threads pass the barrier together",
                        {"pthread_barrier_", "pthread_barrier_"}},
    AttributeDefinition{EventAttribute::Mode,
                        "mode",
                        "0: the lock is exclusive, 1: shared",
                        {"pthread_rwlock_", "pthread_spin_"}},
    AttributeDefinition{EventAttribute::Address,
                        "address",
                        "which symmetric object is changed, or waited for",
                        {"shmem_", "shmemx_"}}};

inline void add_attribute(OTF2_AttributeList* list, EventAttribute attribute, std::uint64_t value) {
  if (list != nullptr)
    OTF2_AttributeList_AddUint64(list, static_cast<OTF2_AttributeRef>(attribute), value);
}

}  // namespace lull::recorder
