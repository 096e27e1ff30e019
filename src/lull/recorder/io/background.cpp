// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Asynchronous input and output (aio_read and so on): an operation begins when it is started, and
// ends when its result is retrieved.
#include <aio.h>
#include <fcntl.h>

#include <cerrno>
#include <mutex>
#include <span>
#include <unordered_map>

#include "lull/recorder/io/function.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kRead = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kWrite = OTF2_IO_OPERATION_MODE_WRITE;
constexpr auto kFlush = OTF2_IO_OPERATION_MODE_FLUSH;
using Control = const aiocb*;

struct Started {
  std::uint32_t handle = kNone;
  std::uint64_t operation = 0;
};

// Operations whose results were not yet retrieved, by their control blocks.
class Operations {
 public:
  static Operations& instance() {
    static auto* const operations = new Operations;
    return *operations;
  }
  Started add(Control control) {
    const Started started{Handles::instance().of(control->aio_fildes), new_operation()};
    const std::scoped_lock lock(mutex_);
    all_[control] = started;
    return started;
  }
  [[nodiscard]] Started of(Control control) {
    const std::scoped_lock lock(mutex_);
    const auto found = all_.find(control);
    return found == all_.end() ? Started{} : found->second;
  }
  Started take(Control control) {
    const std::scoped_lock lock(mutex_);
    const auto found = all_.find(control);
    if (found == all_.end()) return {};
    const Started taken = found->second;
    all_.erase(found);
    return taken;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Control, Started> all_;
};

// Called before the call: another thread may retrieve the result before that returns.
void begin(Location& location, Control control, OTF2_IoOperationMode mode, std::uint64_t bytes) {
  const Started started = Operations::instance().add(control);
  OTF2_EvtWriter_IoOperationBegin(location.writer(), nullptr, location.entered(), started.handle,
                                  mode, OTF2_IO_OPERATION_FLAG_NON_BLOCKING, bytes,
                                  started.operation);
}

void end(Location& location, const Started& started, bool cancelled, std::uint64_t bytes) {
  if (started.handle == kNone) return;
  if (cancelled)
    OTF2_EvtWriter_IoOperationCancelled(location.writer(), nullptr, location.now(), started.handle,
                                        started.operation);
  else
    OTF2_EvtWriter_IoOperationComplete(location.writer(), nullptr, location.now(), started.handle,
                                       bytes, started.operation);
}

void issue(Location& location, const Started& started) {
  if (started.handle != kNone)
    OTF2_EvtWriter_IoOperationIssued(location.writer(), nullptr, location.now(), started.handle,
                                     started.operation);
}

template <class Signature, class Call>
int record_start(Function<Signature>& function, const void* caller, Control control,
                 OTF2_IoOperationMode mode, std::uint64_t bytes, Call call) {
  Started started;
  return record(
      function, caller,
      [&](Location& location) {
        begin(location, control, mode, bytes);
        started = Operations::instance().of(control);
      },
      call,
      [&](Location& location, int result) {
        if (result == 0) return issue(location, started);
        end(location, Operations::instance().take(control), false, 0);
      });
}

constinit Function<int(aiocb*)> start_reading{"aio_read"};
constinit Function<int(aiocb*)> start_writing{"aio_write"};
constinit Function<int(int, aiocb*)> start_syncing{"aio_fsync"};
constinit Function<int(int, aiocb* const*, int, sigevent*)> start_list{"lio_listio"};
constinit Function<int(const aiocb*)> error_of{"aio_error"};
constinit Function<ssize_t(aiocb*)> result_of{"aio_return"};
constinit Function<int(const aiocb* const*, int, const timespec*)> await{"aio_suspend"};
constinit Function<int(int, aiocb*)> cancel{"aio_cancel"};

bool transfers(Control control) {
  return control != nullptr &&
         (control->aio_lio_opcode == LIO_READ || control->aio_lio_opcode == LIO_WRITE);
}

// If some could not be started, the program checks each of them.
int record_list(const void* caller, int mode, aiocb* const* list, int count, sigevent* event) {
  const auto each = [=](auto step) {
    if (list != nullptr && count > 0)
      for (aiocb* const control : std::span(list, static_cast<std::size_t>(count)))
        if (transfers(control)) step(control);
  };
  return record(
      start_list, caller,
      [&](Location& location) {
        each([&](Control control) {
          begin(location, control, control->aio_lio_opcode == LIO_READ ? kRead : kWrite,
                control->aio_nbytes);
        });
      },
      [=] { return start_list(mode, list, count, event); },
      [&](Location& location, int) {
        each([&](Control control) { issue(location, Operations::instance().of(control)); });
      });
}

int record_error(const void* caller, const aiocb* control) {
  return record(
      error_of, caller, kNothing, [=] { return error_of(control); },
      [=](Location& location, int error) {
        const Started started = Operations::instance().of(control);
        if (error == EINPROGRESS && started.handle != kNone)
          OTF2_EvtWriter_IoOperationTest(location.writer(), nullptr, location.now(), started.handle,
                                         started.operation);
      });
}

ssize_t record_result(const void* caller, aiocb* control) {
  Started started;
  bool cancelled = false;
  return record(
      result_of, caller,
      [&](Location&) {
        started = Operations::instance().take(control);
        cancelled = error_of(control) == ECANCELED;
      },
      [=] { return result_of(control); },
      [&](Location& location, ssize_t result) {
        end(location, started, cancelled, kBytes(result));
      });
}

int record_cancel(const void* caller, int file, aiocb* control) {
  return record(
      cancel, caller, kNothing, [=] { return cancel(file, control); },
      [=](Location& location, int result) {
        if (result == AIO_CANCELED && control != nullptr)
          end(location, Operations::instance().take(control), true, 0);
      });
}

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

// Control blocks of large files are the same here.
#define LULL_AIO(type, suffix)                                                               \
  int aio_read##suffix(type* control) noexcept {                                             \
    auto* const block = reinterpret_cast<aiocb*>(control);                                   \
    return own::record_start(own::start_reading, LULL_CALLER, block, own::kRead,             \
                             block->aio_nbytes, [=] { return own::start_reading(block); });  \
  }                                                                                          \
  int aio_write##suffix(type* control) noexcept {                                            \
    auto* const block = reinterpret_cast<aiocb*>(control);                                   \
    return own::record_start(own::start_writing, LULL_CALLER, block, own::kWrite,            \
                             block->aio_nbytes, [=] { return own::start_writing(block); });  \
  }                                                                                          \
  int aio_fsync##suffix(int operation, type* control) noexcept {                             \
    auto* const block = reinterpret_cast<aiocb*>(control);                                   \
    return own::record_start(own::start_syncing, LULL_CALLER, block, own::kFlush, 0,         \
                             [=] { return own::start_syncing(operation, block); });          \
  }                                                                                          \
  int lio_listio##suffix(int mode, type* const* list, int count, sigevent* event) noexcept { \
    return own::record_list(LULL_CALLER, mode, reinterpret_cast<aiocb* const*>(list), count, \
                            event);                                                          \
  }                                                                                          \
  int aio_error##suffix(const type* control) noexcept {                                      \
    return own::record_error(LULL_CALLER, reinterpret_cast<const aiocb*>(control));          \
  }                                                                                          \
  ssize_t aio_return##suffix(type* control) noexcept {                                       \
    return own::record_result(LULL_CALLER, reinterpret_cast<aiocb*>(control));               \
  }                                                                                          \
  int aio_suspend##suffix(const type* const* list, int count, const timespec* patience) {    \
    const auto* const blocks = reinterpret_cast<const aiocb* const*>(list);                  \
    return own::plain(own::await, LULL_CALLER,                                               \
                      [=] { return own::await(blocks, count, patience); });                  \
  }                                                                                          \
  int aio_cancel##suffix(int file, type* control) noexcept {                                 \
    return own::record_cancel(LULL_CALLER, file, reinterpret_cast<aiocb*>(control));         \
  }

extern "C" {

static_assert(sizeof(aiocb) == sizeof(aiocb64));
LULL_AIO(aiocb, )
LULL_AIO(aiocb64, 64)

}  // extern "C"
