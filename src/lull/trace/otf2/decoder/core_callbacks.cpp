// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Program, region and MPI records.
#include "lull/trace/otf2/decoder/decoder_table.hpp"
#include "lull/trace/otf2/decoder/event_callbacks.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_buffer_flush(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                  Attributes* attributes, OTF2_TimeStamp stop) {
  batch(user).add(time, attributes, BufferFlush{Timestamp{stop}});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_measurement_on_off(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, OTF2_MeasurementMode mode) {
  batch(user).add(time, attributes, MeasurementOnOff{mode == OTF2_MEASUREMENT_ON});
  return OTF2_CALLBACK_SUCCESS;
}
template <class Body>
[[gnu::noinline]] OTF2_CallbackCode add_in_any_case(OTF2_TimeStamp time, void* user,
                                                    Attributes* attributes, OTF2_RegionRef r) {
  batch(user).add(time, attributes, Body{region(user, r)});
  return OTF2_CALLBACK_SUCCESS;
}
// Enter and Leave, most of the events of most traces.
template <class Body>
OTF2_CallbackCode on_enter_or_leave(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                    Attributes* attributes, OTF2_RegionRef r) {
  EventBatch& events = batch(user);
  const RegionId region = to_id<RegionId>(events.maps().regions.find_direct(r));
  if (!region.defined() || events.with_attributes()) [[unlikely]]
    return add_in_any_case<Body>(time, user, attributes, r);
  events.add(time, Body{region});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_send(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                              Attributes* attributes, uint32_t peer, OTF2_CommRef comm,
                              uint32_t tag, uint64_t length) {
  batch(user).add(time, attributes, MpiSend{peer, communicator(user, comm), tag, length});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_isend(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                               Attributes* attributes, uint32_t peer, OTF2_CommRef comm,
                               uint32_t tag, uint64_t length, uint64_t request) {
  batch(user).add(time, attributes, MpiIsend{peer, communicator(user, comm), tag, length, request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_isend_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, uint64_t request) {
  batch(user).add(time, attributes, MpiIsendComplete{request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_irecv_request(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                       Attributes* attributes, uint64_t request) {
  batch(user).add(time, attributes, MpiIrecvRequest{request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_recv(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                              Attributes* attributes, uint32_t peer, OTF2_CommRef comm,
                              uint32_t tag, uint64_t length) {
  batch(user).add(time, attributes, MpiRecv{peer, communicator(user, comm), tag, length});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_irecv(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                               Attributes* attributes, uint32_t peer, OTF2_CommRef comm,
                               uint32_t tag, uint64_t length, uint64_t request) {
  batch(user).add(time, attributes, MpiIrecv{peer, communicator(user, comm), tag, length, request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_request_test(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, uint64_t request) {
  batch(user).add(time, attributes, MpiRequestTest{request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_request_cancelled(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                           void* user, Attributes* attributes, uint64_t request) {
  batch(user).add(time, attributes, MpiRequestCancelled{request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_collective_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                          void* user, Attributes* attributes) {
  batch(user).add(time, attributes, MpiCollectiveBegin{});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_mpi_collective_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, OTF2_CollectiveOp op,
                                        OTF2_CommRef comm, uint32_t root, uint64_t sent,
                                        uint64_t received) {
  batch(user).add(time, attributes,
                  MpiCollectiveEnd{operation(op), communicator(user, comm), root, sent, received});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_non_blocking_collective_request(OTF2_LocationRef, OTF2_TimeStamp time,
                                                     uint64_t, void* user, Attributes* attributes,
                                                     uint64_t request) {
  batch(user).add(time, attributes, NonBlockingCollectiveRequest{request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_non_blocking_collective_complete(OTF2_LocationRef, OTF2_TimeStamp time,
                                                      uint64_t, void* user, Attributes* attributes,
                                                      OTF2_CollectiveOp op, OTF2_CommRef comm,
                                                      uint32_t root, uint64_t sent,
                                                      uint64_t received, uint64_t request) {
  batch(user).add(time, attributes,
                  NonBlockingCollectiveComplete{operation(op), communicator(user, comm), root, sent,
                                                received, request});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_comm_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, OTF2_CommRef comm) {
  batch(user).add(time, attributes, CommCreate{communicator(user, comm)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_comm_destroy(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                  Attributes* attributes, OTF2_CommRef comm) {
  batch(user).add(time, attributes, CommDestroy{communicator(user, comm)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_program_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                   Attributes* attributes, OTF2_StringRef name, uint32_t,
                                   const OTF2_StringRef*) {
  batch(user).add(time, attributes,
                  ProgramBegin{to_id<StringId>(batch(user).maps().strings.find(name))});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_program_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, int64_t status) {
  batch(user).add(time, attributes, ProgramEnd{status});
  return OTF2_CALLBACK_SUCCESS;
}

// Its arguments are not kept.
struct ProgramBeginRecord {
  static std::uint32_t read(RecordReader& record) {
    const std::uint32_t name = record.reference(OTF2_MAPPING_STRING);
    const std::uint32_t count = record.u32();
    for (std::uint32_t i = 0; i < count && record.sound(); ++i) record.u32();
    return name;
  }
  static void decode(RecordReader& record, std::uint64_t time, EventBatch& batch,
                     Attributes* attributes) {
    const std::uint32_t name = read(record);
    if (record.sound()) on_program_begin(0, time, 0, &batch, attributes, name, 0, nullptr);
  }
  static void check(RecordReader& record, std::uint64_t, EventBatch&, Attributes*) { read(record); }
};

}  // namespace

void set_core_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection) {
  if (selection.test(kEventKind<BufferFlush>))
    OTF2_EvtReaderCallbacks_SetBufferFlushCallback(callbacks, on_buffer_flush);
  if (selection.test(kEventKind<MeasurementOnOff>))
    OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(callbacks, on_measurement_on_off);
  if (selection.test(kEventKind<Enter>))
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on_enter_or_leave<Enter>);
  if (selection.test(kEventKind<Leave>))
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on_enter_or_leave<Leave>);
  if (selection.test(kEventKind<MpiSend>))
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, on_mpi_send);
  if (selection.test(kEventKind<MpiIsend>))
    OTF2_EvtReaderCallbacks_SetMpiIsendCallback(callbacks, on_mpi_isend);
  if (selection.test(kEventKind<MpiIsendComplete>))
    OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(callbacks, on_mpi_isend_complete);
  if (selection.test(kEventKind<MpiIrecvRequest>))
    OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(callbacks, on_mpi_irecv_request);
  if (selection.test(kEventKind<MpiRecv>))
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_mpi_recv);
  if (selection.test(kEventKind<MpiIrecv>))
    OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(callbacks, on_mpi_irecv);
  if (selection.test(kEventKind<MpiRequestTest>))
    OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(callbacks, on_mpi_request_test);
  if (selection.test(kEventKind<MpiRequestCancelled>))
    OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(callbacks, on_mpi_request_cancelled);
  if (selection.test(kEventKind<MpiCollectiveBegin>))
    OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(callbacks, on_mpi_collective_begin);
  if (selection.test(kEventKind<MpiCollectiveEnd>))
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_mpi_collective_end);
  if (selection.test(kEventKind<NonBlockingCollectiveRequest>))
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(
        callbacks, on_non_blocking_collective_request);
  if (selection.test(kEventKind<NonBlockingCollectiveComplete>))
    OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(
        callbacks, on_non_blocking_collective_complete);
  if (selection.test(kEventKind<CommCreate>))
    OTF2_EvtReaderCallbacks_SetCommCreateCallback(callbacks, on_comm_create);
  if (selection.test(kEventKind<CommDestroy>))
    OTF2_EvtReaderCallbacks_SetCommDestroyCallback(callbacks, on_comm_destroy);
  if (selection.test(kEventKind<ProgramBegin>))
    OTF2_EvtReaderCallbacks_SetProgramBeginCallback(callbacks, on_program_begin);
  if (selection.test(kEventKind<ProgramEnd>))
    OTF2_EvtReaderCallbacks_SetProgramEndCallback(callbacks, on_program_end);
}

void set_core_decoders(DecoderTable& table, const EventSelection& selection) {
  table.set<BufferFlush>(selection, 10, EventRecord<on_buffer_flush, Time>{});
  table.set<MeasurementOnOff>(selection, 11, EventRecord<on_measurement_on_off, U8>{});
  table.set<Enter>(selection, 12, EventRecord<on_enter_or_leave<Enter>, RegionField>{});
  table.set<Leave>(selection, 13, EventRecord<on_enter_or_leave<Leave>, RegionField>{});
  table.set<MpiSend>(selection, 14, EventRecord<on_mpi_send, U32, CommField, U32, U64>{});
  table.set<MpiIsend>(selection, 15, EventRecord<on_mpi_isend, U32, CommField, U32, U64, U64>{});
  table.set<MpiIsendComplete>(selection, 16, EventRecord<on_mpi_isend_complete, U64>{});
  table.set<MpiIrecvRequest>(selection, 17, EventRecord<on_mpi_irecv_request, U64>{});
  table.set<MpiRecv>(selection, 18, EventRecord<on_mpi_recv, U32, CommField, U32, U64>{});
  table.set<MpiIrecv>(selection, 19, EventRecord<on_mpi_irecv, U32, CommField, U32, U64, U64>{});
  table.set<MpiRequestTest>(selection, 20, EventRecord<on_mpi_request_test, U64>{});
  table.set<MpiRequestCancelled>(selection, 21, EventRecord<on_mpi_request_cancelled, U64>{});
  table.set<MpiCollectiveBegin>(selection, 22, EventRecord<on_mpi_collective_begin>{});
  table.set<MpiCollectiveEnd>(selection, 23,
                              EventRecord<on_mpi_collective_end, U8, CommField, U32, U64, U64>{});
  table.set<ProgramBegin>(selection, 83, ProgramBeginRecord{});
  table.set<ProgramEnd>(selection, 84, EventRecord<on_program_end, I64>{});
  table.set<NonBlockingCollectiveRequest>(selection, 85,
                                          EventRecord<on_non_blocking_collective_request, U64>{});
  table.set<NonBlockingCollectiveComplete>(
      selection, 86,
      EventRecord<on_non_blocking_collective_complete, U8, CommField, U32, U64, U64, U64>{});
  table.set<CommCreate>(selection, 87, EventRecord<on_comm_create, CommField>{});
  table.set<CommDestroy>(selection, 88, EventRecord<on_comm_destroy, CommField>{});
}

}  // namespace lull::otf2
