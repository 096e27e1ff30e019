// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/context_trace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lull/base/text/counted.hpp"
#include "lull/trace/event/kept_events.hpp"

namespace lull {
namespace {

// Converts the events of one location, one after the other.
class ContextStack {
 public:
  explicit ContextStack(const Definitions& definitions) : definitions_(&definitions) {}

  // Passes the event, or its replacements, to add(event).
  template <class Add>
  void follow(const Event& event, Add&& add) {
    if (!last_) last_ = event.time;
    if (const auto* enter = std::get_if<CallingContextEnter>(&event.body)) {
      this->enter(event, *enter, add);
    } else if (const auto* leave = std::get_if<CallingContextLeave>(&event.body)) {
      this->leave(event, *leave, add);
    } else if (const auto* sample = std::get_if<CallingContextSample>(&event.body)) {
      this->sample(*sample, add);
      add(event);
    } else {
      other(event, add);
    }
    last_ = event.time;
  }
  // Call after the last event.
  template <class Add>
  void finish(Add&& add) {
    leave_down_to(0, add);
  }

 private:
  template <class Add>
  void enter(const Event& event, const CallingContextEnter& body, Add& add) {
    find_path(body.context);
    // The innermost region is always new.
    keep(std::max<std::uint32_t>(body.unwind_distance, 2), add);
    for (std::size_t i = open_.size(); i < path_.size(); ++i) {
      const bool own = i + 1 == path_.size();
      add({event.time, Enter{path_[i]}, own ? event.attributes : nullptr});
    }
    open_ = path_;
  }
  template <class Add>
  void leave(const Event& event, const CallingContextLeave& body, Add& add) {
    find_path(body.context);
    keep(1, add);
    add({event.time, Leave{path_.empty() ? RegionId{} : path_.back()}, event.attributes});
    if (!path_.empty() && open_.size() == path_.size()) open_.pop_back();
  }
  template <class Add>
  void sample(const CallingContextSample& body, Add& add) {
    if (nests_plainly_) return;
    find_path(body.context);
    keep(body.unwind_distance, add);
    for (std::size_t i = open_.size(); i < path_.size(); ++i) add({*last_, Enter{path_[i]}});
    open_ = path_;
  }
  template <class Add>
  void other(const Event& event, Add& add) {
    if (is_one_of<Enter, Leave>(event.body)) {
      if (!std::exchange(nests_plainly_, true)) leave_down_to(0, add);
    } else if (is_one_of<ThreadTeamBegin>(event.body)) {
      teams_.push_back(open_.size());
    } else if (is_one_of<ThreadTeamEnd>(event.body) && !teams_.empty()) {
      leave_down_to(teams_.back(), add);
      teams_.pop_back();
    } else if (is_one_of<ProgramEnd>(event.body)) {
      leave_down_to(0, add);
    }
    add(event);
  }

  // Leaves all regions except the ones that continue.
  template <class Add>
  void keep(std::uint32_t distance, Add& add) {
    const std::size_t fresh = std::max<std::uint32_t>(distance, 1) - 1;
    const std::size_t known = path_.size() - std::min(path_.size(), fresh);
    const std::size_t most = std::min(known, open_.size());
    const auto differs = std::mismatch(
        open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(most), path_.begin());
    leave_down_to(static_cast<std::size_t>(differs.first - open_.begin()), add);
  }
  template <class Add>
  void leave_down_to(std::size_t depth, Add& add) {
    for (; open_.size() > depth; open_.pop_back()) add({*last_, Leave{open_.back()}});
  }

  // Builds the path from the root. Damaged definitions may contain cycles.
  void find_path(CallingContextId context) {
    path_.clear();
    const auto& contexts = definitions_->calling_contexts;
    while (context.defined() && path_.size() <= contexts.size()) {
      path_.push_back(contexts[context.index()].region);
      context = contexts[context.index()].parent;
    }
    if (path_.size() > contexts.size()) path_.resize(1);
    std::ranges::reverse(path_);
  }

