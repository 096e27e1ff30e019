// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/io/handles.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>

#include "lull/recorder/measurement/io_numbers.hpp"
#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::io {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& name) {
  std::error_code unknown;
  const fs::path path = fs::absolute(name, unknown);
  return unknown ? name : path.lexically_normal().string();
}

// "/data/input", or "pipe:[1234]".
std::string target_of(int descriptor) {
  std::array<char, 4096> target{};
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
  return {target.data(), length < 0 ? 0u : static_cast<std::size_t>(length)};
}

bool is_file(const std::string& target) {
  return target.starts_with('/') && !target.starts_with("/dev/");
}

std::string name_of(int descriptor, const std::string& target) {
  constexpr std::array kStandard{"stdin", "stdout", "stderr"};
  if (descriptor >= 0 && descriptor < static_cast<int>(kStandard.size()))
    return kStandard[static_cast<std::size_t>(descriptor)];
  return target.substr(0, target.find(':'));
}

int access_of(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL) & O_ACCMODE;
  if (flags == O_RDONLY) return OTF2_IO_ACCESS_MODE_READ_ONLY;
  return flags == O_WRONLY ? OTF2_IO_ACCESS_MODE_WRITE_ONLY : OTF2_IO_ACCESS_MODE_READ_WRITE;
}

}  // namespace

Handles& Handles::instance() {
  static auto* const handles = new Handles;
  return *handles;
}

Handles::Open Handles::open_before(int descriptor, int paradigm) {
  const std::string target = target_of(descriptor);
  Open open{.number = new_io_handle(), .kind = {paradigm, 0}, .is_file = is_file(target)};
  nlohmann::json entry{{"number", open.number},
                       {"paradigm", paradigm},
                       {"name", name_of(descriptor, target)},
                       {"access", access_of(descriptor)}};
  if (open.is_file) entry["file"] = open.kind.file = number_of_io_file(target);
  Measurement::instance().note({{"io_handle", entry}});
  return open;
}

template <class Key>
std::uint32_t Handles::add(std::unordered_map<Key, Open>& all, Key key, int paradigm,
                           const std::string& path) {
  const Kind kind{paradigm, number_of_io_file(absolute(path))};
  const std::scoped_lock lock(mutex_);
  std::vector<std::uint32_t>& free = free_[kind];
  Open open{.number = kNone, .kind = kind, .seen = true, .is_file = true};
  if (free.empty()) {
    open.number = new_io_handle();
    Measurement::instance().note(
        {{"io_handle", {{"number", open.number}, {"paradigm", paradigm}, {"file", kind.file}}}});
  } else {
    open.number = free.back();
    free.pop_back();
  }
  all[key] = open;
  return open.number;
}

std::uint32_t Handles::add(int descriptor, const std::string& path) {
  return add(descriptors_, descriptor, kPosix, path);
}

std::uint32_t Handles::add(std::FILE* stream, const std::string& path) {
  return add(streams_, stream, kStreams, path);
}

std::uint32_t Handles::add_copy(int descriptor, int original) {
  const std::string target = target_of(original);
  return add(descriptors_, descriptor, kPosix, target.empty() ? "unknown" : target);
}

std::uint32_t Handles::of(int descriptor) {
  const std::scoped_lock lock(mutex_);
  Open& open = descriptors_[descriptor];
  if (open.number == kNone) open = open_before(descriptor, kPosix);
  return open.number;
}

std::uint32_t Handles::of(std::FILE* stream) {
  const std::scoped_lock lock(mutex_);
  Open& open = streams_[stream];
  if (open.number == kNone) open = open_before(::fileno(stream), kStreams);
  return open.number;
}

// What is no file stays known: there is nothing to tell apart the next one of this number by.
template <class Key>
std::uint32_t Handles::remove(std::unordered_map<Key, Open>& all, Key key) {
  const std::scoped_lock lock(mutex_);
  const auto found = all.find(key);
  if (found == all.end()) return kNone;
  const Open open = found->second;
  if (!open.is_file) return kNone;
  all.erase(found);
  if (open.seen) free_[open.kind].push_back(open.number);
  return open.number;
}

std::uint32_t Handles::remove(int descriptor) { return remove(descriptors_, descriptor); }
std::uint32_t Handles::remove(std::FILE* stream) { return remove(streams_, stream); }

std::uint64_t new_operation() noexcept {
  static std::atomic<std::uint64_t> operations{0};
  return ++operations;
}

}  // namespace lull::recorder::io
