// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A launcher starts `lull record` once per process, for example: mpirun -n 4 lull record -- ./app.
// All processes record into one directory. No process waits for another: the last process to end
// makes the archive. It finds out that it is the last one by files in the directory.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lull::cli {

class JointRecording {
 public:
  // Returns nothing if this process is the only one, or if a launcher does not give the number of
  // processes.
  [[nodiscard]] static std::optional<JointRecording> find();

  // Returns whether this process prints messages that apply to all.
  [[nodiscard]] bool is_first() const { return rank_ == 0; }

  // Creates the directory or finds the one that another process has created, and registers this
  // process there. Throws Error (usage) if it holds anything else.
  std::filesystem::path join(const std::string& name);

  // Call after the command has ended. Returns whether this process is the one to make the archive.
  [[nodiscard]] bool leave();
  // Returns the number of processes that have joined; valid after leave().
  [[nodiscard]] int joined() const { return joined_; }
  [[nodiscard]] int size() const { return size_; }
  // Returns how many of the joined processes have ended, including this one.
  [[nodiscard]] int ended() const { return ended_; }
  // Returns whether all joined processes have ended while other processes never joined.
  [[nodiscard]] bool has_missing() const { return some_are_missing_; }

 private:
  JointRecording(int rank, int size) : rank_(rank), size_(size) {}
  [[nodiscard]] bool has_ended(int rank) const;

  int rank_;
  int size_;
  int joined_ = 0;
  int ended_ = 0;
  bool some_are_missing_ = false;
  std::filesystem::path directory_;  // contains a file for each registered process
};

}  // namespace lull::cli
