// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Why the recording of a process ended early: a small file beside its journal. Its space on the
// disk is taken when the recording begins, so that a full disk can be told, too.
#pragma once

#include <filesystem>
#include <string>

namespace lull::recorder {

// As the note names them.
inline constexpr const char* kStoppedByFullDisk = "disk_full";
inline constexpr const char* kStoppedByFileSize = "file_size";
inline constexpr const char* kStoppedByLimit = "limit";
inline constexpr const char* kStoppedByFailure = "failure";

struct StopNote {
  std::string reason;  // one of them; empty: it did not end early
  std::string text;    // what failed
};

// What an error of the system means.
[[nodiscard]] const char* stop_reason_of(int error) noexcept;

// Takes the space. Where that cannot be done, the note may be lost.
void prepare_stop_note(const std::filesystem::path& part) noexcept;
// False when it cannot be written.
bool write_stop_note(const std::filesystem::path& part, const char* reason,
                     const char* text) noexcept;
// The same of the part that was prepared, in any state of the process: nothing is allocated.
void write_stop_note_at_once(const char* reason, const char* text) noexcept;
[[nodiscard]] StopNote read_stop_note(const std::filesystem::path& part);
// Gives the space back that the note does not need.
void trim_stop_note(const std::filesystem::path& part) noexcept;

}  // namespace lull::recorder
