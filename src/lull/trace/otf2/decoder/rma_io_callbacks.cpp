// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication and I/O records.
#include "lull/trace/otf2/decoder/decoder_table.hpp"
#include "lull/trace/otf2/decoder/event_callbacks.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_rma_win_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                    Attributes* attributes, OTF2_RmaWinRef win) {
  batch(user).add(time, attributes, RmaWinCreate{window(user, win)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_win_destroy(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, OTF2_RmaWinRef win) {
  batch(user).add(time, attributes, RmaWinDestroy{window(user, win)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_wait_change(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, OTF2_RmaWinRef win) {
  batch(user).add(time, attributes, RmaWaitChange{window(user, win)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_collective_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                          void* user, Attributes* attributes) {
  batch(user).add(time, attributes, RmaCollectiveBegin{});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_collective_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, OTF2_CollectiveOp op,
                                        OTF2_RmaSyncLevel level, OTF2_RmaWinRef win, uint32_t root,
                                        uint64_t sent, uint64_t received) {
  batch(user).add(time, attributes,
                  RmaCollectiveEnd{operation(op), level, window(user, win), root, sent, received});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_group_sync(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                    Attributes* attributes, OTF2_RmaSyncLevel level,
                                    OTF2_RmaWinRef win, OTF2_GroupRef group) {
  batch(user).add(time, attributes,
                  RmaGroupSync{level, window(user, win),
                               to_id<GroupId>(batch(user).maps().groups.find(group))});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_request_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                                      uint64_t lock, OTF2_LockType type) {
  batch(user).add(time, attributes,
                  RmaRequestLock{window(user, win), remote, lock, type == OTF2_LOCK_SHARED});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                                      uint64_t lock, OTF2_LockType type) {
  batch(user).add(time, attributes,
                  RmaAcquireLock{window(user, win), remote, lock, type == OTF2_LOCK_SHARED});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_try_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                  Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                                  uint64_t lock, OTF2_LockType type) {
  batch(user).add(time, attributes,
                  RmaTryLock{window(user, win), remote, lock, type == OTF2_LOCK_SHARED});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                                      uint64_t lock) {
  batch(user).add(time, attributes, RmaReleaseLock{window(user, win), remote, lock});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_sync(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                              Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                              OTF2_RmaSyncType type) {
  batch(user).add(time, attributes, RmaSync{window(user, win), remote, type});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_put(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                             Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                             uint64_t bytes, uint64_t matching) {
  batch(user).add(time, attributes, RmaPut{window(user, win), remote, bytes, matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_get(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                             Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                             uint64_t bytes, uint64_t matching) {
  batch(user).add(time, attributes, RmaGet{window(user, win), remote, bytes, matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_atomic(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                Attributes* attributes, OTF2_RmaWinRef win, uint32_t remote,
                                OTF2_RmaAtomicType type, uint64_t sent, uint64_t received,
                                uint64_t matching) {
  batch(user).add(time, attributes,
                  RmaAtomic{window(user, win), remote, type, sent, received, matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_op_complete_blocking(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                              void* user, Attributes* attributes,
                                              OTF2_RmaWinRef win, uint64_t matching) {
  batch(user).add(time, attributes, RmaOpCompleteBlocking{window(user, win), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_op_complete_non_blocking(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                                  void* user, Attributes* attributes,
                                                  OTF2_RmaWinRef win, uint64_t matching) {
  batch(user).add(time, attributes, RmaOpCompleteNonBlocking{window(user, win), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_op_test(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, OTF2_RmaWinRef win, uint64_t matching) {
  batch(user).add(time, attributes, RmaOpTest{window(user, win), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_rma_op_complete_remote(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                            void* user, Attributes* attributes, OTF2_RmaWinRef win,
                                            uint64_t matching) {
  batch(user).add(time, attributes, RmaOpCompleteRemote{window(user, win), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_create_handle(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, OTF2_IoHandleRef handle,
                                      OTF2_IoAccessMode mode, OTF2_IoCreationFlag creation,
                                      OTF2_IoStatusFlag status) {
  batch(user).add(time, attributes,
                  IoCreateHandle{io_handle(user, handle), mode, creation, status});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_destroy_handle(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                       Attributes* attributes, OTF2_IoHandleRef handle) {
  batch(user).add(time, attributes, IoDestroyHandle{io_handle(user, handle)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_duplicate_handle(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                         void* user, Attributes* attributes, OTF2_IoHandleRef from,
                                         OTF2_IoHandleRef to, OTF2_IoStatusFlag status) {
  batch(user).add(time, attributes,
                  IoDuplicateHandle{io_handle(user, from), io_handle(user, to), status});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_seek(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                             Attributes* attributes, OTF2_IoHandleRef handle, int64_t request,
                             OTF2_IoSeekOption whence, uint64_t result) {
  batch(user).add(time, attributes, IoSeek{io_handle(user, handle), request, whence, result});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_change_status_flags(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                            void* user, Attributes* attributes,
                                            OTF2_IoHandleRef handle, OTF2_IoStatusFlag status) {
  batch(user).add(time, attributes, IoChangeStatusFlags{io_handle(user, handle), status});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_delete_file(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                    Attributes* attributes, OTF2_IoParadigmRef paradigm,
                                    OTF2_IoFileRef file) {
  batch(user).add(time, attributes,
                  IoDeleteFile{to_id<IoParadigmId>(batch(user).maps().io_paradigms.find(paradigm)),
                               to_id<IoFileId>(batch(user).maps().io_files.find(file))});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_operation_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, OTF2_IoHandleRef handle,
                                        OTF2_IoOperationMode mode, OTF2_IoOperationFlag flags,
                                        uint64_t bytes, uint64_t matching) {
  batch(user).add(time, attributes,
                  IoOperationBegin{io_handle(user, handle), mode, flags, bytes, matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_operation_test(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                       Attributes* attributes, OTF2_IoHandleRef handle,
                                       uint64_t matching) {
  batch(user).add(time, attributes, IoOperationTest{io_handle(user, handle), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_operation_issued(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                         void* user, Attributes* attributes,
                                         OTF2_IoHandleRef handle, uint64_t matching) {
  batch(user).add(time, attributes, IoOperationIssued{io_handle(user, handle), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_operation_cancelled(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                            void* user, Attributes* attributes,
                                            OTF2_IoHandleRef handle, uint64_t matching) {
  batch(user).add(time, attributes, IoOperationCancelled{io_handle(user, handle), matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_operation_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                           void* user, Attributes* attributes,
                                           OTF2_IoHandleRef handle, uint64_t bytes,
                                           uint64_t matching) {
  batch(user).add(time, attributes, IoOperationComplete{io_handle(user, handle), bytes, matching});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, OTF2_IoHandleRef handle,
                                     OTF2_LockType type) {
  batch(user).add(time, attributes,
                  IoAcquireLock{io_handle(user, handle), type == OTF2_LOCK_SHARED});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, OTF2_IoHandleRef handle,
                                     OTF2_LockType type) {
  batch(user).add(time, attributes,
                  IoReleaseLock{io_handle(user, handle), type == OTF2_LOCK_SHARED});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_io_try_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, OTF2_IoHandleRef handle,
                                 OTF2_LockType type) {
  batch(user).add(time, attributes, IoTryLock{io_handle(user, handle), type == OTF2_LOCK_SHARED});
  return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

void set_rma_io_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection) {
  if (selection.test(kEventKind<RmaWinCreate>))
    OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(callbacks, on_rma_win_create);
  if (selection.test(kEventKind<RmaWinDestroy>))
    OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(callbacks, on_rma_win_destroy);
  if (selection.test(kEventKind<RmaWaitChange>))
    OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback(callbacks, on_rma_wait_change);
  if (selection.test(kEventKind<RmaCollectiveBegin>))
    OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(callbacks, on_rma_collective_begin);
  if (selection.test(kEventKind<RmaCollectiveEnd>))
    OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(callbacks, on_rma_collective_end);
  if (selection.test(kEventKind<RmaGroupSync>))
    OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(callbacks, on_rma_group_sync);
  if (selection.test(kEventKind<RmaRequestLock>))
    OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(callbacks, on_rma_request_lock);
  if (selection.test(kEventKind<RmaAcquireLock>))
    OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(callbacks, on_rma_acquire_lock);
  if (selection.test(kEventKind<RmaTryLock>))
    OTF2_EvtReaderCallbacks_SetRmaTryLockCallback(callbacks, on_rma_try_lock);
  if (selection.test(kEventKind<RmaReleaseLock>))
    OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(callbacks, on_rma_release_lock);
  if (selection.test(kEventKind<RmaSync>))
    OTF2_EvtReaderCallbacks_SetRmaSyncCallback(callbacks, on_rma_sync);
  if (selection.test(kEventKind<RmaPut>))
    OTF2_EvtReaderCallbacks_SetRmaPutCallback(callbacks, on_rma_put);
  if (selection.test(kEventKind<RmaGet>))
    OTF2_EvtReaderCallbacks_SetRmaGetCallback(callbacks, on_rma_get);
  if (selection.test(kEventKind<RmaAtomic>))
    OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(callbacks, on_rma_atomic);
  if (selection.test(kEventKind<RmaOpCompleteBlocking>))
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(callbacks,
                                                             on_rma_op_complete_blocking);
  if (selection.test(kEventKind<RmaOpCompleteNonBlocking>))
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(callbacks,
                                                                on_rma_op_complete_non_blocking);
  if (selection.test(kEventKind<RmaOpTest>))
    OTF2_EvtReaderCallbacks_SetRmaOpTestCallback(callbacks, on_rma_op_test);
  if (selection.test(kEventKind<RmaOpCompleteRemote>))
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(callbacks, on_rma_op_complete_remote);
  if (selection.test(kEventKind<IoCreateHandle>))
    OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback(callbacks, on_io_create_handle);
  if (selection.test(kEventKind<IoDestroyHandle>))
    OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback(callbacks, on_io_destroy_handle);
  if (selection.test(kEventKind<IoDuplicateHandle>))
    OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback(callbacks, on_io_duplicate_handle);
  if (selection.test(kEventKind<IoSeek>))
    OTF2_EvtReaderCallbacks_SetIoSeekCallback(callbacks, on_io_seek);
  if (selection.test(kEventKind<IoChangeStatusFlags>))
    OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback(callbacks, on_io_change_status_flags);
  if (selection.test(kEventKind<IoDeleteFile>))
    OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback(callbacks, on_io_delete_file);
  if (selection.test(kEventKind<IoOperationBegin>))
    OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback(callbacks, on_io_operation_begin);
  if (selection.test(kEventKind<IoOperationTest>))
    OTF2_EvtReaderCallbacks_SetIoOperationTestCallback(callbacks, on_io_operation_test);
  if (selection.test(kEventKind<IoOperationIssued>))
    OTF2_EvtReaderCallbacks_SetIoOperationIssuedCallback(callbacks, on_io_operation_issued);
  if (selection.test(kEventKind<IoOperationCancelled>))
    OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback(callbacks, on_io_operation_cancelled);
  if (selection.test(kEventKind<IoOperationComplete>))
    OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback(callbacks, on_io_operation_complete);
  if (selection.test(kEventKind<IoAcquireLock>))
    OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback(callbacks, on_io_acquire_lock);
  if (selection.test(kEventKind<IoReleaseLock>))
    OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback(callbacks, on_io_release_lock);
  if (selection.test(kEventKind<IoTryLock>))
    OTF2_EvtReaderCallbacks_SetIoTryLockCallback(callbacks, on_io_try_lock);
}

void set_rma_io_decoders(DecoderTable& table, const EventSelection& selection) {
  table.set<RmaWinCreate>(selection, 35, EventRecord<on_rma_win_create, WindowField>{});
  table.set<RmaWinDestroy>(selection, 36, EventRecord<on_rma_win_destroy, WindowField>{});
  table.set<RmaCollectiveBegin>(selection, 37, EventRecord<on_rma_collective_begin>{});
  table.set<RmaCollectiveEnd>(
      selection, 38, EventRecord<on_rma_collective_end, U8, U32, WindowField, U32, U64, U64>{});
  table.set<RmaGroupSync>(
      selection, 39,
      EventRecord<on_rma_group_sync, U32, WindowField, Reference<OTF2_MAPPING_GROUP>>{});
  table.set<RmaRequestLock>(selection, 40,
                            EventRecord<on_rma_request_lock, WindowField, U32, U64, U8>{});
  table.set<RmaAcquireLock>(selection, 41,
                            EventRecord<on_rma_acquire_lock, WindowField, U32, U64, U8>{});
  table.set<RmaTryLock>(selection, 42, EventRecord<on_rma_try_lock, WindowField, U32, U64, U8>{});
  table.set<RmaReleaseLock>(selection, 43,
                            EventRecord<on_rma_release_lock, WindowField, U32, U64>{});
  table.set<RmaSync>(selection, 44, EventRecord<on_rma_sync, WindowField, U32, U8>{});
  table.set<RmaWaitChange>(selection, 45, EventRecord<on_rma_wait_change, WindowField>{});
  table.set<RmaPut>(selection, 46, EventRecord<on_rma_put, WindowField, U32, U64, U64>{});
  table.set<RmaGet>(selection, 47, EventRecord<on_rma_get, WindowField, U32, U64, U64>{});
  table.set<RmaAtomic>(selection, 48,
                       EventRecord<on_rma_atomic, WindowField, U32, U8, U64, U64, U64>{});
  table.set<RmaOpCompleteBlocking>(selection, 49,
                                   EventRecord<on_rma_op_complete_blocking, WindowField, U64>{});
  table.set<RmaOpCompleteNonBlocking>(
      selection, 50, EventRecord<on_rma_op_complete_non_blocking, WindowField, U64>{});
  table.set<RmaOpTest>(selection, 51, EventRecord<on_rma_op_test, WindowField, U64>{});
  table.set<RmaOpCompleteRemote>(selection, 52,
                                 EventRecord<on_rma_op_complete_remote, WindowField, U64>{});
  table.set<IoCreateHandle>(selection, 69,
                            EventRecord<on_io_create_handle, HandleField, U8, U32, U32>{});
  table.set<IoDestroyHandle>(selection, 70, EventRecord<on_io_destroy_handle, HandleField>{});
  table.set<IoDuplicateHandle>(
      selection, 71, EventRecord<on_io_duplicate_handle, HandleField, HandleField, U32>{});
  table.set<IoSeek>(selection, 72, EventRecord<on_io_seek, HandleField, I64, U8, U64>{});
  table.set<IoChangeStatusFlags>(selection, 73,
                                 EventRecord<on_io_change_status_flags, HandleField, U32>{});
  table.set<IoDeleteFile>(selection, 74,
                          EventRecord<on_io_delete_file, U8, Reference<OTF2_MAPPING_IO_FILE>>{});
  table.set<IoOperationBegin>(selection, 75,
                              EventRecord<on_io_operation_begin, HandleField, U8, U32, U64, U64>{});
  table.set<IoOperationTest>(selection, 76, EventRecord<on_io_operation_test, HandleField, U64>{});
  table.set<IoOperationIssued>(selection, 77,
                               EventRecord<on_io_operation_issued, HandleField, U64>{});
  table.set<IoOperationComplete>(selection, 78,
                                 EventRecord<on_io_operation_complete, HandleField, U64, U64>{});
  table.set<IoOperationCancelled>(selection, 79,
                                  EventRecord<on_io_operation_cancelled, HandleField, U64>{});
  table.set<IoAcquireLock>(selection, 80, EventRecord<on_io_acquire_lock, HandleField, U8>{});
  table.set<IoReleaseLock>(selection, 81, EventRecord<on_io_release_lock, HandleField, U8>{});
  table.set<IoTryLock>(selection, 82, EventRecord<on_io_try_lock, HandleField, U8>{});
}

}  // namespace lull::otf2
