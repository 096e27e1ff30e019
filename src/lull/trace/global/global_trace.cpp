// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/global_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "lull/trace/global/event_store.hpp"
#include "lull/trace/global/trace_walk.hpp"

namespace lull {

// Holds two walks: one that moves forward, and one that looks back without disturbing the first.
class GlobalTrace::Implementation {
 public:
  Implementation(std::unique_ptr<TraceSource> source, const Options& options)
      : source_(std::move(source)),
        store_(*source_, options.event_memory),
        last_sends_(*source_),
        receive_numbers_(*source_),
        walks_{TraceWalk(store_, last_sends_, receive_numbers_, tree_, options.history),
               TraceWalk(store_, last_sends_, receive_numbers_, tree_, options.history)},
        distance_(std::max<std::size_t>(options.bookmark_distance, 1)),
        bookmark_memory_(options.bookmark_memory) {
    bookmarks_.push_back(walks_[0].save());
    bookmark_bytes_ = bookmarks_.back().bytes();
  }

  // Returns a walk that has just taken the event, or (Event) still holds it; null after the last
  // event.
  enum class Wanted { State, Event };
  TraceWalk* walk_to(EventIndex index, Wanted wanted);
  const GlobalEvent* event(EventIndex index);

  const TraceSource& source() const { return *source_; }
  const EventStore& store() const { return store_; }
  const CallTree& tree() const { return tree_; }
  std::uint64_t size() {
    while (!end_) walk_to(bookmarks_.back().next + distance_, Wanted::State);
    return *end_;
  }

 private:
  bool step(TraceWalk& walk);
  void add_bookmark(const TraceWalk& walk);
  [[nodiscard]] const Bookmark& bookmark_before(EventIndex next) const;

  std::unique_ptr<TraceSource> source_;
  CallTree tree_;
  EventStore store_;
  LastSends last_sends_;
  ReceiveNumbers receive_numbers_;
  std::array<TraceWalk, 2> walks_;
  std::size_t distance_;
  std::size_t bookmark_memory_;
  std::size_t bookmark_bytes_ = 0;
  std::vector<Bookmark> bookmarks_;  // ascending
  std::optional<std::uint64_t> end_;
};

bool GlobalTrace::Implementation::step(TraceWalk& walk) {
  if (!walk.step()) {
    end_ = walk.next();
    return false;
  }
  if (walk.next() == bookmarks_.back().next + distance_) add_bookmark(walk);
  return true;
}

// Drops every other bookmark when they take too much memory.
void GlobalTrace::Implementation::add_bookmark(const TraceWalk& walk) {
  bookmarks_.push_back(walk.save());
  bookmark_bytes_ += bookmarks_.back().bytes();
  if (bookmark_bytes_ <= bookmark_memory_ || bookmarks_.size() < 4) return;
  std::vector<Bookmark> fewer;
  bookmark_bytes_ = 0;
  for (std::size_t i = 0; i < bookmarks_.size(); i += 2) {
    fewer.push_back(std::move(bookmarks_[i]));
    bookmark_bytes_ += fewer.back().bytes();
  }
  bookmarks_ = std::move(fewer);
  distance_ *= 2;
}

const Bookmark& GlobalTrace::Implementation::bookmark_before(EventIndex next) const {
  const auto after = std::ranges::upper_bound(bookmarks_, next, {}, &Bookmark::next);
  return *std::prev(after);
}

TraceWalk* GlobalTrace::Implementation::walk_to(EventIndex index, Wanted wanted) {
  const EventIndex next = index + 1;
  if (end_ && next > *end_) return nullptr;
  const EventIndex latest_start = wanted == Wanted::Event ? index : next;
  for (TraceWalk& walk : walks_) {  // sequential access
    if (walk.next() == next) return &walk;
    if (walk.next() == index) return step(walk) ? &walk : nullptr;
  }
  const Bookmark& bookmark = bookmark_before(latest_start);
  TraceWalk* nearest = nullptr;
  for (TraceWalk& walk : walks_)
    if (walk.next() <= latest_start && (nearest == nullptr || walk.next() > nearest->next()))
      nearest = &walk;
  if (nearest == nullptr || nearest->next() < bookmark.next) {
    nearest = &walks_[1];
    nearest->go_to(bookmark);
  }
  while (nearest->next() < next)
    if (!step(*nearest)) return nullptr;
  return nearest;
}

const GlobalEvent* GlobalTrace::Implementation::event(EventIndex index) {
  if (walks_[0].next() == index) return step(walks_[0]) ? walks_[0].find(index) : nullptr;
  for (const TraceWalk& walk : walks_)
    if (const GlobalEvent* found = walk.find(index)) return found;
  const TraceWalk* walk = walk_to(index, Wanted::Event);
  return walk == nullptr ? nullptr : walk->find(index);
}

GlobalTrace::GlobalTrace(std::unique_ptr<TraceSource> source)
    : GlobalTrace(std::move(source), Options{}) {}
GlobalTrace::GlobalTrace(std::unique_ptr<TraceSource> source, const Options& options)
    : implementation_(std::make_unique<Implementation>(std::move(source), options)) {}
GlobalTrace::~GlobalTrace() = default;
GlobalTrace::GlobalTrace(GlobalTrace&&) noexcept = default;
GlobalTrace& GlobalTrace::operator=(GlobalTrace&&) noexcept = default;

const Definitions& GlobalTrace::definitions() const {
  return implementation_->source().definitions();
}
const CallTree& GlobalTrace::call_tree() const { return implementation_->tree(); }
const GlobalEvent* GlobalTrace::find(EventIndex index) { return implementation_->event(index); }
bool GlobalTrace::has(EventIndex index) { return implementation_->event(index) != nullptr; }
std::uint64_t GlobalTrace::size() { return implementation_->size(); }

GlobalEvent GlobalTrace::event(EventIndex index) {
  const GlobalEvent* const found = implementation_->event(index);
  if (found == nullptr) throw NoSuchEvent(fmt::format("the trace has no event {}", index));
  return *found;
}

const TraceState& GlobalTrace::state(EventIndex index) {
  const TraceWalk* const walk = implementation_->walk_to(index, Implementation::Wanted::State);
  if (walk == nullptr) throw NoSuchEvent(fmt::format("the trace has no event {}", index));
  return walk->state();
}

std::vector<std::string> GlobalTrace::damage() const { return implementation_->store().damage(); }

}  // namespace lull
