// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Thread, task, metric, parameter and sampling records. The older OMP records are the same events.
#include <array>

#include "lull/trace/otf2/decoder/decoder_table.hpp"
#include "lull/trace/otf2/decoder/event_callbacks.hpp"

namespace lull::otf2 {
namespace {

Paradigm paradigm(OTF2_Paradigm model) { return static_cast<Paradigm>(model); }

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
OTF2_CallbackCode on_thread_fork(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, OTF2_Paradigm model, uint32_t requested) {
  batch(user).add(time, attributes, ThreadFork{paradigm(model), requested});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_join(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, OTF2_Paradigm model) {
  batch(user).add(time, attributes, ThreadJoin{paradigm(model)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_team_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                       Attributes* attributes, OTF2_CommRef team) {
  batch(user).add(time, attributes, ThreadTeamBegin{communicator(user, team)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_team_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                     Attributes* attributes, OTF2_CommRef team) {
  batch(user).add(time, attributes, ThreadTeamEnd{communicator(user, team)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_acquire_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                         void* user, Attributes* attributes, OTF2_Paradigm model,
                                         uint32_t lock, uint32_t order) {
  batch(user).add(time, attributes, ThreadAcquireLock{paradigm(model), lock, order});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_release_lock(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                         void* user, Attributes* attributes, OTF2_Paradigm model,
                                         uint32_t lock, uint32_t order) {
  batch(user).add(time, attributes, ThreadReleaseLock{paradigm(model), lock, order});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_task_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, OTF2_CommRef team, uint32_t creator,
                                        uint32_t generation) {
  batch(user).add(time, attributes,
                  ThreadTaskCreate{communicator(user, team), creator, generation});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_task_switch(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                        Attributes* attributes, OTF2_CommRef team, uint32_t creator,
                                        uint32_t generation) {
  batch(user).add(time, attributes,
                  ThreadTaskSwitch{communicator(user, team), creator, generation});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_task_complete(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                          void* user, Attributes* attributes, OTF2_CommRef team,
                                          uint32_t creator, uint32_t generation) {
  batch(user).add(time, attributes,
                  ThreadTaskComplete{communicator(user, team), creator, generation});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_create(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                   Attributes* attributes, OTF2_CommRef contingent,
                                   uint64_t sequence) {
  batch(user).add(time, attributes, ThreadCreate{communicator(user, contingent), sequence});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_begin(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                  Attributes* attributes, OTF2_CommRef contingent,
                                  uint64_t sequence) {
  batch(user).add(time, attributes, ThreadBegin{communicator(user, contingent), sequence});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_wait(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                 Attributes* attributes, OTF2_CommRef contingent,
                                 uint64_t sequence) {
  batch(user).add(time, attributes, ThreadWait{communicator(user, contingent), sequence});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_thread_end(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                Attributes* attributes, OTF2_CommRef contingent,
                                uint64_t sequence) {
  batch(user).add(time, attributes, ThreadEnd{communicator(user, contingent), sequence});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_metric(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                            Attributes* attributes, OTF2_MetricRef metric, uint8_t count,
                            const OTF2_Type* types, const OTF2_MetricValue* values) {
  batch(user).add(time, attributes,
                  MetricSample{to_id<MetricId>(batch(user).maps().metrics.find(metric)),
                               batch(user).keep(types, values, count)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_parameter_string(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                      Attributes* attributes, OTF2_ParameterRef parameter,
                                      OTF2_StringRef value) {
  batch(user).add(time, attributes,
                  ParameterString{to_id<ParameterId>(batch(user).maps().parameters.find(parameter)),
                                  to_id<StringId>(batch(user).maps().strings.find(value))});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_parameter_int(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t, void* user,
                                   Attributes* attributes, OTF2_ParameterRef parameter,
                                   int64_t value) {
  batch(user).add(
      time, attributes,
      ParameterInt{to_id<ParameterId>(batch(user).maps().parameters.find(parameter)), value});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_parameter_unsigned_int(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                            void* user, Attributes* attributes,
                                            OTF2_ParameterRef parameter, uint64_t value) {
  batch(user).add(
      time, attributes,
      ParameterUnsigned{to_id<ParameterId>(batch(user).maps().parameters.find(parameter)), value});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_calling_context_enter(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                           void* user, Attributes* attributes,
                                           OTF2_CallingContextRef context, uint32_t distance) {
  batch(user).add(time, attributes, CallingContextEnter{calling_context(user, context), distance});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_calling_context_leave(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                           void* user, Attributes* attributes,
                                           OTF2_CallingContextRef context) {
  batch(user).add(time, attributes, CallingContextLeave{calling_context(user, context)});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode on_calling_context_sample(OTF2_LocationRef, OTF2_TimeStamp time, uint64_t,
                                            void* user, Attributes* attributes,
                                            OTF2_CallingContextRef context, uint32_t distance,
                                            OTF2_InterruptGeneratorRef generator) {
  batch(user).add(
      time, attributes,
      CallingContextSample{
          calling_context(user, context), distance,
          to_id<InterruptGeneratorId>(batch(user).maps().interrupt_generators.find(generator))});
  return OTF2_CALLBACK_SUCCESS;
}

struct MetricRecord {
  static constexpr std::size_t kMost = 255;
  std::array<OTF2_Type, kMost> types;
  std::array<OTF2_MetricValue, kMost> values;

  static void decode(RecordReader& record, std::uint64_t time, EventBatch& batch,
                     Attributes* attributes) {
    MetricRecord of;
    const std::uint32_t metric = record.reference(OTF2_MAPPING_METRIC);
    const std::uint8_t count = of.read_values(record);
    if (record.sound())
      on_metric(0, time, 0, &batch, attributes, metric, count, of.types.data(), of.values.data());
  }
  static void check(RecordReader& record, std::uint64_t, EventBatch&, Attributes*) {
    record.u32();
    MetricRecord().read_values(record);
  }

 private:
  std::uint8_t read_values(RecordReader& record) {
    const std::uint8_t count = record.u8();
    for (std::size_t i = 0; i < count && record.sound(); ++i) {
      types[i] = record.u8();
      values[i].unsigned_int = record.u64();
    }
    return count;
  }
};

}  // namespace

void set_thread_callbacks(OTF2_EvtReaderCallbacks* callbacks, const EventSelection& selection) {
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
  if (selection.test(kEventKind<ThreadFork>))
    OTF2_EvtReaderCallbacks_SetThreadForkCallback(callbacks, on_thread_fork);
  if (selection.test(kEventKind<ThreadJoin>))
    OTF2_EvtReaderCallbacks_SetThreadJoinCallback(callbacks, on_thread_join);
  if (selection.test(kEventKind<ThreadTeamBegin>))
    OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback(callbacks, on_thread_team_begin);
  if (selection.test(kEventKind<ThreadTeamEnd>))
    OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback(callbacks, on_thread_team_end);
  if (selection.test(kEventKind<ThreadAcquireLock>))
    OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(callbacks, on_thread_acquire_lock);
  if (selection.test(kEventKind<ThreadReleaseLock>))
    OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(callbacks, on_thread_release_lock);
  if (selection.test(kEventKind<ThreadTaskCreate>))
    OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(callbacks, on_thread_task_create);
  if (selection.test(kEventKind<ThreadTaskSwitch>))
    OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(callbacks, on_thread_task_switch);
  if (selection.test(kEventKind<ThreadTaskComplete>))
    OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(callbacks, on_thread_task_complete);
  if (selection.test(kEventKind<ThreadCreate>))
    OTF2_EvtReaderCallbacks_SetThreadCreateCallback(callbacks, on_thread_create);
  if (selection.test(kEventKind<ThreadBegin>))
    OTF2_EvtReaderCallbacks_SetThreadBeginCallback(callbacks, on_thread_begin);
  if (selection.test(kEventKind<ThreadWait>))
    OTF2_EvtReaderCallbacks_SetThreadWaitCallback(callbacks, on_thread_wait);
  if (selection.test(kEventKind<ThreadEnd>))
    OTF2_EvtReaderCallbacks_SetThreadEndCallback(callbacks, on_thread_end);
  if (selection.test(kEventKind<MetricSample>))
    OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks, on_metric);
  if (selection.test(kEventKind<ParameterString>))
    OTF2_EvtReaderCallbacks_SetParameterStringCallback(callbacks, on_parameter_string);
  if (selection.test(kEventKind<ParameterInt>))
    OTF2_EvtReaderCallbacks_SetParameterIntCallback(callbacks, on_parameter_int);
  if (selection.test(kEventKind<ParameterUnsigned>))
    OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(callbacks, on_parameter_unsigned_int);
  if (selection.test(kEventKind<CallingContextEnter>))
    OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(callbacks, on_calling_context_enter);
  if (selection.test(kEventKind<CallingContextLeave>))
    OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(callbacks, on_calling_context_leave);
  if (selection.test(kEventKind<CallingContextSample>))
    OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback(callbacks, on_calling_context_sample);
}

void set_thread_decoders(DecoderTable& table, const EventSelection& selection) {
  table.set<ThreadFork>(selection, 24, EventRecord<on_omp_fork, U32>{});
  table.set<ThreadJoin>(selection, 25, EventRecord<on_omp_join>{});
  table.set<ThreadAcquireLock>(selection, 26, EventRecord<on_omp_acquire_lock, U32, U32>{});
  table.set<ThreadReleaseLock>(selection, 27, EventRecord<on_omp_release_lock, U32, U32>{});
  table.set<ThreadTaskCreate>(selection, 28, EventRecord<on_omp_task_create, U64>{});
  table.set<ThreadTaskSwitch>(selection, 29, EventRecord<on_omp_task_switch, U64>{});
  table.set<ThreadTaskComplete>(selection, 30, EventRecord<on_omp_task_complete, U64>{});
  table.set<MetricSample>(selection, 31, MetricRecord{});
  table.set<ParameterString>(selection, 32,
                             EventRecord<on_parameter_string, Reference<OTF2_MAPPING_PARAMETER>,
                                         Reference<OTF2_MAPPING_STRING>>{});
  table.set<ParameterInt>(selection, 33,
                          EventRecord<on_parameter_int, Reference<OTF2_MAPPING_PARAMETER>, I64>{});
  table.set<ParameterUnsigned>(
      selection, 34,
      EventRecord<on_parameter_unsigned_int, Reference<OTF2_MAPPING_PARAMETER>, U64>{});
  table.set<ThreadFork>(selection, 53, EventRecord<on_thread_fork, U8, U32>{});
  table.set<ThreadJoin>(selection, 54, EventRecord<on_thread_join, U8>{});
  table.set<ThreadTeamBegin>(selection, 55, EventRecord<on_thread_team_begin, CommField>{});
  table.set<ThreadTeamEnd>(selection, 56, EventRecord<on_thread_team_end, CommField>{});
  table.set<ThreadAcquireLock>(selection, 57, EventRecord<on_thread_acquire_lock, U8, U32, U32>{});
  table.set<ThreadReleaseLock>(selection, 58, EventRecord<on_thread_release_lock, U8, U32, U32>{});
  table.set<ThreadTaskCreate>(selection, 59,
                              EventRecord<on_thread_task_create, CommField, U32, U32>{});
  table.set<ThreadTaskSwitch>(selection, 60,
                              EventRecord<on_thread_task_switch, CommField, U32, U32>{});
  table.set<ThreadTaskComplete>(selection, 61,
                                EventRecord<on_thread_task_complete, CommField, U32, U32>{});
  table.set<ThreadCreate>(selection, 62, EventRecord<on_thread_create, CommField, U64>{});
  table.set<ThreadBegin>(selection, 63, EventRecord<on_thread_begin, CommField, U64>{});
  table.set<ThreadWait>(selection, 64, EventRecord<on_thread_wait, CommField, U64>{});
  table.set<ThreadEnd>(selection, 65, EventRecord<on_thread_end, CommField, U64>{});
  table.set<CallingContextEnter>(selection, 66,
                                 EventRecord<on_calling_context_enter, ContextField, U32>{});
  table.set<CallingContextLeave>(selection, 67,
                                 EventRecord<on_calling_context_leave, ContextField>{});
  table.set<CallingContextSample>(selection, 68,
                                  EventRecord<on_calling_context_sample, ContextField, U32,
                                              Reference<OTF2_MAPPING_INTERRUPT_GENERATOR>>{});
}

}  // namespace lull::otf2
