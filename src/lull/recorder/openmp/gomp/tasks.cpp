// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Explicit tasks. The runtime copies a task's argument until a thread runs it: the recorder
// prepends its own words, and a function of its own runs the task's. The runtime depends on whether
// the compiler provides a copy function (such tasks cannot be cancelled): the recorder provides one
// exactly if the program does.
#include "lull/recorder/openmp/tasks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

#include "lull/recorder/openmp/gomp/calls.hpp"

namespace lull::recorder::openmp::gomp {
namespace {

using Function = void (*)(void* argument);
using Copy = void (*)(void* to, void* from);

// Precedes the program's argument. The runtime reads and writes the first words of the argument:
// the bounds of a part of a loop, the event of a detached task.
struct Front {
  std::array<Word, 3> head{};
  Function function = nullptr;
  Copy copy = nullptr;
  Runtime* runtime = nullptr;
  void* argument = nullptr;  // the program's argument, for copy_task()
  std::size_t offset = 0;    // from here to the program's argument
  std::size_t changed = 0;   // number of new words in the head, which are the program's
  TaskId id = 0;             // 0: the task is created where it begins
};

void take_head(const Front& front, void* argument) {
  if (argument != nullptr && front.changed > 0)
    std::memcpy(argument, front.head.data(), front.changed * sizeof(Word));
}

void copy_task(void* to, void* from) {
  auto* const front = static_cast<Front*>(from);
  std::memcpy(to, front, sizeof(Front));
  take_head(*front, front->argument);
  front->copy(static_cast<char*>(to) + front->offset, front->argument);
}

void begin(Front& front) {
  record([&](Thread& thread) {
    thread.begin_expected_barrier();
    if (front.id == 0)
      front.id = create_task(thread, place_of_function(reinterpret_cast<void*>(front.function)));
    switch_to_task(thread, front.id);
  });
}

void end(TaskId id) {
  record(
      [=](Thread& thread) {
        if (thread.task() != id) return;
        complete_task(thread, id);
        switch_to_task(thread, thread.task());
      },
      Recording::EvenPaused{});
}

void run_task(void* data) {
  auto& front = *static_cast<Front*>(data);
  void* const argument = static_cast<char*>(data) + front.offset;
  take_head(front, argument);
  const RunningFunction running({front.runtime, reinterpret_cast<const void*>(front.function)});
  begin(front);
  const TaskId id = front.id;
  front.function(argument);
  if (id != 0) end(id);
}

// The argument of a task as passed to the runtime: the recorder's words, then the program's.
class Argument {
 public:
  Argument(const Front& front, void* argument, std::size_t size, std::size_t alignment)
      : alignment_(std::max(alignment, alignof(Front))), front_(front) {
    front_.argument = argument;
    front_.offset = (sizeof(Front) + alignment_ - 1) / alignment_ * alignment_;
    size_ = front_.offset + size;
    if (front_.copy != nullptr) return;
    std::size_t space = size_ + alignment_;
    void* place = small_.data();
    if (space > small_.size()) {
      large_ = std::make_unique<char[]>(space);
      place = large_.get();
    }
    whole_ = std::align(alignment_, size_, place, space);
    std::memcpy(whole_, &front_, sizeof(Front));
    if (size > 0) std::memcpy(static_cast<char*>(whole_) + front_.offset, argument, size);
  }

  void put(Words& words) {
    words.of[0] = reinterpret_cast<Word>(&run_task);
    words.of[1] = reinterpret_cast<Word>(whole_ == nullptr ? &front_ : whole_);
    words.of[2] = whole_ == nullptr ? reinterpret_cast<Word>(&copy_task) : 0;
    words.of[3] = size_;
    words.of[4] = alignment_;
  }

