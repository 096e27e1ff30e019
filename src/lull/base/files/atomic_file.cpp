// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <utility>

#include "lull/base/error.hpp"

namespace lull {
namespace {

// Returns a path to the open file from which it can be linked; needs a mounted /proc.
std::string name_of(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

// Opens a file without a name, which vanishes with this process; -1 if not supported.
int open_nameless(const std::filesystem::path& folder) {
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(name_of(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

// Returns the target of a symbolic link, which need not exist.
std::filesystem::path followed(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code none;
    const auto next = std::filesystem::read_symlink(path, none);
    if (none) return path;
    path = path.parent_path() / next;  // absolute links replace the path
  }
  return path;
}

}  // namespace

std::string name_of_this_machine() {
  std::string name;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), name);
  return name;
}

AtomicFile::AtomicFile(std::filesystem::path path, Naming naming) : path_(std::move(path)) {
  std::error_code missing;
  const auto status = std::filesystem::status(path_, missing);
  if (std::filesystem::is_directory(status))
    throw system_error(fmt::format("cannot write {}", path_.string()), EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(ExitStatus::System,
                fmt::format("cannot write {}: it is a device or pipe", path_.string()));
  target_ = followed(path_);
  if (naming == Naming::Late) descriptor_ = open_nameless(target_.parent_path());
  if (descriptor_ >= 0) return;
  std::string name = target_.string() + ".XXXXXX";
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0) fail(errno);
  temporary_ = name;
}

AtomicFile::AtomicFile(std::filesystem::path path, const Invitation& invitation)
    : path_(std::move(path)), guest_(true) {
  const bool here = !invitation.machine.empty() && invitation.machine == name_of_this_machine();
  if (!here && invitation.name.starts_with("/proc/")) return;
  descriptor_ = ::open(invitation.name.c_str(), O_WRONLY | O_CLOEXEC);
  struct stat found {};
  const bool same = is_open() && ::fstat(descriptor_, &found) == 0 &&
                    found.st_ino == invitation.number &&
                    (!here || found.st_dev == invitation.device);
  if (is_open() && !same) ::close(std::exchange(descriptor_, -1));
}

AtomicFile::Invitation AtomicFile::invitation() const {
  struct stat own {};
  if (::fstat(descriptor_, &own) != 0) fail(errno);
  const std::string name = temporary_.empty()
                               ? fmt::format("/proc/{}/fd/{}", ::getpid(), descriptor_)
                               : std::filesystem::absolute(temporary_).string();
  return {name, name_of_this_machine(), own.st_dev, own.st_ino};
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::fail(int error) const {
  throw system_error(fmt::format("cannot write {}", path_.string()), error);
}

void AtomicFile::write(const void* bytes, std::size_t size) {
  if (!guest_) write_at(position_, {static_cast<const char*>(bytes), size});
  skip(size);
}

void AtomicFile::write_at(std::uint64_t position, std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(position));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    position += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// mkstemp creates private files; results get the permissions of any other new file.
bool AtomicFile::make_public() const {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return ::fchmod(descriptor_, 0666 & ~mask) == 0;
}

// linkat() does not replace files, so the file gets a temporary name first.
bool AtomicFile::give_name() {
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    const std::string name = fmt::format("{}.{}-{}", target_.string(), ::getpid(), attempt);
    if (::linkat(AT_FDCWD, name_of(descriptor_).c_str(), AT_FDCWD, name.c_str(),
                 AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = name;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

void AtomicFile::leave() {
  if (is_open() && (::fsync(descriptor_) != 0 || ::close(std::exchange(descriptor_, -1)) != 0))
    fail(errno);
}

void AtomicFile::commit() {
  if (guest_) return leave();
  const bool written = (temporary_.empty() || make_public()) && ::fsync(descriptor_) == 0 &&
                       (!temporary_.empty() || give_name()) &&
                       ::close(std::exchange(descriptor_, -1)) == 0 &&
                       ::rename(temporary_.c_str(), target_.c_str()) == 0;
  if (!written) fail(errno);
  temporary_.clear();
}

}  // namespace lull
