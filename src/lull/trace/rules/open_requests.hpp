// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The requests of a process that are posted and not completed. A request that is still open after
// kPatience later ones were posted is set aside: its thread may have been preempted, or it may be a
// receive that the program posts at its start. At most kPatience requests are kept aside; then the
// oldest are given up. The matching keeps all later sends of a process until the oldest one ends:
// so a send is given up at once, or, in a process with several threads, after kThreadedPatience
// later requests. Memory stays bounded however many requests a program never completes. Amortised
// constant time for each call; logarithmic for requests that are set aside.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lull {

// `Request` holds what is known about a request; its member `send` is true for a send.
template <class Request>
class OpenRequests {
 public:
  static constexpr std::uint64_t kPatience = 16384;
  static constexpr std::uint64_t kThreadedPatience = 16 * kPatience;

  // `threaded`: the process has several threads.
  explicit OpenRequests(bool threaded = false)
      : patience_for_sends_(threaded ? kThreadedPatience : kPatience) {}

  // Calls `give_up(request)` for each request that is no longer open after this call: one with the
  // same identifier, and those that were open for too long.
  template <class GiveUp>
  void add(std::uint64_t id, const Request& request, GiveUp give_up) {
    if (const Request* const same = take(id)) give_up(*same);
    if (next_ - oldest_ == kPatience) [[unlikely]] {
      set_oldest_aside();
      if (aside_.size() > kPatience) give_up(*take_aside(oldest_aside()));
    }
    if (Ages& sends = ages_[1];
        !sends.empty() && next_ - sends.begin()->first >= patience_for_sends_) [[unlikely]]
      give_up(*take_aside(sends.begin()->second));
    if (next_ - oldest_ == entries_.size()) [[unlikely]]
      grow();
    entry(next_) = {request, id, true};
    slots_[free_slot(id)] = next_++ + 1;
  }
  // Closes a request and returns it; null if it was not open. Valid until add().
  const Request* take(std::uint64_t id) {
    const std::size_t slot = slot_of(id);
    return slots_[slot] == kFree ? take_aside(id) : take_from(slot);
  }
  // Does the same for a send or a receive; also null if the request is of the other kind.
  const Request* take(std::uint64_t id, bool send) {
    const std::size_t slot = slot_of(id);
    if (slots_[slot] == kFree) {
      const auto found = aside_.find(id);
      return found == aside_.end() || found->second.request.send != send ? nullptr : take_aside(id);
    }
    return entry(slots_[slot] - 1).request.send == send ? take_from(slot) : nullptr;
  }
  // At the end of the trace: calls give_up(request) for all requests, in posting order.
  template <class GiveUp>
  void give_up_all(GiveUp give_up) {
    while (!aside_.empty()) give_up(*take_aside(oldest_aside()));
    for (std::uint64_t number = oldest_; number < next_; ++number)
      if (entry(number).open) give_up(entry(number).request);
    *this = OpenRequests(patience_for_sends_ != kPatience);
  }

 private:
  struct Entry {
    Request request;
    std::uint64_t id = 0;
    bool open = false;
  };
  struct Aside {
    std::uint64_t number;
    Request request;
  };
  using Ages = std::map<std::uint64_t, std::uint64_t>;  // identifiers by number
  static constexpr std::uint64_t kFree = 0;
  static constexpr std::size_t kSmallest = 1;  // a power of two

  [[nodiscard]] Entry& entry(std::uint64_t number) {
    return entries_[number & (entries_.size() - 1)];
  }
  [[nodiscard]] const Entry& entry(std::uint64_t number) const {
    return entries_[number & (entries_.size() - 1)];
  }
  [[nodiscard]] std::size_t home(std::uint64_t id) const {
    return (id * 0x9E3779B97F4A7C15u >> 32) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t behind(std::size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  // Returns the slot of the request, or the free slot at which the search for it ends.
  [[nodiscard]] std::size_t slot_of(std::uint64_t id) const {
    std::size_t slot = home(id);
    while (slots_[slot] != kFree && entry(slots_[slot] - 1).id != id) slot = behind(slot);
    return slot;
  }
  [[nodiscard]] std::size_t free_slot(std::uint64_t id) const {
    std::size_t slot = home(id);
    while (slots_[slot] != kFree) slot = behind(slot);
    return slot;
  }

  [[nodiscard]] Ages& ages_of(const Request& request) { return ages_[request.send ? 1 : 0]; }
  [[nodiscard]] std::uint64_t oldest_aside() const {
    const auto& [receives, sends] = ages_;
    if (receives.empty()) return sends.begin()->second;
    if (sends.empty()) return receives.begin()->second;
    return std::min(*receives.begin(), *sends.begin()).second;
  }
  void set_oldest_aside() {
    const Entry& overdue = entry(oldest_);
    aside_.emplace(overdue.id, Aside{oldest_, overdue.request});
    ages_of(overdue.request).emplace(oldest_, overdue.id);
    close(slot_of(overdue.id));
    forget_closed();
  }
  const Request* take_aside(std::uint64_t id) {
    const auto found = aside_.find(id);
    if (found == aside_.end()) return nullptr;
    taken_ = found->second.request;
    ages_of(taken_).erase(found->second.number);
    aside_.erase(found);
    return &taken_;
  }
  const Request* take_from(std::size_t slot) {
    const Request& request = entry(slots_[slot] - 1).request;
    close(slot);
    forget_closed();
    return &request;
  }
  // Entries that could no longer be found beyond the freed slot move up.
  void close(std::size_t slot) {
    entry(slots_[slot] - 1).open = false;
    for (std::size_t at = behind(slot); slots_[at] != kFree; at = behind(at)) {
      const std::size_t wanted = home(entry(slots_[at] - 1).id);
      const bool stays = slot < at ? slot < wanted && wanted <= at : slot < wanted || wanted <= at;
      if (!stays) slots_[std::exchange(slot, at)] = slots_[at];
    }
    slots_[slot] = kFree;
  }
  void forget_closed() {
    while (oldest_ < next_ && !entry(oldest_).open) ++oldest_;
  }
  [[gnu::noinline]] void grow() {
    std::vector<Entry> larger(2 * entries_.size());
    for (std::uint64_t number = oldest_; number < next_; ++number)
      larger[number & (larger.size() - 1)] = entry(number);
    entries_ = std::move(larger);
    slots_.assign(2 * entries_.size(), kFree);
    for (std::uint64_t number = oldest_; number < next_; ++number)
      if (entry(number).open) slots_[free_slot(entry(number).id)] = number + 1;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kSmallest);                    // by number
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(2 * kSmallest);  // numbers + 1
  std::uint64_t oldest_ = 0;  // all earlier ones are no longer open
  std::uint64_t next_ = 0;
  std::unordered_map<std::uint64_t, Aside> aside_;  // by id
  std::array<Ages, 2> ages_;                        // receives and sends that are set aside
  std::uint64_t patience_for_sends_;
  Request taken_;  // copy of what the last call took from aside_
};

}  // namespace lull
