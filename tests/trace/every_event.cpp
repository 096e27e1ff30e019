// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "trace/every_event.hpp"

#include "support/definition_builder.hpp"

namespace lull::support {
namespace {

Value number(double floating) {
  Value value;
  value.kind = ValueKind::Floating;
  value.as_floating = floating;
  return value;
}

std::vector<EventBody> message_events(CommunicatorId comm) {
  constexpr auto kOperation = CollectiveOperation::Reduce;
  return {Enter{RegionId(0)},
          Leave{RegionId(0)},
          MpiSend{0, comm, 1, 2},
          MpiRecv{0, comm, 3, 4},
          MpiIsend{0, comm, 5, 6, 7},
          MpiIsendComplete{8},
          MpiIrecvRequest{9},
          MpiIrecv{0, comm, 10, 11, 12},
          MpiRequestTest{13},
          MpiRequestCancelled{14},
          MpiCollectiveBegin{},
          MpiCollectiveEnd{kOperation, comm, 0, 15, 16},
          NonBlockingCollectiveRequest{17},
          NonBlockingCollectiveComplete{kOperation, comm, kNoRank, 18, 19, 20},
          CommCreate{comm},
          CommDestroy{comm},
          BufferFlush{Timestamp{175}},
          MeasurementOnOff{false},
          ProgramBegin{StringId(0)},
          ProgramEnd{-3}};
}

std::vector<EventBody> thread_events(CommunicatorId team, MetricId metric,
                                     std::span<const Value> values) {
  return {ThreadFork{Paradigm::OpenMp, 4},
          ThreadJoin{Paradigm::OpenMp},
          ThreadTeamBegin{team},
          ThreadTeamEnd{team},
          ThreadAcquireLock{Paradigm::OpenMp, 21, 22},
          ThreadReleaseLock{Paradigm::OpenMp, 23, 24},
          ThreadTaskCreate{team, 25, 26},
          ThreadTaskSwitch{team, 27, 28},
          ThreadTaskComplete{team, 29, 30},
          ThreadCreate{team, 31},
          ThreadBegin{team, 32},
          ThreadWait{team, 33},
          ThreadEnd{team, 34},
          MetricSample{metric, values},
          ParameterString{ParameterId(0), StringId(0)},
          ParameterInt{ParameterId(0), -35},
          ParameterUnsigned{ParameterId(0), 36}};
}

std::vector<EventBody> one_sided_events(WindowId window) {
  return {RmaWinCreate{window},
          RmaWinDestroy{window},
          RmaCollectiveBegin{},
          RmaCollectiveEnd{CollectiveOperation::Barrier, 3, window, kNoRank, 37, 38},
          RmaGroupSync{1, window, GroupId(0)},
          RmaRequestLock{window, 0, 39, true},
          RmaAcquireLock{window, 0, 40, false},
          RmaTryLock{window, 0, 41, true},
          RmaReleaseLock{window, 0, 42},
          RmaSync{window, 0, 1},
          RmaWaitChange{window},
          RmaPut{window, 0, 43, 44},
          RmaGet{window, 0, 45, 46},
          RmaAtomic{window, 0, 2, 47, 48, 49},
          RmaOpCompleteBlocking{window, 50},
          RmaOpCompleteNonBlocking{window, 51},
          RmaOpTest{window, 52},
          RmaOpCompleteRemote{window, 53}};
}

std::vector<EventBody> other_events() {
  const IoHandleId handle(0);
  return {CallingContextEnter{CallingContextId(0), 1},
          CallingContextLeave{CallingContextId(0)},
          CallingContextSample{CallingContextId(0), 1, InterruptGeneratorId(0)},
          IoCreateHandle{handle, 2, 1, 4},
          IoDestroyHandle{handle},
          IoDuplicateHandle{handle, IoHandleId(1), 2},
          IoSeek{handle, -54, 1, 55},
          IoChangeStatusFlags{handle, 1},
          IoDeleteFile{IoParadigmId(0), IoFileId(0)},
          IoOperationBegin{handle, 1, 2, 56, 57},
          IoOperationTest{handle, 58},
          IoOperationIssued{handle, 59},
          IoOperationComplete{handle, 60, 61},
          IoOperationCancelled{handle, 62},
          IoAcquireLock{handle, true},
          IoReleaseLock{handle, false},
          IoTryLock{handle, true}};
}

void define_the_rest(Definitions& definitions) {
  definitions.source_locations = {{"a.c", 7}};
  definitions.calling_contexts = {{RegionId(0), SourceLocationId(0), {}}};
  definitions.interrupt_generators = {{"timer", 1000}};
  definitions.io_paradigms = {"POSIX"};
  definitions.io_files = {"data.bin"};
  definitions.io_handles = {"data", "copy"};
  definitions.attributes = {"size"};
}

}  // namespace

std::unique_ptr<MemoryTrace> trace_of_every_event() {
  auto trace = std::make_unique<MemoryTrace>();
  Definitions& definitions = trace->definitions_table;
  DefinitionBuilder builder(definitions, std::vector<std::uint32_t>{1});
  builder.string("");
  builder.region("main");
  builder.parameter("step");
  const std::vector<MetricMember> members{
      {"watt", "power", "W", MetricMode::AbsoluteLast, ValueKind::Floating, true, 0}};
  const MetricId metric = builder.metric(members);
  const WindowId window = builder.window("window", builder.world());
  builder.topology("line", builder.world(), {{"x", 1, true}});
  define_the_rest(definitions);
  trace->events.resize(1);
  for (const auto& part : {message_events(builder.world()),
                           thread_events(builder.world(), metric, trace->store({number(2.5)})),
                           one_sided_events(window), other_events()})
    for (const EventBody& body : part)
      trace->events[0].push_back({Timestamp{10 * (trace->events[0].size() + 1)}, body, nullptr});
  return trace;
}

const std::vector<std::string>& names_of_every_event() {
  // clang-format off
  static const std::vector<std::string> names{
      "ENTER", "LEAVE", "MPI_SEND", "MPI_RECV", "MPI_ISEND", "MPI_ISEND_COMPLETE",
      "MPI_IRECV_REQUEST", "MPI_IRECV", "MPI_REQUEST_TEST", "MPI_REQUEST_CANCELLED",
      "MPI_COLLECTIVE_BEGIN", "MPI_COLLECTIVE_END", "NON_BLOCKING_COLLECTIVE_REQUEST",
      "NON_BLOCKING_COLLECTIVE_COMPLETE", "COMM_CREATE", "COMM_DESTROY", "BUFFER_FLUSH",
      "MEASUREMENT_ON_OFF", "PROGRAM_BEGIN", "PROGRAM_END", "THREAD_FORK", "THREAD_JOIN",
      "THREAD_TEAM_BEGIN", "THREAD_TEAM_END", "THREAD_ACQUIRE_LOCK", "THREAD_RELEASE_LOCK",
      "THREAD_TASK_CREATE", "THREAD_TASK_SWITCH", "THREAD_TASK_COMPLETE", "THREAD_CREATE",
      "THREAD_BEGIN", "THREAD_WAIT", "THREAD_END", "METRIC", "PARAMETER_STRING", "PARAMETER_INT64",
      "PARAMETER_UINT64", "RMA_WIN_CREATE", "RMA_WIN_DESTROY", "RMA_COLLECTIVE_BEGIN",
      "RMA_COLLECTIVE_END", "RMA_GROUP_SYNC", "RMA_REQUEST_LOCK", "RMA_ACQUIRE_LOCK",
      "RMA_TRY_LOCK", "RMA_RELEASE_LOCK", "RMA_SYNC", "RMA_WAIT_CHANGE", "RMA_PUT", "RMA_GET",
      "RMA_ATOMIC", "RMA_OP_COMPLETE_BLOCKING", "RMA_OP_COMPLETE_NON_BLOCKING", "RMA_OP_TEST",
      "RMA_OP_COMPLETE_REMOTE", "CALLING_CONTEXT_ENTER", "CALLING_CONTEXT_LEAVE",
      "CALLING_CONTEXT_SAMPLE", "IO_CREATE_HANDLE", "IO_DESTROY_HANDLE", "IO_DUPLICATE_HANDLE",
      "IO_SEEK", "IO_CHANGE_FLAGS", "IO_DELETE_FILE", "IO_OPERATION_BEGIN",
      "IO_OPERATION_TEST", "IO_OPERATION_ISSUED", "IO_OPERATION_COMPLETE", "IO_OPERATION_CANCELLED",
      "IO_ACQUIRE_LOCK", "IO_RELEASE_LOCK", "IO_TRY_LOCK"};
  // clang-format on
  return names;
}

}  // namespace lull::support
