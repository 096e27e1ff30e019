// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The C library's input and output with streams. Its operations on their descriptors are not
// recorded.
#include <sys/types.h>

#include <cstdio>
#include <cstring>

#include "lull/recorder/io/function.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kOpening = OTF2_REGION_ROLE_FILE_IO_METADATA;
constexpr auto kMoving = OTF2_REGION_ROLE_FILE_IO;
constexpr auto kIn = OTF2_IO_OPERATION_MODE_READ;
constexpr auto kOut = OTF2_IO_OPERATION_MODE_WRITE;

OTF2_IoAccessMode access_of(const char* mode) {
  if (std::strchr(mode, '+') != nullptr) return OTF2_IO_ACCESS_MODE_READ_WRITE;
  return mode[0] == 'r' ? OTF2_IO_ACCESS_MODE_READ_ONLY : OTF2_IO_ACCESS_MODE_WRITE_ONLY;
}

OTF2_IoCreationFlag creation_of(const char* mode) {
  OTF2_IoCreationFlag found = OTF2_IO_CREATION_FLAG_NONE;
  if (mode[0] != 'r') found |= OTF2_IO_CREATION_FLAG_CREATE;
  if (mode[0] == 'w') found |= OTF2_IO_CREATION_FLAG_TRUNCATE;
  if (std::strchr(mode, 'x') != nullptr) found |= OTF2_IO_CREATION_FLAG_EXCLUSIVE;
  return found;
}

OTF2_IoStatusFlag status_of(const char* mode) {
  OTF2_IoStatusFlag found = OTF2_IO_STATUS_FLAG_NONE;
  if (mode[0] == 'a') found |= OTF2_IO_STATUS_FLAG_APPEND;
  if (std::strchr(mode, 'e') != nullptr) found |= OTF2_IO_STATUS_FLAG_CLOSE_ON_EXEC;
  return found;
}

void record_opened(Location& location, std::FILE* stream, const char* path, const char* mode) {
  const std::uint32_t handle = Handles::instance().add(stream, path);
  OTF2_EvtWriter_IoCreateHandle(location.writer(), nullptr, location.now(), handle, access_of(mode),
                                creation_of(mode), status_of(mode));
}

template <class Signature, class Call>
std::FILE* record_fopen(Function<Signature>& function, const void* caller, const char* path,
                        const char* mode, Call call) {
  return record(function, caller, kNothing, call, [=](Location& location, std::FILE* stream) {
    if (stream != nullptr) record_opened(location, stream, path, mode);
  });
}

template <class Signature, class Call>
std::FILE* record_fdopen(Function<Signature>& function, const void* caller, int descriptor,
                         const char* mode, Call call) {
  return record(function, caller, kNothing, call, [=](Location& location, std::FILE* stream) {
    const std::uint32_t handle =
        stream == nullptr ? kNone : Handles::instance().add_stream_of(descriptor, stream);
    if (handle != kNone)
      OTF2_EvtWriter_IoCreateHandle(location.writer(), nullptr, location.now(), handle,
                                    access_of(mode), OTF2_IO_CREATION_FLAG_NONE, status_of(mode));
  });
}

// Closes the stream's previous file, even on failure. Without a path, it is the same file in
// another mode.
template <class Signature, class Call>
std::FILE* record_freopen(Function<Signature>& function, const void* caller, const char* path,
                          const char* mode, std::FILE* stream, Call call) {
  if (path == nullptr)
    return record(function, caller, kNothing, call, [](Location&, std::FILE*) {});
  return record(
      function, caller, [=](Location& location) { record_closed(location, stream); }, call,
      [=](Location& location, std::FILE* opened) {
        if (opened != nullptr) record_opened(location, opened, path, mode);
      });
}

constexpr auto kNone64 = [](int) -> std::uint64_t { return 0; };

constinit Function<std::FILE*(const char*, const char*)> open_stream{"fopen", "fopen", kOpening};
constinit Function<std::FILE*(const char*, const char*)> open_stream64{"fopen64", "fopen",
                                                                       kOpening};
