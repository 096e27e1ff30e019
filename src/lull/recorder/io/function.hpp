// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records calls to the C library's input and output functions. Results and errno are the C
// library's.
#pragma once

#include <otf2/otf2.h>
#include <unistd.h>

#include <exception>
#include <type_traits>

#include "lull/recorder/io/handles.hpp"
#include "lull/recorder/measurement/library_function.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/pthread/callers.hpp"
#include "lull/recorder/system/kept_errno.hpp"

namespace lull::recorder::io {

template <class Signature>
class Function : public LibraryFunction<Signature> {
 public:
  // `region` is the name in the trace: large-file variants are the same function.
  constexpr Function(const char* name, const char* region, OTF2_RegionRole role)
      : LibraryFunction<Signature>(name, {region, role, OTF2_PARADIGM_NONE}) {}
  constexpr explicit Function(const char* name) : Function(name, name, OTF2_REGION_ROLE_FILE_IO) {}
};

// 0 before the library is initialised.
inline const pid_t loaded_by = ::getpid();

// A child made by vfork has its parent's memory until it executes another program.
inline bool in_own_memory() noexcept { return loaded_by == 0 || ::getpid() == loaded_by; }

// Returns whether the call is recorded. The program's first call starts the recording.
inline bool is_recorded(const void* caller) noexcept {
  if (!pthread::is_recorded(caller) || pthread::is_launcher()) return false;
  // While it starts, the recorder itself calls these functions.
  thread_local bool begins [[gnu::tls_model("initial-exec")]] = false;
  if (begins) return false;
  const KeptErrno kept;
  if (!in_own_memory()) return false;
  begins = true;
  Measurement& measurement = Measurement::instance();
  const bool recorded = measurement.running() || measurement.start();
  begins = false;
  return recorded;
}

// Keeps failures of the recording away from the program.
template <class Step>
void guarded(Step step) noexcept {
  try {
    step();
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error);
  }
}

// Enters the region, runs `before`, calls, runs `after` with the result, leaves. The call itself is
// not inside the recorder: it may wait, or never return.
template <class Signature, class Before, class Call, class After>
auto record(Function<Signature>& function, const void* caller, Before before, Call call,
            After after) {
  if (!is_recorded(caller)) return call();
  bool is_inside = true;  // the call is in one that is recorded as a whole, such as in MPI
  {
    const KeptErrno kept;
    if (const Recording recording; recording) {
      is_inside = false;
      recording->enter(function.region());
      guarded([&] { before(*recording); });
    }
  }
  if (is_inside) return call();
  const auto result = call();
  const KeptErrno kept;
  if (const Recording recording; recording) {
    recording->look_at_clock();
    guarded([&] { after(*recording, result); });
    recording->leave_now(function.region());
  }
  return result;
}

constexpr auto kNothing = [](Location&) {};

// Records enter and leave events only.
template <class Signature, class Call>
auto plain(Function<Signature>& function, const void* caller, Call call) {
  return record(function, caller, kNothing, call, [](Location&, auto) {});
}

template <class Bytes>
std::uint64_t wanted(const Bytes& bytes) {
  if constexpr (std::is_invocable_v<Bytes>)
    return bytes();
  else
    return static_cast<std::uint64_t>(bytes);
}

constexpr auto kBytes = [](ssize_t result) -> std::uint64_t {
  return result < 0 ? 0 : static_cast<std::uint64_t>(result);
};
constexpr auto kNoBytes = [](int) -> std::uint64_t { return 0; };

// Records a transfer on a descriptor or a stream. `bytes`, a number or a function that returns it,
// is the requested size. `bytes_of` converts the result to a number of bytes; 0 on failure.
template <class Signature, class Key, class Bytes, class Call, class BytesOf>
auto transfer(Function<Signature>& function, const void* caller, Key key, OTF2_IoOperationMode mode,
              Bytes bytes, Call call, BytesOf bytes_of) {
  std::uint32_t handle = kNone;
  const std::uint64_t operation = new_operation();
  return record(
      function, caller,
      [&](Location& location) {
        handle = Handles::instance().of(key);
        OTF2_EvtWriter_IoOperationBegin(location.writer(), nullptr, location.entered(), handle,
                                        mode, OTF2_IO_OPERATION_FLAG_NONE, wanted(bytes),
                                        operation);
      },
      call,
      [&](Location& location, auto result) {
        if (handle != kNone)
          OTF2_EvtWriter_IoOperationComplete(location.writer(), nullptr, location.now(), handle,
                                             bytes_of(result), operation);
      });
}

// `position` converts the result to the new position, or to a negative number on failure.
template <class Signature, class Key, class Call, class Position>
auto seek(Function<Signature>& function, const void* caller, Key key, std::int64_t offset,
          int whence, Call call, Position position) {
  return record(function, caller, kNothing, call, [&](Location& location, auto result) {
    const std::int64_t reached = position(result);
    if (reached < 0 || whence < 0 || whence > OTF2_IO_SEEK_HOLE) return;
    OTF2_EvtWriter_IoSeek(location.writer(), nullptr, location.now(), Handles::instance().of(key),
                          offset, static_cast<OTF2_IoSeekOption>(whence),
                          static_cast<std::uint64_t>(reached));
  });
}

template <class Key>
void record_closed(Location& location, Key key, OTF2_TimeStamp time) {
  if (const std::uint32_t handle = Handles::instance().remove(key); handle != kNone)
    OTF2_EvtWriter_IoDestroyHandle(location.writer(), nullptr, time, handle);
}

// Closing a stream also closes its descriptor.
inline void record_closed(Location& location, int descriptor) {
  record_closed(location, descriptor, location.entered());
}
inline void record_closed(Location& location, std::FILE* stream) {
  record_closed(location, stream, location.entered());
  if (const int descriptor = ::fileno(stream); descriptor >= 0) record_closed(location, descriptor);
}

// Removes the key before the call: afterwards another thread may open something under it.
template <class Signature, class Key, class Call>
auto close(Function<Signature>& function, const void* caller, Key key, Call call) {
  return record(
      function, caller, [=](Location& location) { record_closed(location, key); }, call,
      [](Location&, auto) {});
}

}  // namespace lull::recorder::io
