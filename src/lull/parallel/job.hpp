// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// This program as one of several processes started by an MPI launcher, or as a single process.
#pragma once

#include <functional>
#include <memory>

#include "lull/analysis/distribution/partners.hpp"

namespace lull::parallel {

// Returns the rank that the launcher assigned, before MPI is initialised; 0 without a launcher.
[[nodiscard]] int launched_rank();

class Job {
 public:
  // Initialises MPI only if a launcher started several processes. Throws Error (usage) if the
  // launcher belongs to another MPI library than the one this program was built with.
  Job();
  // Finalises MPI: waits for the other processes.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Null in a single process.
  [[nodiscard]] analysis::Partners* partners() const { return partners_.get(); }
  [[nodiscard]] bool is_first() const { return rank_ == 0; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  // Returns the number of the job's processes on this machine.
  [[nodiscard]] int size_here() const { return size_here_; }

  // Collective: first() runs work on the first process only, all() on each independently. If it
  // fails anywhere, the message of the lowest failing rank is printed, and all processes throw
  // Error with its status and an empty message.
  void first(const std::function<void()>& work) { agree(work, is_first()); }
  void all(const std::function<void()>& work) { agree(work, true); }
  // Collective: runs work that communicates. An exception in one process ends the whole job with
  // its message and its status.
  void jointly(const std::function<void()>& work) const;

 private:
  void agree(const std::function<void()>& work, bool takes_part);

  int rank_ = 0;
  int size_ = 1;
  int size_here_ = 1;
  bool begun_ = false;
  std::unique_ptr<analysis::Partners> partners_;
};

}  // namespace lull::parallel
