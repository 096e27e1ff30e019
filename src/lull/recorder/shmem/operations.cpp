// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/shmem/operations.hpp"

#include "lull/recorder/files/event_attributes.hpp"
#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::shmem {
namespace {

std::uint32_t all_pes() { return PeSets::instance().window_of(kAllPes); }

OTF2_AttributeList* with_address(Location& location, const volatile void* object) {
  OTF2_AttributeList* const list = location.attributes();
  add_attribute(list, EventAttribute::Address, symmetric_address(object));
  return list;
}

// When a blocking function returns, its data has arrived, or left.
void record_complete(Location& location, ContextKey context, std::uint64_t number, Way way,
                     bool comes_back) {
  const std::uint32_t window = all_pes();
  if (way == Way::Blocking)
    OTF2_EvtWriter_RmaOpCompleteBlocking(location.writer(), nullptr, location.now(), window,
                                         number);
  if (way == Way::NonBlocking || !comes_back)
    Transfers::instance().keep(context, number, window, way, comes_back);
}

std::uint32_t remote_of(int pe) { return static_cast<std::uint32_t>(pe); }

// Each lock has an owner PE that tracks its holder: the library does not reveal which PE that is.
constexpr std::uint32_t kLockOwner = 0;

}  // namespace

void Transfer::before(Location& location) {
  number = Transfers::instance().next();
  if (kind == Get) {
    OTF2_EvtWriter_RmaGet(location.writer(), nullptr, location.entered(), all_pes(), remote_of(pe),
                          bytes, number);
    return;
  }
  OTF2_AttributeList* const list = with_address(location, at);
  if (extent != 0) add_attribute(list, EventAttribute::Extent, extent);
  OTF2_EvtWriter_RmaPut(location.writer(), list, location.entered(), all_pes(), remote_of(pe),
                        bytes, number);
}

void Transfer::after(Location& location) const {
  record_complete(location, context, number, way, kind == Get);
}

void Atomic::before(Location& location) {
  number = Transfers::instance().next();
  OTF2_EvtWriter_RmaAtomic(location.writer(), with_address(location, at), location.entered(),
                           all_pes(), remote_of(pe), type, sent, received, number);
}

void Atomic::after(Location& location) const {
  record_complete(location, context, number, Way::Blocking, received != 0);
}

void Collective::before(Location& location) const {
  OTF2_EvtWriter_RmaCollectiveBegin(location.writer(), nullptr, location.entered());
}

void Collective::after(Location& location) const {
  if (completes) Transfers::instance().complete(location, kDefaultContext);
  const PeSets& sets = PeSets::instance();
  const PeSet pes = sets.usable(set);
  const auto size = static_cast<std::uint64_t>(sets.size_of(pes));
  const bool is_root = root >= 0 && root < sets.size_of(pes) &&
                       pes.start + (root << pes.log_stride) == sets.this_pe();
  const std::uint64_t sent = root == kNoRoot || is_root ? bytes * size : 0;
  const std::uint64_t received = root == kNoRoot ? bytes * size : bytes;
  OTF2_EvtWriter_RmaCollectiveEnd(
      location.writer(), nullptr, location.now(), operation, level,
      PeSets::instance().window_of(pes),
      root == kNoRoot ? OTF2_COLLECTIVE_ROOT_NONE : static_cast<std::uint32_t>(root), sent,
      received);
}

void Collective::always_after() const {
  if (completes && !Measurement::instance().running())
    Transfers::instance().forget(kDefaultContext);
}

void SetLock::before(Location& location) const {
  OTF2_EvtWriter_RmaRequestLock(location.writer(), nullptr, location.entered(), all_pes(),
                                kLockOwner, symmetric_address(lock), OTF2_LOCK_EXCLUSIVE);
}

void SetLock::after(Location& location) const {
  OTF2_EvtWriter_RmaAcquireLock(location.writer(), nullptr, location.now(), all_pes(), kLockOwner,
                                symmetric_address(lock), OTF2_LOCK_EXCLUSIVE);
}

void ClearLock::after(Location& location) const {
  OTF2_EvtWriter_RmaReleaseLock(location.writer(), nullptr, location.now(), all_pes(), kLockOwner,
                                symmetric_address(lock));
}

void TestLock::after(Location& location, int refused) const {
  if (refused != 0)
    OTF2_EvtWriter_RmaTryLock(location.writer(), nullptr, location.entered(), all_pes(), kLockOwner,
                              symmetric_address(lock), OTF2_LOCK_EXCLUSIVE);
  else
    OTF2_EvtWriter_RmaAcquireLock(location.writer(), nullptr, location.now(), all_pes(), kLockOwner,
                                  symmetric_address(lock), OTF2_LOCK_EXCLUSIVE);
}

void Wait::before(Location& location) const {
  OTF2_EvtWriter_RmaWaitChange(location.writer(), with_address(location, at), location.entered(),
                               all_pes());
}

}  // namespace lull::recorder::shmem
