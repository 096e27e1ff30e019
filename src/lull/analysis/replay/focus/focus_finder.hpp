// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The focus of an analysis, the part of the run that its findings cover. It starts when the last
// process of a world leaves MPI_Init and ends when the last one enters MPI_Finalize. With several
// worlds it lasts from the earliest start to the latest end. Without MPI, OpenSHMEM's start and end
// are used; without either, or if almost nothing is left, the focus is the whole run.
//
// The start is determined before the analysis, from the first events of the processes' first
// locations; the end is determined during replay.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/analysis/charging/outside_charges.hpp"
#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/replay/state/replay_context.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::analysis {

struct Focus {
  enum class Rule : std::uint8_t { Run, Mpi, Shmem };
  Rule rule = Rule::Run;
  bool is_short = false;  // the focus is the run, as almost nothing lies between the calls
  std::uint64_t worlds = 0;
  Timestamp from;
  Timestamp to;
};

class FocusFinder {
 public:
  explicit FocusFinder(const ReplayContext& context);

  // Call once for each process of this analysis process, on any threads; then call learn().
  void look_at_beginning(const TraceSource& trace, ProcessId process);
  // Collective: determines the start of the focus. `partners` may be null.
  void learn(Partners* partners);

  // Returns whether the focus may be something other than the whole run.
  [[nodiscard]] bool is_open() const { return library_ != Focus::Rule::Run; }
  [[nodiscard]] Timestamp from() const { return from_; }
  // Returns whether the region is a call that ends the focus.
  [[nodiscard]] bool is_end(RegionId region) const {
    return region.index() < is_end_.size() && is_end_[region.index()];
  }
  [[nodiscard]] bool is_member(ProcessId process) const;

  struct Ending {
    ProcessId process;
    Timestamp finalize;  // zero: none
    Timestamp first;
    Timestamp last;
  };
  // Collective; call after the replay, with the processes of this analysis process.
  [[nodiscard]] Focus focus(std::vector<Ending> endings, Partners* partners) const;

 private:
  static constexpr std::uint32_t kNoWorld = ~std::uint32_t{0};
  struct Beginning {
    Timestamp first = kEndOfTime;
    Timestamp mpi;    // zero: none
    Timestamp shmem;  // zero: none
  };
  void find_worlds();
  void choose_library();
  void find_begin();
  [[nodiscard]] Timestamp init_of(std::size_t process) const {
    const Beginning& one = beginnings_[process];
    return library_ == Focus::Rule::Mpi ? one.mpi : one.shmem;
  }

  const ReplayContext& context_;
  Focus::Rule library_ = Focus::Rule::Run;
  std::vector<std::uint32_t> worlds_;  // indexed by process
  std::uint32_t world_count_ = 0;
  std::vector<bool> is_mpi_init_, is_shmem_init_, is_end_;  // indexed by region
  std::vector<Beginning> beginnings_;                       // indexed by process
  Timestamp from_;
};

}  // namespace lull::analysis
