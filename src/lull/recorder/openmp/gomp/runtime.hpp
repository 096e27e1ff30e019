// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The OpenMP runtime that a piece of code would call if the recorder did not intercept it.
// A process may have several: Python's packages bring copies of gcc's, and LLVM's has gcc's
// functions, too. Each caller gets its own.
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

// The arguments of a function, and more words than any has: registers and places on the stack,
// which are passed on as they are. What a function returns fits into a word.
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
    // Whether it belongs to gcc's runtime. LLVM's tells the recorder by itself.
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

  // That of the code at `caller`. 2 ns for code of the same library as before.
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

  const char* object_;  // the caller's file
  std::array<Function, static_cast<std::size_t>(Entry::Count)> functions_;
};

// What the calling thread runs for a runtime: a function that the compiler has made of a parallel
// region or a task. Its last call may be a jump, which returns to the recorder: the place of such a
// call is the function.
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

// Where a function was called from, as KnownConstructs wants it.
[[nodiscard]] const void* place_of_call(const void* caller) noexcept;
// Where a function of the program is.
[[nodiscard]] inline const void* place_of_function(const void* function) {
  return static_cast<const char*>(function) + kWholeFunction;
}

}  // namespace lull::recorder::openmp::gomp
