// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the epochs of general active target synchronisation: the j-th start of process A on a
// window whose group contains process B belongs to the j-th post of B whose group contains A.
#pragma once

#include <map>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/events/window_events.hpp"
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {

// Handles one window.
class AccessEpochs {
 public:
  // Data of epochs is allocated from `memory`, which outlives this object.
  AccessEpochs(const ReplayContext& context, WindowId window, std::pmr::memory_resource* memory)
      : context_(context), window_(window), memory_(memory), pairs_(memory) {}

  // Takes post, start, complete and wait in the order of their process.
  void take(const WindowOperation& operation, Bus& bus);
  // Returns whether the process has an open access epoch with that target; if so, adds the transfer
  // to it.
  bool add_transfer(const WindowOperation& transfer);
  // Gives up waiting for data older than the previous checkpoint if there is much of it.
  void checkpoint(const Checkpoint& checkpoint, Bus& bus);
  void finish(Bus& bus);
  // Returns how many starts lack their post, or posts their start.
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }
  // Returns whether nothing is open.
  [[nodiscard]] bool idle() const {
    return accesses_.empty() && exposures_.empty() && pairs_.empty();
  }

 private:
  struct Exposure {
    CallInstance post;
    CallInstance wait;
    ProcessId process;
    bool waits = true;
    bool ended = false;
    bool lost = false;  // an origin is missing
    std::vector<ExposureOrigin> origins;
    std::size_t open = 0;  // number of origins that have not completed
  };
  struct Access {
    CallInstance start;
    CallInstance complete;
    ProcessId process;
    bool completed = false;
    std::vector<AccessTransfer> transfers;
    std::vector<AccessTarget> targets;
    struct Link {
      std::shared_ptr<Exposure> exposure;
      std::size_t origin = 0;
    };
    std::vector<Link> links;  // indexed by target, once its post is known
    std::size_t unknown = 0;  // number of targets with unknown posts
  };
  // Both sides, or only the side that is known.
  struct Pair {
    std::shared_ptr<Access> access;
    std::size_t target = 0;
    std::shared_ptr<Exposure> exposure;
    std::size_t origin = 0;

    [[nodiscard]] Timestamp time() const {
      return access ? access->start.leave : exposure->post.leave;
    }
  };
  using Direction = std::pair<ProcessId, ProcessId>;  // from origin to target
  struct Counts {
    std::uint64_t starts = 0;
    std::uint64_t posts = 0;
  };
  using Pairs = std::pmr::map<std::pair<Direction, std::uint64_t>, Pair>;

  void start(const WindowOperation& operation, Bus& bus);
  void post(const WindowOperation& operation, Bus& bus);
  void complete(const WindowOperation& operation, Bus& bus);
  void wait(const WindowOperation& operation, Bus& bus);
  void join(const Pair& pair, Bus& bus);
  void report_to_target(const Access& access, std::size_t target, Bus& bus);
  void publish_if_whole(const Access& access, Bus& bus) const;
  void publish_if_whole(const Exposure& exposure, Bus& bus) const;
  void give_up(const Pair& pair, Bus& bus);
  static void forget_transfers(Access& access, Timestamp until);

  const ReplayContext& context_;
  WindowId window_;
  std::pmr::memory_resource* memory_;
  std::unordered_map<ProcessId, std::shared_ptr<Access>> accesses_;  // those that are open
  std::unordered_map<ProcessId, std::shared_ptr<Exposure>> exposures_;
  std::map<Direction, Counts> counts_;
  Pairs pairs_;
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
