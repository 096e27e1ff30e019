// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Searches a trace for all patterns in one walk, and evaluates properties on the results. A trial
// evaluation on empty results determines what the properties will request.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lull/asl/evaluate/family.hpp"
#include "lull/asl/evaluate/found.hpp"
#include "lull/asl/evaluate/machine/machine.hpp"
#include "lull/base/error.hpp"

namespace lull::asl {

// Limit on walks, beyond the nesting of any reasonable property; the first few are abandoned as
// soon as another one is needed.
inline constexpr int kMostWalks = 16;
inline constexpr int kMostBrokenOff = 4;
[[nodiscard]] Error too_many_walks();

class Search final : public Machine {
 public:
  Search(const Program& program, const Usage& usage, Archive& archive, OpenTrace open,
         const Limits& limits);

  // Adds a pattern to search for, or a property to evaluate later. Must be called before the walk.
  Found& add(PatternId pattern, std::span<const Value> arguments, bool keeps);
  void expect(PropertyId property, std::span<const Value> arguments);

  // Walks the trace. Calls `progress` now and then with the number of events taken.
  void walk(const std::function<void(EventIndex)>& progress);
  // Adds everything that another search was asked for, too.
  void add_all_of(const Search& before);
  // Returns whether something was requested that this walk did not search for from the beginning:
  // in that case, another search is needed. The walk may have been abandoned.
  [[nodiscard]] bool needs_walk() const { return needs_walk_; }

  // Call before the walk, for a set of regions.
  void expect_duration(std::int64_t region) { profile_.expect(region); }
  // Call after the walk. Throws RunError.
  [[nodiscard]] PropertyResult evaluate(PropertyId property, std::span<const Value> arguments);
  [[nodiscard]] const std::vector<std::unique_ptr<Found>>& found() const { return found_; }
  // Returns the error in event types or states that ended the walk, if any.
  [[nodiscard]] const std::optional<EventError>& error() const { return error_; }
  [[nodiscard]] bool was_entered(std::int64_t region) const { return profile_.was_entered(region); }

  // The search of the experiment to compare with; null: none.
  Search* other = nullptr;
  // If true, the walk is abandoned when another one is needed; else it continues, to find more
  // needs.
  bool breaks_off = true;
  // Called for each event before patterns are tried; may be empty.
  std::function<void(const GlobalEvent&)> seen;
  // Called for each match of a pattern with a metric.
  std::function<void(const Charge&)> charge;

  const InstanceRecord* instance(PatternId pattern, std::span<const Value> arguments) override;
  const SetValue* matches(const InstanceRecord& instance, std::int64_t experiment) override;
  const MatchRecord* match_at(const InstanceRecord& instance, const EventRecord& root) override;
  std::optional<Value> aggregate(const code::Aggregate& aggregate, const Node& node,
                                 const InstanceRecord& instance, std::int64_t experiment) override;
  PropertyResult property(PropertyId property, std::span<const Value> arguments) override;
  double duration(std::int64_t region, std::int64_t experiment) override;

 private:
  enum class Phase : std::uint8_t { Before, Walk, After };

  struct AnotherWalk {};

  [[nodiscard]] Search& search_of_other() const;
  [[nodiscard]] Found& found_in_other(const InstanceRecord& instance) const;
  [[nodiscard]] Value aggregate(const code::Aggregate& aggregate, const Node& node, Found& found);
  [[nodiscard]] double own_duration(std::int64_t region);
  [[nodiscard]] const MatchRecord* kept_match(const InstanceRecord& instance, EventIndex root);
  Found& found_of(PatternId pattern, std::span<const Value> arguments);
  void search_at_event();
  void take_match(Found& found, Frame& frame);
  void accumulate(Accumulator& accumulator, const MatchRecord& match);
  void accumulate_or_fail(Accumulator& accumulator, const MatchRecord& match);
  void add_charged(const StaticType& type, Value value);
  void charge_match(Found& found, Frame& frame);
  void charge_at(Found& found, const code::Metric& metric, Frame& frame);
  [[nodiscard]] double rating(const std::vector<code::Guarded>& guarded,
                              const std::vector<bool>& conditions, Frame& frame);

  Profile profile_;
  Phase phase_ = Phase::Before;
  bool needs_walk_ = false;
  std::map<std::pair<PatternId, std::vector<std::int64_t>>, Found*> by_arguments_;
  std::vector<std::unique_ptr<Found>> found_;
  std::vector<std::unique_ptr<Family>> families_;       // one per pattern
  std::vector<std::vector<Family*>> families_by_kind_;  // indexed by the root event's kind
  std::deque<MatchRecord> asked_;                       // requested by MATCH at this root
  // Instances with temporary arguments, for this root only.
  std::deque<InstanceRecord> passing_;
  std::optional<EventError> error_;
  static constexpr std::size_t kMostCharged = 16;
  std::vector<const EventRecord*> charged_;  // events charged for the current match
  std::uint64_t charging_matches_ = 0;
  std::size_t kept_bytes_ = 0;
  const Limits& limits_;
};

}  // namespace lull::asl
