// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/stop_note.hpp"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>

#include "lull/recorder/system/signals.hpp"

namespace lull::recorder {
namespace {

// Also leaves space for the definitions when the disk is full.
constexpr off_t kReserve = 128 << 10;

std::filesystem::path note_in(const std::filesystem::path& part) { return part / "stopped"; }

std::array<char, PATH_MAX> prepared{};  // path of this process's note

}  // namespace

const char* stop_reason_of(int error) noexcept {
  if (error == ENOSPC || error == EDQUOT) return kStoppedByFullDisk;
  return error == EFBIG ? kStoppedByFileSize : kStoppedByFailure;
}

void prepare_stop_note(const std::filesystem::path& part) noexcept {
  const NoSizeSignal no_signal;
  const std::string path = note_in(part);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return;
  if (path.size() < prepared.size()) std::ranges::copy(path, prepared.begin());
  (void)::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, kReserve);
  ::close(file);
}

bool write_stop_note(const std::filesystem::path& part, const char* reason,
                     const char* text) noexcept {
  const NoSizeSignal no_signal;
  try {
    const std::string note = std::string(reason) + "\n" + text + "\n";
    const int file = ::open(note_in(part).c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t written = ::write(file, note.data(), note.size());
    ::close(file);
    return written == static_cast<ssize_t>(note.size());
  } catch (const std::exception&) {
    return false;  // the caller reports it in another way
  }
}

void write_stop_note_at_once(const char* reason, const char* text) noexcept {
  const NoSizeSignal no_signal;
  const int file = ::open(prepared.data(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  const auto part_of = [](const char* words) {
    return iovec{const_cast<char*>(words), std::strlen(words)};
  };
  const std::array parts{part_of(reason), part_of("\n"), part_of(text), part_of("\n")};
  (void)!::writev(file, parts.data(), static_cast<int>(parts.size()));
  ::close(file);
}

StopNote read_stop_note(const std::filesystem::path& part) {
  std::string text(kReserve, '\0');
  std::ifstream file(note_in(part));
  file.read(text.data(), kReserve);
  text.resize(static_cast<std::size_t>(file.gcount()));
  std::istringstream lines(text);
  StopNote note;
  std::getline(lines, note.reason);
  std::getline(lines, note.text);
  return note;
}

void trim_stop_note(const std::filesystem::path& part) noexcept {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(note_in(part), none);
  if (!none) std::filesystem::resize_file(note_in(part), size, none);
}

}  // namespace lull::recorder
