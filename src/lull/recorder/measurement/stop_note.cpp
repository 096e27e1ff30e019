// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/stop_note.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <fstream>

#include "lull/recorder/measurement/signals.hpp"

namespace lull::recorder {
namespace {

// Also what is left for the definitions when the disk is full.
constexpr off_t kReserve = 128 << 10;

std::filesystem::path note_in(const std::filesystem::path& part) { return part / "stopped"; }

}  // namespace

const char* stop_reason_of(int error) noexcept {
  if (error == ENOSPC || error == EDQUOT) return kStoppedByFullDisk;
  return error == EFBIG ? kStoppedByFileSize : kStoppedByFailure;
}

void prepare_stop_note(const std::filesystem::path& part) noexcept {
  const NoSizeSignal no_signal;
  const int file = ::open(note_in(part).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return;
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
    return false;  // whoever asked tells it in another way
  }
}

StopNote read_stop_note(const std::filesystem::path& part) {
  StopNote note;
  std::ifstream file(note_in(part));
  std::getline(file, note.reason);
  std::getline(file, note.text);
  return note;
}

void trim_stop_note(const std::filesystem::path& part) noexcept {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(note_in(part), none);
  if (!none) std::filesystem::resize_file(note_in(part), size, none);
}

}  // namespace lull::recorder