constinit Function<std::FILE*(int, const char*)> open_descriptor{"fdopen", "fdopen", kOpening};
constinit Function<std::FILE*(const char*, const char*, std::FILE*)> open_again{
    "freopen", "freopen", kOpening};
constinit Function<std::FILE*(const char*, const char*, std::FILE*)> open_again64{
    "freopen64", "freopen", kOpening};
constinit Function<int(std::FILE*)> close_stream{"fclose", "fclose", kOpening};
constinit Function<std::size_t(void*, std::size_t, std::size_t, std::FILE*)> read_items{"fread"};
constinit Function<std::size_t(void*, std::size_t, std::size_t, std::size_t, std::FILE*)>
    read_items_checked{"__fread_chk", "fread", kMoving};
constinit Function<std::size_t(const void*, std::size_t, std::size_t, std::FILE*)> write_items{
    "fwrite"};
constinit Function<int(std::FILE*, long, int)> seek_stream{"fseek", "fseek", kOpening};
constinit Function<int(std::FILE*, off_t, int)> seek_stream_to{"fseeko", "fseeko", kOpening};
constinit Function<void(std::FILE*)> rewind_stream{"rewind", "rewind", kOpening};
constinit Function<int(std::FILE*)> flush_stream{"fflush"};
constinit Function<int(const char*, std::FILE*)> put_text{"fputs"};
constinit Function<int(const char*)> put_line{"puts"};
constinit Function<char*(char*, int, std::FILE*)> get_line{"fgets"};
constinit Function<ssize_t(char**, std::size_t*, int, std::FILE*)> get_part{"getdelim", "getline",
                                                                            kMoving};
constinit Function<char*(char*, std::size_t, int, std::FILE*)> get_line_checked{"__fgets_chk",
                                                                                "fgets", kMoving};
ssize_t record_getdelim(const void* caller, char** line, std::size_t* room, int delimiter,
                        std::FILE* stream) {
  return transfer(
      get_part, caller, stream, kIn, 0, [=] { return get_part(line, room, delimiter, stream); },
      [](ssize_t size) -> std::uint64_t {
        return size < 0 ? 0 : static_cast<std::uint64_t>(size);
      });
}
std::size_t length_of(const char* text) { return text == nullptr ? 0 : std::strlen(text); }

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

std::FILE* fopen(const char* path, const char* mode) {
  return own::record_fopen(own::open_stream, LULL_CALLER, path, mode,
                           [=] { return own::open_stream(path, mode); });
}
std::FILE* fopen64(const char* path, const char* mode) {
  return own::record_fopen(own::open_stream64, LULL_CALLER, path, mode,
                           [=] { return own::open_stream64(path, mode); });
}
// The stream is another handle of the same file.
std::FILE* fdopen(int file, const char* mode) noexcept {
  return own::record_fdopen(own::open_descriptor, LULL_CALLER, file, mode,
                            [=] { return own::open_descriptor(file, mode); });
}
std::FILE* freopen(const char* path, const char* mode, std::FILE* stream) {
  return own::record_freopen(own::open_again, LULL_CALLER, path, mode, stream,
                             [=] { return own::open_again(path, mode, stream); });
}
std::FILE* freopen64(const char* path, const char* mode, std::FILE* stream) {
  return own::record_freopen(own::open_again64, LULL_CALLER, path, mode, stream,
                             [=] { return own::open_again64(path, mode, stream); });
}
int fclose(std::FILE* stream) {
  return own::close(own::close_stream, LULL_CALLER, stream,
                    [=] { return own::close_stream(stream); });
}

