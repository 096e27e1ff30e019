// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP records that older measurement systems write: they become the same events as thread
// records.
#include "lull/trace/otf2/decoder/event_codec.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_omp_fork(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                              Attributes* attributes, uint32_t requested) {
  batch(user).add(time, attributes, ThreadFork{Paradigm::OpenMp, requested});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_omp_join(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                              Attributes* attributes) {
  batch(user).add(time, attributes, ThreadJoin{Paradigm::OpenMp});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_omp_acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, uint32_t lock, uint32_t order) {
  batch(user).add(time, attributes, ThreadAcquireLock{Paradigm::OpenMp, lock, order});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_omp_release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, uint32_t lock, uint32_t order) {
  batch(user).add(time, attributes, ThreadReleaseLock{Paradigm::OpenMp, lock, order});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_omp_task_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, uint64_t task) {
  batch(user).add(time, attributes, ThreadTaskCreate{{}, 0, static_cast<std::uint32_t>(task)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_omp_task_switch(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, uint64_t task) {
  batch(user).add(time, attributes, ThreadTaskSwitch{{}, 0, static_cast<std::uint32_t>(task)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_omp_task_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                       Attributes* attributes, uint64_t task) {
  batch(user).add(time, attributes, ThreadTaskComplete{{}, 0, static_cast<std::uint32_t>(task)});
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

void set_older_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection) {
  if (selection.test(kEventKind<ThreadFork>))
    OTF2_EvtReaderCallbacks_SetOmpForkCallback(callbacks, on_omp_fork);
  if (selection.test(kEventKind<ThreadJoin>))
    OTF2_EvtReaderCallbacks_SetOmpJoinCallback(callbacks, on_omp_join);
  if (selection.test(kEventKind<ThreadAcquireLock>))
    OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback(callbacks, on_omp_acquire_lock);
  if (selection.test(kEventKind<ThreadReleaseLock>))
    OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback(callbacks, on_omp_release_lock);
  if (selection.test(kEventKind<ThreadTaskCreate>))
    OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback(callbacks, on_omp_task_create);
  if (selection.test(kEventKind<ThreadTaskSwitch>))
    OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback(callbacks, on_omp_task_switch);
  if (selection.test(kEventKind<ThreadTaskComplete>))
    OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback(callbacks, on_omp_task_complete);
}

void set_older_decoders(DecoderTable& table, const EventSelection& selection) {
  using event_fields::U32;
  using event_fields::U64;
  table.set<ThreadFork>(selection, 24, EventRecord<on_omp_fork, U32>{});
  table.set<ThreadJoin>(selection, 25, EventRecord<on_omp_join>{});
  table.set<ThreadAcquireLock>(selection, 26, EventRecord<on_omp_acquire_lock, U32, U32>{});
  table.set<ThreadReleaseLock>(selection, 27, EventRecord<on_omp_release_lock, U32, U32>{});
  table.set<ThreadTaskCreate>(selection, 28, EventRecord<on_omp_task_create, U64>{});
  table.set<ThreadTaskSwitch>(selection, 29, EventRecord<on_omp_task_switch, U64>{});
  table.set<ThreadTaskComplete>(selection, 30, EventRecord<on_omp_task_complete, U64>{});
}

}  // namespace lull::otf2
