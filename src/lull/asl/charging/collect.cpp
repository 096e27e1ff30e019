// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "lull/asl/charging/charges.hpp"
#include "lull/asl/charging/enter_numbers.hpp"
#include "lull/asl/evaluate/search.hpp"
#include "lull/asl/evaluate/shown.hpp"

namespace lull::asl {
namespace {

class Collector {
 public:
  Collector(const Program& program, const OpenSource& open, const std::string& archive_name,
            const Limits& limits)
      : program_(program), open_(open), limits_(limits) {
    GlobalTrace first(open(), trace_options());
    definitions_ = first.definitions();
    archive_ = std::make_unique<Archive>(definitions_, archive_name, 0,
                                         first.has(0) ? first.event(0).time() : Timestamp{});
    metrics_.resize(program.patterns.size());
    UsageFinder usage(program);
    for (std::size_t i = 0; i < program.patterns.size(); ++i)
      if (program.patterns[i].metric) usage.add(PatternId{i});
    usage_ = usage.found();
  }

  Charges collect(const std::function<void(EventIndex)>& progress) {
    for (int walks = 0; walks < kMostWalks; ++walks) {
      search(progress, walks < kMostBrokenOff);
      if (!search_->needs_walk() || search_->error()) break;
    }
    if (search_->needs_walk() && !search_->error()) throw too_many_walks();
    for (auto& charges : charges_.by_location)
      std::ranges::stable_sort(charges, {}, &NotedCharge::call);
    report_results();
    return std::move(charges_);
  }

 private:
  void search(const std::function<void(EventIndex)>& progress, bool breaks_off) {
    const auto before = std::move(search_);
    search_ = std::make_unique<Search>(
        program_, usage_, *archive_,
        [this] { return std::make_unique<GlobalTrace>(open_(), trace_options()); }, limits_);
    charges_ = {};
    charges_.by_location.resize(definitions_.locations.size());
    enters_.assign(definitions_.locations.size(), {});
    outside_ = 0;
    match_ = 0;
    for (std::size_t i = 0; i < program_.patterns.size(); ++i) add_pattern(i);
    if (before != nullptr) search_->add_all_of(*before);
    search_->charge = [this](const Charge& charge) { note(charge); };
    search_->seen = [this](const GlobalEvent& event) {
      enters_[event.location.index()].add(event.position, event.get_if<Enter>() != nullptr);
    };
    search_->breaks_off = breaks_off;
    search_->walk(progress);
  }
  void add_pattern(std::size_t index) {
    const code::Pattern& pattern = program_.patterns[index];
    if (!pattern.metric || pattern.library) return;
    const code::Metric& metric = *pattern.metric;
    metrics_[index] = static_cast<std::uint32_t>(charges_.metrics.size());
    charges_.metrics.push_back(
        {metric.name, metric.parent, metric.title, metric.text, metric.itself, {}});
    static_cast<void>(search_->add(PatternId{index}, {}, false));
  }
  void note(const Charge& charge) {
    if (charge.call == kNoEvent) {
      ++outside_;
      return;
    }
    if (charge.match != match_) add_party(charge);
    match_ = charge.match;
    const EventRecord* const enter = search_->event_at(charge.call);
    charges_.by_location[charge.location.index()].push_back(
        {enters_[charge.location.index()].number_of(enter->event.position),
         metrics_[charge.pattern.index()], charges_.parties.begins.size() - 1, charge.ticks});
  }
  void add_party(const Charge& charge) {
    Parties& parties = charges_.parties;
    parties.begins.push_back({parties.locations.size(), parties.messages.size()});
    for (const EventRecord* const event : charge.events) {
      parties.locations.push_back(event->event.location);
      const bool received = event->event.get_if<MpiRecv>() || event->event.get_if<MpiIrecv>();
      const auto send = std::ranges::find(charge.events, event->event.match,
                                          [](const EventRecord* one) { return one->event.index; });
      if (received && send != charge.events.end())
        parties.messages.push_back({(*send)->event.location, (*send)->event.time(),
                                    event->event.location, event->event.time()});
    }
  }
  void report_results() {
    if (search_->error()) report(*search_->error());
    for (const auto& found : search_->found()) {
      const std::string& name = program_.patterns[found->instance.pattern.index()].name;
      if (found->error) report(*found->error);
      if (found->unmatched > 0)
        charges_.remarks.push_back(fmt::format(
            "Pattern {}: for {} of its root events UNIQUE found nothing, so they do not match.",
            name, found->unmatched));
    }
    if (outside_ > 0)
      charges_.remarks.push_back(fmt::format(
          "{} charged by patterns of the specification are outside of any call and were omitted.",
          outside_ == 1 ? "1 event" : fmt::format("{} events", outside_)));
  }
  void report(const EventError& error) {
    ErrorLine line;
    line.error = error.error;
    if (error.event) {
      line.event = error.event->index;
      line.event_text = event_text(*archive_, *error.event);
    }
    charges_.errors.push_back(std::move(line));
  }

  const Program& program_;
  const OpenSource& open_;
  const Limits& limits_;
  Definitions definitions_;
  std::unique_ptr<Archive> archive_;
  Usage usage_;
  std::unique_ptr<Search> search_;
  std::vector<EnterNumbers> enters_;
  std::vector<std::uint32_t> metrics_;  // indexed by pattern
  std::uint64_t outside_ = 0;
  std::uint64_t match_ = 0;  // the last match that charged
  Charges charges_;
};

}  // namespace

Charges collect_charges(const Program& program, const OpenSource& open,
                        const std::string& archive_name, const Limits& limits,
                        const std::function<void(EventIndex)>& progress) {
  return Collector(program, open, archive_name, limits).collect(progress);
}

}  // namespace lull::asl
