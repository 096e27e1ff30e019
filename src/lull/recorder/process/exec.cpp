// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Interposes on the functions that start programs. If the recorder cannot be loaded into one, that
// is noted for `lull record`; if it would keep the program from running, or cause system messages,
// the program is started without it.
#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "lull/recorder/process/executable.hpp"

namespace lull::recorder {
namespace {

using Words = char* const*;

constexpr std::string_view kPreload = "LD_PRELOAD=";
constexpr std::string_view kDirectory = "LULL_RECORD_DIRECTORY=";
constexpr std::size_t kMostBytes = std::size_t{256} << 10;  // the limit on the stack

template <class Signature>
Signature* find(const char* name) {
  return reinterpret_cast<Signature*>(::dlsym(RTLD_NEXT, name));
}

// Looked up at process start: a process that is about to execute a program may not do so.
struct Originals {
  using Exec = int(const char*, Words, Words);
  using Spawn = int(pid_t*, const char*, const posix_spawn_file_actions_t*,
                    const posix_spawnattr_t*, Words, Words);
  Exec* execve = find<Exec>("execve");
  Exec* execvpe = find<Exec>("execvpe");
  Spawn* spawn = find<Spawn>("posix_spawn");
  Spawn* spawnp = find<Spawn>("posix_spawnp");
};
const Originals& originals() {
  static const Originals known;
  return known;
}
[[gnu::constructor]] void look_up() { (void)originals(); }

std::size_t count_of(Words words) {
  std::size_t count = 0;
  while (words != nullptr && words[count] != nullptr) ++count;
  return count;
}

// Returns the value of a variable; null if it is not set.
const char* value_of(Words environment, std::string_view variable) {
  for (; environment != nullptr && *environment != nullptr; ++environment)
    if (std::string_view(*environment).starts_with(variable)) return *environment + variable.size();
  return nullptr;
}

bool is_recorder(std::string_view path) {
  return path.substr(path.rfind('/') + 1).starts_with("liblull-");
}

// Copies LD_PRELOAD without the recorder's libraries. `to` is as large as `preload`.
void copy_without_recorder(std::string_view preload, char* to) {
  to += kPreload.copy(to, kPreload.size());
  bool first = true;
  while (!preload.empty()) {
    const std::size_t end = std::min(preload.find_first_of(": "), preload.size());
    const std::string_view path = preload.substr(0, end);
    preload.remove_prefix(std::min(end + 1, preload.size()));
    if (path.empty() || is_recorder(path)) continue;
    if (!first) *to++ = ':';
    to += path.copy(to, path.size());
    first = false;
  }
  *to = '\0';
}

void note(const char* directory, const char* path, const char* why) {
  std::array<char, 4096> name{};
  const std::size_t length = std::strlen(directory);
  constexpr std::string_view kFile = "/.unrecorded";
  if (length + kFile.size() >= name.size()) return;
  std::memcpy(name.data(), directory, length);
  kFile.copy(name.data() + length, kFile.size());
  const int file =
      ::open(name.data(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return;
  std::array<char, 2048> line{};
  std::size_t size = 0;
  for (const std::string_view part :
       {std::string_view(path), std::string_view(" "), std::string_view(why),
        std::string_view(", and cannot be recorded\n")})
    if (size + part.size() < line.size()) size += part.copy(line.data() + size, part.size());
  [[maybe_unused]] const ssize_t written = ::write(file, line.data(), size);
  ::close(file);
}

// Finds the file as a search in PATH would; returns false if there is none.
bool search(const char* name, std::array<char, 4096>& path) {
  const std::size_t length = std::strlen(name);
  const char* const directories = std::getenv("PATH");
  std::string_view left = directories == nullptr ? "/bin:/usr/bin" : directories;
  while (true) {
    const std::size_t end = std::min(left.find(':'), left.size());
    const std::string_view directory = end == 0 ? "." : left.substr(0, end);
    if (directory.size() + length + 2 <= path.size()) {
      char* to = path.data() + directory.copy(path.data(), directory.size());
      *to++ = '/';
      std::memcpy(to, name, length + 1);
      if (::access(path.data(), X_OK) == 0) return true;
    }
    if (end >= left.size()) return false;
    left.remove_prefix(end + 1);
  }
}

// Returns whether the program is to be started without the recorder.
bool is_to_go_without(const char* file, bool searched, Words environment) {
  const int kept = errno;
  const char* const directory = value_of(environment, kDirectory);
  const char* const preload = value_of(environment, kPreload);
  bool without = false;
  std::array<char, 4096> path{};
  if (file != nullptr && directory != nullptr && preload != nullptr) {
    const char* found = file;
    if (searched && std::strchr(file, '/') == nullptr)
      found = search(file, path) ? path.data() : nullptr;
    const Executable about = found == nullptr ? Executable{} : look_at_executable(found);
    if (about.loading != Loading::Works) note(directory, found, about.why);
    without = about.loading == Loading::Harmful;
  }
  errno = kept;
  return without;
}

// Calls `start` with an environment without the recorder, on the stack: the memory may be shared
// with another process.
template <class Start>
int start_without(Words environment, Start start) {
  const std::size_t count = count_of(environment);
  const char* const preload = value_of(environment, kPreload);
  const std::size_t length = std::strlen(preload) + kPreload.size() + 1;
  if (count * sizeof(char*) + length > kMostBytes) return start(environment);
  auto* const text = static_cast<char*>(alloca(length));
  copy_without_recorder(preload, text);
  auto** const copy = static_cast<char**>(alloca((count + 1) * sizeof(char*)));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::string_view(environment[i]).starts_with(kPreload))
      copy[kept++] = environment[i];
    else if (text[kPreload.size()] != '\0')
      copy[kept++] = text;
  }
  copy[kept] = nullptr;
  return start(copy);
}

template <class Start>
int start(const char* file, bool searched, Words environment, Start start) {
  return is_to_go_without(file, searched, environment) ? start_without(environment, start)
                                                       : start(environment);
}

int execute(const char* path, Words words, Words environment) {
  return start(path, false, environment,
               [=](Words given) { return originals().execve(path, words, given); });
}
int execute_found(const char* file, Words words, Words environment) {
  return start(file, true, environment,
               [=](Words given) { return originals().execvpe(file, words, given); });
}

}  // namespace
}  // namespace lull::recorder

