// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The reason why the recording of a process ended early: a small file next to its journal. Its
// space on the disk is reserved when the recording begins, so that even a full disk can be
// reported.
#pragma once

#include <filesystem>
#include <string>

namespace lull::recorder {

// Reasons as written in the note.
inline constexpr const char* kStoppedByFullDisk = "disk_full";
inline constexpr const char* kStoppedByFileSize = "file_size";
inline constexpr const char* kStoppedByLimit = "limit";
inline constexpr const char* kStoppedByFailure = "failure";

struct StopNote {
  std::string reason;  // one of the above; empty: it did not end early
  std::string text;    // what failed
};

// Returns the reason for an errno.
[[nodiscard]] const char* stop_reason_of(int error) noexcept;

// Reserves the space. If that fails, the note may be lost.
void prepare_stop_note(const std::filesystem::path& part) noexcept;
// Returns false when it cannot be written.
bool write_stop_note(const std::filesystem::path& part, const char* reason,
                     const char* text) noexcept;
// Does the same for the prepared part, in any state of the process: allocates nothing.
void write_stop_note_at_once(const char* reason, const char* text) noexcept;
[[nodiscard]] StopNote read_stop_note(const std::filesystem::path& part);
// Releases the space that the note does not need.
void trim_stop_note(const std::filesystem::path& part) noexcept;

}  // namespace lull::recorder
