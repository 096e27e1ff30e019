// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/tasks.hpp"

#include <dlfcn.h>
#include <otf2/otf2.h>

#include <atomic>
#include <utility>

namespace lull::recorder::openmp {
namespace {

constexpr std::uint64_t kMostRegions = 1u << 20;

TaskId make_id(RegionNumber region, std::uint32_t creator, std::uint32_t generation) {
  return (std::uint64_t{region} % kMostRegions) << 44 | (std::uint64_t{creator} & 0xfffu) << 32 |
         generation;
}
RegionNumber region_of(TaskId id) { return static_cast<RegionNumber>(id >> 44); }
std::uint32_t creator_of(TaskId id) { return static_cast<std::uint32_t>(id >> 32) & 0xfffu; }
std::uint32_t generation_of(TaskId id) { return static_cast<std::uint32_t>(id); }

thread_local const void* taskloop [[gnu::tls_model("initial-exec")]] = nullptr;

std::atomic<const void*> runtime_begin{nullptr};
std::atomic<const void*> runtime_end{nullptr};

}  // namespace

const void* enter_taskloop(const void* place) noexcept { return std::exchange(taskloop, place); }

void set_llvm_runtime(const void* function) noexcept {
  dl_find_object found{};
  if (::_dl_find_object(const_cast<void*>(function), &found) != 0) return;
  runtime_end = found.dlfo_map_end;
  runtime_begin = found.dlfo_map_start;
}

const void* place_in_program(const Thread& thread, const void* place) noexcept {
  if (place >= runtime_end.load(std::memory_order_relaxed) ||
      place < runtime_begin.load(std::memory_order_relaxed)) [[likely]]
    return place;
  if (taskloop != nullptr) return taskloop;
  return thread.team() == nullptr ? nullptr : thread.team()->team->place();
}

TaskId create_task(Thread& thread, const void* place) {
  const Thread::Membership* const team = thread.team();
  const RegionNumber region = thread.region(Construct::Task, place);
  const std::uint32_t creator = team == nullptr ? 0 : team->index;
  const TaskId task = make_id(region, creator, thread.next_generation());
  if (team != nullptr)
    OTF2_EvtWriter_ThreadTaskCreate(thread.writer(), nullptr, thread.location().look_at_clock(),
                                    team->number, creator, generation_of(task));
  return task;
}

void switch_to_task(Thread& thread, TaskId task) {
  if (const Thread::Membership* const team = thread.team())
    OTF2_EvtWriter_ThreadTaskSwitch(thread.writer(), nullptr, thread.location().look_at_clock(),
                                    team->number, task == 0 ? team->index : creator_of(task),
                                    generation_of(task));
  if (task != thread.task()) thread.begin_task(task, region_of(task));
}

void complete_task(Thread& thread, TaskId task) {
  thread.end_task();
  if (const Thread::Membership* const team = thread.team())
    OTF2_EvtWriter_ThreadTaskComplete(thread.writer(), nullptr, thread.location().look_at_clock(),
                                      team->number, creator_of(task), generation_of(task));
}

}  // namespace lull::recorder::openmp
