// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/io/handles.hpp"

#include <fcntl.h>

#include <array>
#include <atomic>

#include "lull/recorder/io/io_numbers.hpp"
#include "lull/recorder/io/paths.hpp"
#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::io {
namespace {

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

Handles::Kind Handles::kind_before(int descriptor, int paradigm) {
  const std::string target = target_of(descriptor);
  return {paradigm, is_file(target) ? number_of_io_file(target) : kNoFile,
          name_of(descriptor, target), access_of(descriptor)};
}

Handles::Open Handles::open(const Kind& kind) {
  Free::value_type& all = *free_.try_emplace(kind).first;
  if (!all.second.empty()) {
    const std::uint32_t number = all.second.back();
    all.second.pop_back();
    return {number, &all};
  }
  const std::uint32_t number = new_io_handle();
  nlohmann::json entry{{"number", number}, {"paradigm", kind.paradigm}};
  if (kind.file != kNoFile) entry["file"] = kind.file;
  if (!kind.name.empty()) entry["name"] = kind.name;
  if (kind.access != kSeenOpening) entry["access"] = kind.access;
  Measurement::instance().note({{"io_handle", entry}});
  return {number, &all};
}

// Ends the previous handle of this key, whose closing was not seen.
template <class Key>
std::uint32_t Handles::add(std::unordered_map<Key, Open>& all, Key key, const Kind& kind) {
  Open& added = all[key];
  if (added.number != kNone && !added.shared) added.kind->second.push_back(added.number);
  forget_shared(added);
  added = open(kind);
  return added.number;
}

std::uint32_t Handles::add(int descriptor, const std::string& path) {
  const Kind kind{kPosix, number_of_io_file(absolute(path))};
  const std::scoped_lock lock(mutex_);
  return add(descriptors_, descriptor, kind);
}

std::uint32_t Handles::add(std::FILE* stream, const std::string& path) {
  const Kind kind{kStreams, number_of_io_file(absolute(path))};
  const std::scoped_lock lock(mutex_);
  const std::uint32_t number = add(streams_, stream, kind);
  share(stream);
  return number;
}

void Handles::share(std::FILE* stream) {
  const int descriptor = ::fileno(stream);
  if (descriptor < 0) return;
  Open& opened = streams_.at(stream);
  Open& same = descriptors_[descriptor];
  if (same.number != kNone && !same.shared) same.kind->second.push_back(same.number);
  opened.descriptor = descriptor;
  same = {.number = opened.number, .kind = opened.kind, .shared = true};
}

void Handles::forget_shared(const Open& stream) {
  const auto found = descriptors_.find(stream.descriptor);
  if (found != descriptors_.end() && found->second.shared && found->second.number == stream.number)
    descriptors_.erase(found);
}

std::uint32_t Handles::add_copy(int descriptor, int original) {
  const std::scoped_lock lock(mutex_);
  const auto known = descriptors_.find(original);
  Kind kind =
      known == descriptors_.end() ? kind_before(original, kPosix) : known->second.kind->first;
  kind.paradigm = kPosix;
  kind.access = kSeenOpening;
  if (kind.file != kNoFile) kind.name.clear();
  return add(descriptors_, descriptor, kind);
}

std::uint32_t Handles::add_stream_of(int descriptor, std::FILE* stream) {
  const std::scoped_lock lock(mutex_);
  const auto known = descriptors_.find(descriptor);
  const std::uint32_t file = known == descriptors_.end() ? kind_before(descriptor, kStreams).file
                                                         : known->second.kind->first.file;
  return file == kNoFile ? kNone : add(streams_, stream, {kStreams, file});
}

template <class Key>
std::uint32_t Handles::of(std::unordered_map<Key, Open>& all, Key key, int descriptor,
                          int paradigm) {
  Open& known = all[key];
  if (known.number == kNone) known = open(kind_before(descriptor, paradigm));
  return known.number;
}

std::uint32_t Handles::of(int descriptor) {
  const std::scoped_lock lock(mutex_);
  return of(descriptors_, descriptor, descriptor, kPosix);
}

std::uint32_t Handles::of(std::FILE* stream) {
  const std::scoped_lock lock(mutex_);
  return of(streams_, stream, ::fileno(stream), kStreams);
}

template <class Key>
std::uint32_t Handles::remove(std::unordered_map<Key, Open>& all, Key key) {
  const std::scoped_lock lock(mutex_);
  const auto found = all.find(key);
  if (found == all.end()) return kNone;
  const Open closed = found->second;
  all.erase(found);
  if (closed.shared) return kNone;  // it stays open until its stream is closed
  forget_shared(closed);
  closed.kind->second.push_back(closed.number);
  return closed.kind->first.access == kSeenOpening ? closed.number : kNone;
}

std::vector<int> Handles::known(unsigned first, unsigned last) {
  std::vector<int> found;
  const std::scoped_lock lock(mutex_);
  for (const auto& [descriptor, open] : descriptors_)
    if (const auto number = static_cast<unsigned>(descriptor); number >= first && number <= last)
      found.push_back(descriptor);
  return found;
}

std::uint32_t Handles::remove(int descriptor) { return remove(descriptors_, descriptor); }
std::uint32_t Handles::remove(std::FILE* stream) { return remove(streams_, stream); }

std::uint64_t new_operation() noexcept {
  static std::atomic<std::uint64_t> operations{0};
  return ++operations;
}

}  // namespace lull::recorder::io
