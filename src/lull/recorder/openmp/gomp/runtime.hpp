// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The OpenMP runtime that a piece of code would call if the recorder did not intercept it. A
// process may have several: Python packages bring copies of gcc's runtime, and LLVM's also has
// gcc's functions. Each caller gets the runtime that it would call.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lull/recorder/names/marked_places.hpp"
#include "lull/recorder/openmp/gomp/entries.hpp"

namespace lull::recorder::openmp::gomp {

enum class Entry : std::uint8_t {
#define LULL_ENTRY(name) name,
  LULL_GOMP_ENTRIES(LULL_ENTRY)
#undef LULL_ENTRY
      Count
};

// The arguments of a function, plus further registers and stack slots, which are passed on
// unchanged. A word holds any function's result.
using Word = std::uintptr_t;
struct Words {
  std::array<Word, 12> of;

  template <class Pointer>
  [[nodiscard]] Pointer pointer(std::size_t i) const {
    return std::bit_cast<Pointer>(of[i]);
  }
};

class Runtime {
 public:
  class Function {
   public:
    // Returns whether it belongs to gcc's runtime. LLVM's runtime notifies the recorder itself.
    [[nodiscard]] bool recorded() const { return recorded_; }
    Word operator()(const Words& words) const {
      const auto& w = words.of;
      return reinterpret_cast<Generic>(address_.load(std::memory_order_relaxed))(
          w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11]);
    }
    template <class Signature>
    [[nodiscard]] Signature* as() const {
      return reinterpret_cast<Signature*>(address_.load(std::memory_order_relaxed));
    }

   private:
    friend class Runtime;
    using Generic = Word (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word,
                             Word);
    std::atomic<void*> address_{nullptr};
    bool recorded_ = false;
  };

  // Returns the runtime of the code at `caller`. Takes 2 ns for code in the same library as before.
  static Runtime& of(const void* caller) noexcept;

  const Function& operator[](Entry entry) noexcept {
    Function& function = functions_[static_cast<std::size_t>(entry)];
    if (function.address_.load(std::memory_order_acquire) == nullptr) [[unlikely]]
      find(entry, function);
    return function;
  }

 private:
  explicit Runtime(const char* object) : object_(object) {}
  static Runtime& look_up(const void* caller);
  void find(Entry entry, Function& function) noexcept;

  const char* object_;  // the caller's object file
  std::array<Function, static_cast<std::size_t>(Entry::Count)> functions_;
};

// The outlined function of a parallel region or a task that the calling thread runs for a runtime.
// Its last call may be a jump, which returns to the recorder: the function itself is then the place
// of the call.
struct Running {
  Runtime* runtime = nullptr;
  const void* function = nullptr;
};
class RunningFunction {
 public:
  explicit RunningFunction(Running inner) noexcept;
  ~RunningFunction();
  RunningFunction(const RunningFunction&) = delete;
  RunningFunction& operator=(const RunningFunction&) = delete;

 private:
  Running outer_;
};

// Returns the call site of a function, as KnownConstructs expects it.
[[nodiscard]] const void* place_of_call(const void* caller) noexcept;
// Returns the place of a function in the program.
[[nodiscard]] inline const void* place_of_function(const void* function) {
  return static_cast<const char*>(function) + kWholeFunction;
}

}  // namespace lull::recorder::openmp::gomp