std::size_t fread(void* to, std::size_t size, std::size_t count, std::FILE* stream) {
  return own::transfer(
      own::read_items, LULL_CALLER, stream, own::kIn, size * count,
      [=] { return own::read_items(to, size, count, stream); },
      [=](std::size_t items) -> std::uint64_t { return items * size; });
}
std::size_t __fread_chk(void* to, std::size_t room, std::size_t size, std::size_t count,
                        std::FILE* stream) {
  return own::transfer(
      own::read_items_checked, LULL_CALLER, stream, own::kIn, size * count,
      [=] { return own::read_items_checked(to, room, size, count, stream); },
      [=](std::size_t items) -> std::uint64_t { return items * size; });
}
std::size_t fwrite(const void* from, std::size_t size, std::size_t count, std::FILE* stream) {
  return own::transfer(
      own::write_items, LULL_CALLER, stream, own::kOut, size * count,
      [=] { return own::write_items(from, size, count, stream); },
      [=](std::size_t items) -> std::uint64_t { return items * size; });
}

int fseek(std::FILE* stream, long offset, int whence) {
  return own::seek(
      own::seek_stream, LULL_CALLER, stream, offset, whence,
      [=] { return own::seek_stream(stream, offset, whence); },
      [=](int result) { return result == 0 ? ::ftello(stream) : -1; });
}
int fseeko(std::FILE* stream, off_t offset, int whence) {
  return own::seek(
      own::seek_stream_to, LULL_CALLER, stream, offset, whence,
      [=] { return own::seek_stream_to(stream, offset, whence); },
      [=](int result) { return result == 0 ? ::ftello(stream) : -1; });
}
int fseeko64(std::FILE* stream, off_t offset, int whence) {
  return own::seek(
      own::seek_stream_to, LULL_CALLER, stream, offset, whence,
      [=] { return own::seek_stream_to(stream, offset, whence); },
      [=](int result) { return result == 0 ? ::ftello(stream) : -1; });
}
void rewind(std::FILE* stream) {
  own::seek(
      own::rewind_stream, LULL_CALLER, stream, 0, SEEK_SET,
      [=] {
        own::rewind_stream(stream);
        return 0;
      },
      [](int) { return std::int64_t{0}; });
}
// Flushes all streams if the stream is null.
int fflush(std::FILE* stream) {
  if (stream == nullptr) return own::flush_stream(stream);
  return own::transfer(
      own::flush_stream, LULL_CALLER, stream, OTF2_IO_OPERATION_MODE_FLUSH, 0,
      [=] { return own::flush_stream(stream); }, own::kNone64);
}

int fputs(const char* text, std::FILE* stream) {
  const std::size_t length = own::length_of(text);
  return own::transfer(
      own::put_text, LULL_CALLER, stream, own::kOut, length,
      [=] { return own::put_text(text, stream); },
      [=](int result) -> std::uint64_t { return result < 0 ? 0 : length; });
}
int puts(const char* text) {
  const std::size_t length = own::length_of(text) + 1;
  return own::transfer(
      own::put_line, LULL_CALLER, stdout, own::kOut, length, [=] { return own::put_line(text); },
      [=](int result) -> std::uint64_t { return result < 0 ? 0 : length; });
}
char* fgets(char* to, int size, std::FILE* stream) {
  return own::transfer(
      own::get_line, LULL_CALLER, stream, own::kIn, size > 0 ? static_cast<std::size_t>(size) : 0,
      [=] { return own::get_line(to, size, stream); },
      [](const char* line) -> std::uint64_t { return own::length_of(line); });
}
char* __fgets_chk(char* to, std::size_t room, int size, std::FILE* stream) {
  return own::transfer(
      own::get_line_checked, LULL_CALLER, stream, own::kIn,
      size > 0 ? static_cast<std::size_t>(size) : 0,
      [=] { return own::get_line_checked(to, room, size, stream); },
      [](const char* line) -> std::uint64_t { return own::length_of(line); });
}
ssize_t getdelim(char** line, std::size_t* room, int delimiter, std::FILE* stream) {
  return own::record_getdelim(LULL_CALLER, line, room, delimiter, stream);
}
ssize_t __getdelim(char** line, std::size_t* room, int delimiter, std::FILE* stream) {
  return own::record_getdelim(LULL_CALLER, line, room, delimiter, stream);
}
ssize_t getline(char** line, std::size_t* room, std::FILE* stream) {
  return own::record_getdelim(LULL_CALLER, line, room, '\n', stream);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
