// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the epochs of general active target synchronisation: the j-th start of a process on a
// window whose group contains another one belongs to that one's j-th post whose group contains the
// first.
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

// Of one window.
class AccessEpochs {
 public:
  // What comes and goes with epochs is kept in `memory`, which outlives this.
  AccessEpochs(const ReplayContext& context, WindowId window, std::pmr::memory_resource* memory)
      : context_(context), window_(window), memory_(memory), pairs_(memory) {}

  // Post, start, complete, wait, in the order of their process.
  void take(const WindowOperation& operation, Bus& bus);
  // Whether the process has an access epoch open with that target, which gets the transfer then.
  bool add_transfer(const WindowOperation& transfer);
  // Gives up waiting for what is older than the checkpoint before, where that is much.
  void checkpoint(const Checkpoint& checkpoint, Bus& bus);
  void finish(Bus& bus);
  // Of how many pairs of a start and a post one is missing.
  [[nodiscard]] std::uint64_t incomplete() const { return incomplete_; }
  // Nothing is open.
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
    bool lost = false;  // an origin never comes
    std::vector<ExposureOrigin> origins;
    std::size_t open = 0;  // origins that have not completed
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
    std::vector<Link> links;  // of each target, where its post has come
    std::size_t unknown = 0;  // targets whose posts have not
  };
  // Both sides, or the one that came.
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
  void tell(const Access& access, std::size_t target, Bus& bus);
  void publish_if_whole(const Access& access, Bus& bus) const;
  void publish_if_whole(const Exposure& exposure, Bus& bus) const;
  void give_up(const Pair& pair, Bus& bus);
  static void forget_transfers(Access& access, Timestamp until);

  const ReplayContext& context_;
  WindowId window_;
  std::pmr::memory_resource* memory_;
  std::unordered_map<ProcessId, std::shared_ptr<Access>> accesses_;  // that are open
  std::unordered_map<ProcessId, std::shared_ptr<Exposure>> exposures_;
  std::map<Direction, Counts> counts_;
  Pairs pairs_;
  std::uint64_t incomplete_ = 0;
};

}  // namespace lull::analysis
