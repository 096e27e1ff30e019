// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Explicit tasks. A thread that waits in a task runs others on top of it, so that a thread's open
// tasks are a stack; only an untied task may leave it unfinished, and go on elsewhere.
#include <otf2/otf2.h>

#include "lull/recorder/openmp/callbacks.hpp"
#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {
namespace {

// What the runtime keeps for a task: 20 bits region, 12 bits creating thread in its team, 32 bits
// number among that thread's tasks, from 1 on. 0 is an implicit task.
constexpr std::uint64_t kMostRegions = 1u << 20;

std::uint64_t make_id(RegionNumber region, std::uint32_t creator, std::uint32_t generation) {
  return (std::uint64_t{region} % kMostRegions) << 44 | (std::uint64_t{creator} & 0xfffu) << 32 |
         generation;
}
RegionNumber region_of(std::uint64_t id) { return static_cast<RegionNumber>(id >> 44); }
std::uint32_t creator_of(std::uint64_t id) { return static_cast<std::uint32_t>(id >> 32) & 0xfffu; }
std::uint32_t generation_of(std::uint64_t id) { return static_cast<std::uint32_t>(id); }

// Tasks outside of parallel regions have no team that could be named.
void on_task_create(ompt_data_t*, const ompt_frame_t*, ompt_data_t* task, int, int,
                    const void* place) noexcept {
  task->value = 0;
  record([=](Thread& thread) {
    const Thread::Membership* const team = thread.team();
    const RegionNumber region = thread.region(Construct::Task, place);
    const std::uint32_t creator = team == nullptr ? 0 : team->index;
    task->value = make_id(region, creator, thread.next_generation());
    if (team != nullptr)
      OTF2_EvtWriter_ThreadTaskCreate(thread.writer(), nullptr, thread.location().look_at_clock(),
                                      team->number, creator, generation_of(task->value));
  });
}

void complete(Thread& thread, std::uint64_t id) {
  thread.end_task();
  if (const Thread::Membership* const team = thread.team())
    OTF2_EvtWriter_ThreadTaskComplete(thread.writer(), nullptr, thread.location().look_at_clock(),
                                      team->number, creator_of(id), generation_of(id));
}

void switch_to(Thread& thread, std::uint64_t id) {
  const Thread::Membership* const team = thread.team();
  if (team == nullptr) return;
  OTF2_EvtWriter_ThreadTaskSwitch(thread.writer(), nullptr, thread.location().look_at_clock(),
                                  team->number, id == 0 ? team->index : creator_of(id),
                                  generation_of(id));
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) noexcept {
  if (prior == nullptr || next == nullptr) return;  // an event was fulfilled, nothing is switched
  record([=](Thread& thread) {
    const bool ends =
        status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach;
    if (const std::uint64_t top = thread.task(); top != 0 && top == prior->value) {
      if (ends)
        complete(thread, top);
      else if (thread.task(1) == next->value)
        thread.end_task();
    }
    switch_to(thread, next->value);
    if (next->value != thread.task()) thread.begin_task(next->value, region_of(next->value));
  });
}

}  // namespace

void set_task_callbacks(ompt_set_callback_t set) {
  set_callback(set, ompt_callback_task_create, on_task_create);
  set_callback(set, ompt_callback_task_schedule, on_task_schedule);
}

}  // namespace lull::recorder::openmp
