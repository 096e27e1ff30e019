// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that delete files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>

#include "lull/recorder/io/function.hpp"
#include "lull/recorder/io/io_numbers.hpp"
#include "lull/recorder/io/paths.hpp"

namespace lull::recorder::io {
namespace {

constexpr auto kMetadata = OTF2_REGION_ROLE_FILE_IO_METADATA;
constexpr OTF2_IoParadigmRef kPosix = 1;  // its number in the archive if files were deleted

void note_deletions() {
  static std::once_flag noted;
  std::call_once(noted, [] { Measurement::instance().note({{"deletes_files", true}}); });
}

// remove() also deletes directories.
bool is_file(int directory, const char* name) {
  struct stat found {};
  return name != nullptr && ::fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
         !S_ISDIR(found.st_mode);
}

// Determines the path before the call: afterwards the directory may be another one.
template <class Signature, class Call>
int record_deletion(Function<Signature>& function, const void* caller, int directory,
                    const char* name, Call call) {
  std::string path;
  return record(
      function, caller,
      [&](Location&) {
        if (is_file(directory, name)) path = absolute(path_of(directory, name));
      },
      call,
      [&](Location& location, int result) {
        if (result != 0 || path.empty()) return;
        note_deletions();
        OTF2_EvtWriter_IoDeleteFile(location.writer(), nullptr, location.now(), kPosix,
                                    number_of_io_file(path));
      });
}

constinit Function<int(const char*)> unlink_file{"unlink", "unlink", kMetadata};
constinit Function<int(int, const char*, int)> unlink_at{"unlinkat", "unlinkat", kMetadata};
constinit Function<int(const char*)> remove_file{"remove", "remove", kMetadata};

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

extern "C" {

int unlink(const char* name) noexcept {
  return own::record_deletion(own::unlink_file, LULL_CALLER, AT_FDCWD, name,
                              [=] { return own::unlink_file(name); });
}
int unlinkat(int directory, const char* name, int flags) noexcept {
  return own::record_deletion(own::unlink_at, LULL_CALLER, directory, name,
                              [=] { return own::unlink_at(directory, name, flags); });
}
int remove(const char* name) noexcept {
  return own::record_deletion(own::remove_file, LULL_CALLER, AT_FDCWD, name,
                              [=] { return own::remove_file(name); });
}

}  // extern "C"
