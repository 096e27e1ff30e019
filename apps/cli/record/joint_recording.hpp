// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// `lull record` that a launcher has started once for each process: mpirun -n 4 lull record --
// ./app. All of them record into one directory. Nobody waits for anybody: whoever ends last makes
// the archive, and each finds out whether that is itself by files in the directory.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lull::cli {

class JointRecording {
 public:
  // Nothing where this process is the only one. Throws Error (usage) where a launcher does not say
  // how many there are.
  [[nodiscard]] static std::optional<JointRecording> find();

  // Whether this process tells what all of them have to say.
  [[nodiscard]] bool is_first() const { return rank_ == 0; }

  // Makes the directory, or finds what the others have made, and puts this process down there.
  // Throws Error (usage) where it holds anything else.
  std::filesystem::path join(const std::string& name);

  // After the command has ended, however. Whether the archive is to be made, by this process alone.
  [[nodiscard]] bool leave();
  // How many have joined; after leave().
  [[nodiscard]] int joined() const { return joined_; }
  [[nodiscard]] int size() const { return size_; }
  // How many of those have ended, this process among them.
  [[nodiscard]] int ended() const { return ended_; }
  // Whether all that have joined have ended, though not all have joined.
  [[nodiscard]] bool has_missing() const { return some_are_missing_; }

 private:
  JointRecording(int rank, int size) : rank_(rank), size_(size) {}
  [[nodiscard]] bool has_ended(int rank) const;

  int rank_;
  int size_;
  int joined_ = 0;
  int ended_ = 0;
  bool some_are_missing_ = false;
  std::filesystem::path directory_;  // of the files about processes
};

}  // namespace lull::cli
