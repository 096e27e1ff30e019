// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records the effects of OpenSHMEM calls as Score-P does: with windows for sets of PEs. Also
// records the symmetric address that a transfer changes or a PE waits for, and the extent of
// strided puts.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/shmem/environment.hpp"
#include "lull/recorder/shmem/pe_sets.hpp"
#include "lull/recorder/shmem/symmetric_memory.hpp"
#include "lull/recorder/shmem/transfers.hpp"

namespace lull::recorder::shmem {

// The library has a special value for the default context.
template <class Context>
ContextKey key_of(Context* context, Context* default_context) {
  return context == default_context ? kDefaultContext : reinterpret_cast<ContextKey>(context);
}

// Records enter and leave events only.
struct Plain {};

// The recording begins when PEs can communicate, and ends while they still can.
struct Begin {
  using Begins = void;
  static void always_before() { prepare_recording(); }
  static void always_after() { begin_recording(); }
};
struct End {
  static void always_before() { prepare_end(); }
  static void always_after() { end_recording(); }
};
struct Exit {
  static void always_before() { exit_globally(); }
};

// A symmetric allocation, which all PEs make together.
struct Allocation {
  static void always_after(const void* object) { note_allocation(object); }
};

// A transfer to or from the memory of a PE.
struct Transfer {
  enum Kind { Put, Get };
  ContextKey context;
  Kind kind;
  Way way;
  const volatile void* at;  // a symmetric object
  std::uint64_t bytes;
  int pe;
  std::uint64_t extent;  // strided puts only; 0: not known
  std::uint64_t number = 0;
  void before(Location& location);
  void after(Location& location) const;
};
inline Transfer transfer(ContextKey context, Transfer::Kind kind, Way way, const volatile void* at,
                         std::uint64_t bytes, int pe, std::uint64_t extent = 0) {
  return {context, kind, way, at, bytes, pe, extent};
}
// The extent of `elements` elements with the given stride, in elements.
inline std::uint64_t extent_of(std::uint64_t elements, std::int64_t stride, std::uint64_t size) {
  if (elements == 0 || stride < 0) return 0;
  return (elements - 1) * static_cast<std::uint64_t>(stride) * size + size;
}

struct Atomic {
  ContextKey context;
  const volatile void* at;
  OTF2_RmaAtomicType type;
  std::uint64_t sent;
  std::uint64_t received;
  int pe;
  std::uint64_t number = 0;
  void before(Location& location);
  void after(Location& location) const;
};
inline Atomic atomic(ContextKey context, const volatile void* at, OTF2_RmaAtomicType type,
                     std::uint64_t sent, std::uint64_t received, int pe) {
  return {context, at, type, sent, received, pe};
}

constexpr int kNoRoot = -1;

// A collective operation of a set of PEs.
struct Collective {
  OTF2_CollectiveOp operation;
  OTF2_RmaSyncLevel level;
  PeSet set;
  int root;             // index in the set
  std::uint64_t bytes;  // size of one PE's data
  bool completes;       // true: it completes the default context's transfers
  void before(Location& location) const;
  void after(Location& location) const;
  void always_after() const;
};
inline Collective collective(OTF2_CollectiveOp operation, PeSet set, int root,
                             std::uint64_t bytes) {
  return {operation, OTF2_RMA_SYNC_LEVEL_PROCESS, set, root, bytes, false};
}
inline Collective barrier(PeSet set) {
  return {OTF2_COLLECTIVE_OP_BARRIER,
          OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY,
          set,
          kNoRoot,
          0,
          true};
}
inline Collective sync_of(PeSet set) {
  return {OTF2_COLLECTIVE_OP_BARRIER, OTF2_RMA_SYNC_LEVEL_PROCESS, set, kNoRoot, 0, false};
}

// Completes the transfers of a context.
struct Quiet {
  ContextKey context;
  void after(Location& location) const { Transfers::instance().complete(location, context); }
};
inline Quiet quiet(ContextKey context) { return {context}; }

// Locks, identified by their symmetric address.
struct SetLock {
  const volatile void* lock;
  void before(Location& location) const;
  void after(Location& location) const;
};
struct ClearLock {
  const volatile void* lock;
  void after(Location& location) const;
};
struct TestLock {
  const volatile void* lock;
  void after(Location& location, int refused) const;
};
inline SetLock set_lock(const volatile void* lock) { return {lock}; }
inline ClearLock clear_lock(const volatile void* lock) { return {lock}; }
inline TestLock test_lock(const volatile void* lock) { return {lock}; }

// Waits until a symmetric object of this PE changes.
struct Wait {
  const volatile void* at;
  void before(Location& location) const;
};
inline Wait wait_for(const volatile void* at) { return {at}; }

}  // namespace lull::recorder::shmem