 private:
  std::size_t alignment_;
  std::size_t size_ = 0;
  Front front_;
  void* whole_ = nullptr;
  std::unique_ptr<char[]> large_;
  alignas(16) std::array<char, 256> small_;
};

Front front_of(Runtime& runtime, const Words& words) {
  Front front;
  front.function = words.pointer<Function>(0);
  front.copy = words.pointer<Copy>(2);
  front.runtime = &runtime;
  return front;
}

// libgomp defines this value.
constexpr Word kDetached = 1u << 13;

Word create(const Call& call) {
  if (!is_started()) return call.original(call.words);
  Front front = front_of(call.runtime, call.words);
  auto* const argument = call.words.pointer<void*>(1);
  if ((call.words.of[6] & kDetached) != 0 && argument != nullptr) front.changed = 1;
  record([&](Thread& thread) {
    front.id = create_task(thread, place_of_function(reinterpret_cast<void*>(front.function)));
  });
  Argument whole(front, argument, call.words.of[3], call.words.of[4]);
  Words own = call.words;
  whole.put(own);
  return call.original(own);
}

// LLVM's runtime reports the rest.
Word call_taskloop(const Call& call) {
  const void* const outer = enter_taskloop(call.caller);
  const Word result = call.original(call.words);
  enter_taskloop(outer);
  return result;
}

}  // namespace

// The runtime splits a loop into any number of tasks, each with its bounds in front.
template <class Bound>
using Taskloop = void(Function, void*, Copy, long, long, unsigned, unsigned long, int, Bound, Bound,
                      Bound);

template <class Bound>
void run_taskloop(Runtime& runtime, Taskloop<Bound>* original, const void* caller,
                  Function function, void* argument, Copy copy, long size, long alignment,
                  unsigned flags, unsigned long tasks, int priority, Bound begin, Bound end,
                  Bound step) {
  bool begun = false;
  if (is_started())
    record([&](Thread& thread) {
      begun = true;
      thread.begin(Construct::Taskloop, place_of_call(caller));
    });
  if (!begun)
    return original(function, argument, copy, size, alignment, flags, tasks, priority, begin, end,
                    step);
  Words words{{reinterpret_cast<Word>(function), reinterpret_cast<Word>(argument),
               reinterpret_cast<Word>(copy)}};
  Front front = front_of(runtime, words);
  front.changed = 2;
  const std::size_t head = std::min(sizeof front.head, static_cast<std::size_t>(size));
  std::memcpy(front.head.data(), argument, head);
  Argument whole(front, argument, static_cast<std::size_t>(size),
                 static_cast<std::size_t>(alignment));
  whole.put(words);
  original(words.pointer<Function>(0), words.pointer<void*>(1), words.pointer<Copy>(2),
           static_cast<long>(words.of[3]), static_cast<long>(words.of[4]), flags, tasks, priority,
           begin, end, step);
  record([](Thread& thread) { thread.end(Construct::Taskloop); }, Recording::EvenPaused{});
}

}  // namespace lull::recorder::openmp::gomp

namespace tasks = lull::recorder::openmp::gomp;

LULL_GOMP_FUNCTION(GOMP_task, tasks::create)
#define LULL_LLVM_TASKLOOP(name) LULL_RUNTIME_FUNCTION(name, tasks::call_taskloop, )
LULL_LLVM_TASKLOOPS(LULL_LLVM_TASKLOOP)

// NOLINTBEGIN(bugprone-macro-parentheses): types have none
#define LULL_TASKLOOP(name, Bound)                                                               \
  extern "C" [[gnu::visibility("default")]] void name(                                           \
      tasks::Function function, void* argument, tasks::Copy copy, long size, long alignment,     \
      unsigned flags, unsigned long number, int priority, Bound begin, Bound end, Bound step) {  \
    const void* const caller = __builtin_return_address(0);                                      \
    tasks::Runtime& runtime = tasks::Runtime::of(caller);                                        \
    const auto& found = runtime[tasks::Entry::name];                                             \
    auto* const original = found.as<tasks::Taskloop<Bound>>();                                   \
    if (!found.recorded())                                                                       \
      return original(function, argument, copy, size, alignment, flags, number, priority, begin, \
                      end, step);                                                                \
    tasks::run_taskloop<Bound>(runtime, original, caller, function, argument, copy, size,        \
                               alignment, flags, number, priority, begin, end, step);            \
  }
// NOLINTEND(bugprone-macro-parentheses)
LULL_TASKLOOP(GOMP_taskloop, long)
LULL_TASKLOOP(GOMP_taskloop_ull, unsigned long long)