namespace own = lull::recorder;

// The arguments of a call that lists them, in an array on the stack; an environment may follow.
#define LULL_LISTED_WORDS(first, words)                                                \
  std::size_t words_count = 1;                                                         \
  va_list words_list;                                                                  \
  va_start(words_list, first);                                                         \
  while (va_arg(words_list, char*) != nullptr) ++words_count;                          \
  va_end(words_list);                                                                  \
  auto** const words = static_cast<char**>(alloca((words_count + 1) * sizeof(char*))); \
  va_start(words_list, first);                                                         \
  words[0] = const_cast<char*>(first);                                                 \
  for (std::size_t i = 1; i <= words_count; ++i) words[i] = va_arg(words_list, char*)

extern "C" {

int execve(const char* path, char* const* words, char* const* environment) noexcept {
  return own::execute(path, words, environment);
}
int execv(const char* path, char* const* words) noexcept {
  return own::execute(path, words, environ);
}
int execvp(const char* file, char* const* words) noexcept {
  return own::execute_found(file, words, environ);
}
int execvpe(const char* file, char* const* words, char* const* environment) noexcept {
  return own::execute_found(file, words, environment);
}
int execl(const char* path, const char* first, ...) noexcept {
  LULL_LISTED_WORDS(first, words);
  va_end(words_list);
  return own::execute(path, words, environ);
}
int execlp(const char* file, const char* first, ...) noexcept {
  LULL_LISTED_WORDS(first, words);
  va_end(words_list);
  return own::execute_found(file, words, environ);
}
int execle(const char* path, const char* first, ...) noexcept {
  LULL_LISTED_WORDS(first, words);
  auto* const environment = va_arg(words_list, char* const*);
  va_end(words_list);
  return own::execute(path, words, environment);
}

int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* words, char* const* environment) {
  return own::start(path, false, environment, [=](own::Words given) {
    return own::originals().spawn(child, path, actions, attributes, words, given);
  });
}
int posix_spawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* words,
                 char* const* environment) {
  return own::start(file, true, environment, [=](own::Words given) {
    return own::originals().spawnp(child, file, actions, attributes, words, given);
  });
}

}  // extern "C"
