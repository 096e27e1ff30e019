// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// This program as one of several processes that a launcher of MPI has started, or alone.
#pragma once

#include <functional>
#include <memory>

#include "lull/analysis/distribution/partners.hpp"

namespace lull::parallel {

// The number that a launcher has given this process, before MPI begins; 0 where there is none.
[[nodiscard]] int launched_rank();

class Job {
 public:
  // Begins MPI when a launcher has started several processes; else nothing is touched. Throws Error
  // (usage) for the launcher of an MPI library that this program was not built with.
  Job();
  // Ends it: waits for the others.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Null when this process is alone.
  [[nodiscard]] analysis::Partners* partners() const { return partners_.get(); }
  [[nodiscard]] bool is_first() const { return rank_ == 0; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  // Of them, how many run on this machine.
  [[nodiscard]] int size_here() const { return size_here_; }

  // Collective: what only the first process does, and what each does by itself. Where it fails in
  // some of them, the sentence of the lowest of these is printed and all throw Error, with its
  // status and without a sentence.
  void first(const std::function<void()>& work) { agree(work, is_first()); }
  void all(const std::function<void()>& work) { agree(work, true); }
  // Collective: what they do together, waiting for each other. An exception in one of them ends the
  // whole job: its sentence is printed, and its status is the job's.
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