  const Definitions* definitions_;
  std::vector<RegionId> open_;      // opened by calling contexts
  std::vector<RegionId> path_;      // the current event's
  std::vector<std::size_t> teams_;  // open regions when it began to work for each team
  std::optional<Timestamp> last_;   // the time of the previous event
  bool nests_plainly_ = false;
};

class ContextCursor final : public EventCursor {
 public:
  ContextCursor(std::unique_ptr<EventCursor> inner, const Definitions& definitions,
                const EventSelection& selection)
      : inner_(std::move(inner)),
        definitions_(definitions),
        selection_(selection),
        stack_(definitions) {}

  std::span<const Event> next() override {
    if (!released_.events.empty()) {
      begin_.reset();
      again_.copy(std::exchange(released_.events, {}));
      return last_batch_ = again_.events;
    }
    do {
      batch_.clear();
      begin_ = events_;
    } while (read() && batch_.empty());
    return last_batch_ = batch_;
  }
  void release(std::size_t unread) override {
    released_.copy(last_batch_.last(std::min(unread, last_batch_.size())));
    last_batch_ = {};
    inner_->release(0);
  }
  // Starts from the beginning: the open regions are not known otherwise.
  void seek(std::uint64_t position) override {
    inner_->seek(0);
    stack_ = ContextStack(definitions_);
    released_.events = {};
    events_ = 0;
    skipped_ = position;
    ended_ = false;
  }
  [[nodiscard]] std::optional<std::uint64_t> position() const override { return begin_; }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  // Returns false at the end.
  bool read() {
    if (ended_) return false;
    const auto add = [this](const Event& event) {
      if (events_++ >= skipped_ && selection_[event.body.index()]) batch_.push_back(event);
    };
    const std::span<const Event> raw = inner_->next();
    for (const Event& event : raw) stack_.follow(event, add);
    if (!raw.empty()) return true;
    ended_ = true;
    stack_.finish(add);
    return true;
  }

  std::unique_ptr<EventCursor> inner_;
  const Definitions& definitions_;
  EventSelection selection_;
  ContextStack stack_;
  std::vector<Event> batch_;
  std::span<const Event> last_batch_;
  KeptEvents released_, again_;
  std::uint64_t events_ = 0;   // so far, selected or not
  std::uint64_t skipped_ = 0;  // earlier events are not delivered
  std::optional<std::uint64_t> begin_;
  bool ended_ = false;
};

// The kinds of events at the start of locations.
struct Beginnings {
  bool contexts = false;
  std::size_t sampled = 0;  // locations with samples, and nothing else that enters a region
};

Beginnings beginnings_of(const TraceSource& source) {
  Beginnings found;
  const EventSelection wanted =
      select_events<Enter, Leave, CallingContextEnter, CallingContextLeave, CallingContextSample>();
  for (std::size_t i = 0; i < source.definitions().locations.size(); ++i) {
    const auto cursor = source.open(LocationId(i), wanted);
    bool samples = false;
    bool calls = false;
    for (const Event& event : cursor->next()) {
      samples = samples || is_one_of<CallingContextSample>(event.body);
      calls = calls || !is_one_of<CallingContextSample>(event.body);
      found.contexts = found.contexts || !is_one_of<Enter, Leave>(event.body);
    }
    if (samples && !calls) ++found.sampled;
  }
  return found;
}

class ContextTrace final : public TraceSource {
 public:
  ContextTrace(std::unique_ptr<TraceSource> source, const Beginnings& beginnings)
      : source_(std::move(source)), definitions_(source_->definitions()) {
    if (beginnings.sampled == 0) return;
    definitions_.defects.push_back(
        counted(beginnings.sampled, "location has", "locations have") +
        " call stack samples but no calls: each stack is assumed to have been active since the "
        "previous sample, and visits are not numbers of calls.");
  }
  [[nodiscard]] const Definitions& definitions() const override { return definitions_; }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override {
    return std::make_unique<ContextCursor>(source_->open(location, select_all_events(), attributes),
                                           definitions_, selection);
  }

 private:
  std::unique_ptr<TraceSource> source_;
  Definitions definitions_;
};

}  // namespace

std::unique_ptr<TraceSource> with_called_regions(std::unique_ptr<TraceSource> source) {
  if (source->definitions().calling_contexts.empty()) return source;
  const Beginnings beginnings = beginnings_of(*source);
  if (!beginnings.contexts) return source;
  return std::make_unique<ContextTrace>(std::move(source), beginnings);
}

}  // namespace lull
