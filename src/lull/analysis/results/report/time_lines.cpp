// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/report/time_lines.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

// Seeking in a file costs about as much as reading this number of events.
constexpr std::uint64_t kSeekEvents = 25000;
// Limit for the events read for time lines: this fraction of all events, or kAlways if that is
// more.
constexpr std::uint64_t kPart = 100;
constexpr std::uint64_t kAlways = 200'000;
constexpr std::uint64_t kSmallTrace = 5'000'000;
constexpr std::uint64_t kOfSmallTrace = 1'000'000;
// Limits for one time line.
constexpr std::uint64_t kMostEvents = 200000;
constexpr std::size_t kMostSpans = 2000;
// Shorter spans than this fraction of the window are invisible.
constexpr std::int64_t kVisible = 1500;

struct Window {
  Timestamp begin;
  Timestamp end;
};

// The window covers the call, half its length before and after it, and the sends of its messages if
// they are near.
Window window_of(const SevereCall& severe, Timestamp zero) {
  const Duration length = severe.call.leave - severe.begin();
  Timestamp begin = severe.begin();
  for (const Transfer& message : severe.participants.messages)
    if (message.sent < begin && (begin - message.sent).ticks < 2 * length.ticks)
      begin = message.sent;
  const Duration margin{std::max<std::int64_t>(length.ticks / 2, 1)};
  const Duration before = begin - zero;  // there are no earlier events
  return {begin + Duration{-std::clamp(before.ticks, std::int64_t{0}, margin.ticks)},
          severe.call.leave + margin};
}

// The regions of one location within a window.
class SpanReader {
 public:
  SpanReader(const LocationReplay& location, const Mark& mark, Window window)
      : window_(window), visible_{(window.end - window.begin).ticks / kVisible} {
    std::vector<RegionId> open;
    const PathPlaces& places = location.tree.places();
    for (LocalPathId path = mark.path; path.defined(); path = places[path.index()].parent)
      if (path.index() != LocalCallTree::kRoot && places[path.index()].region.defined())
        open.push_back(places[path.index()].region);
    for (auto region = open.rbegin(); region != open.rend(); ++region)
      stack_.emplace_back(*region, window.begin);
  }

  void read(EventCursor& cursor, const ReplayContext& context) {
    std::uint64_t left = kMostEvents;
    for (auto events = cursor.next(); !events.empty() && left > 0; events = cursor.next())
      for (const Event& event : events) {
        if (event.time > window_.end || --left == 0) return;
        use(event, context);
      }
  }

  // The spans, ordered by start.
  std::vector<report::TimeLine::Span> spans(const SevereFindings& findings, Timestamp zero,
                                            double ticks) {
    while (!stack_.empty()) leave(stack_.back().first, window_.end);
    std::vector<report::TimeLine::Span> result;
    for (const Span& span : spans_) {
      const auto region = findings.names.regions.find(span.region);
      if (region == findings.names.regions.end()) continue;
      result.push_back({static_cast<double>((span.begin - zero).ticks) / ticks,
                        static_cast<double>((span.end - zero).ticks) / ticks, region->second,
                        span.depth});
    }
    std::ranges::sort(result, [](const auto& a, const auto& b) {
      return std::pair(a.begin, a.depth) < std::pair(b.begin, b.depth);
    });
    return result;
  }

 private:
  struct Span {
    Timestamp begin;
    Timestamp end;
    RegionId region;
    std::uint32_t depth;
  };

  void use(const Event& event, const ReplayContext& context) {
    if (const auto* entered = std::get_if<Enter>(&event.body))
      enter(entered->region, event.time);
    else if (const auto* left = std::get_if<Leave>(&event.body))
      leave(left->region, event.time);
    else if (const auto* call = std::get_if<CallingContextEnter>(&event.body))
      enter(context.region_of(call->context), event.time);
    else if (const auto* end = std::get_if<CallingContextLeave>(&event.body))
      leave(context.region_of(end->context), event.time);
    else if (const auto* begin = std::get_if<ProgramBegin>(&event.body))
      enter(ReplayContext::program_region(begin->name), event.time);
    else if (std::holds_alternative<ProgramEnd>(event.body) && !stack_.empty())
      leave(stack_.front().first, event.time);
  }
  void enter(RegionId region, Timestamp time) { stack_.emplace_back(region, time); }
  // Ends all calls down to the region; does nothing if it is not open.
  void leave(RegionId region, Timestamp time) {
    const auto open = std::find_if(stack_.rbegin(), stack_.rend(),
                                   [region](const auto& frame) { return frame.first == region; });
    if (open == stack_.rend()) return;
    const auto remaining = static_cast<std::size_t>(stack_.rend() - open) - 1;
    for (; stack_.size() > remaining; stack_.pop_back()) {
      const Timestamp begin = std::max(stack_.back().second, window_.begin);
      const Timestamp end = std::min(time, window_.end);
      if (begin <= end && end - begin >= visible_ && end > window_.begin &&
          spans_.size() < kMostSpans)
        spans_.push_back(
            {begin, end, stack_.back().first, static_cast<std::uint32_t>(stack_.size() - 1)});
    }
  }

  Window window_;
  Duration visible_;
  std::vector<std::pair<RegionId, Timestamp>> stack_;
  std::vector<Span> spans_;
};

class TimeLineReader {
 public:
  TimeLineReader(const Analysis& analysis, const SevereFindings& findings)
      : analysis_(analysis),
        findings_(findings),
        zero_(analysis.zero()),
        ticks_(static_cast<double>(analysis.context().definitions.clock.ticks_per_second)),
        places_(analysis.context().definitions.locations.size()) {
    for (const auto& process : analysis.processes())
      for (std::size_t i = 0; i < process->locations().size(); ++i)
        places_[process->locations()[i]->location().index()] = {
            process->locations()[i].get(), &process->marks(i), &process->cursor(i)};
  }

  // Returns a time line without spans if another process has the location.
  report::TimeLine read(LocationId id, Window window) const {
    report::TimeLine line{report::LocationId(id.index()), {}};
    const auto& [location, marks, cursor] = places_[id.index()];
    if (location == nullptr) return line;
    const Mark* const mark = marks->before(window.begin);
    SpanReader reader(*location, mark != nullptr ? *mark : Mark{}, window);
    cursor->seek(mark != nullptr ? mark->position : 0);
    reader.read(*cursor, analysis_.context());
    line.spans = reader.spans(findings_, zero_, ticks_);
    return line;
  }

 private:
  struct Place {
    const LocationReplay* location = nullptr;
    const Marks* marks = nullptr;
    EventCursor* cursor = nullptr;
  };

  const Analysis& analysis_;
  const SevereFindings& findings_;
  Timestamp zero_;
  double ticks_;
  std::vector<Place> places_;
};

// Returns the locations whose time lines an instance has: the one that waited first, then the
// others.
std::vector<LocationId> lanes_of(const SevereCall& severe) {
  std::vector<LocationId> lanes = severe.participants.locations;
  std::ranges::sort(lanes);
  const auto own = std::ranges::find(lanes, severe.call.location);
  if (own != lanes.end()) std::rotate(lanes.begin(), own, own + 1);
  return lanes;
}

// Selects instances for time lines: the worst of each call path first, within the reading limits.
std::vector<bool> choose(const Analysis& analysis, const SevereFindings& findings,
                         TimeLines wanted) {
  std::vector<bool> chosen(findings.worst.size(), wanted == TimeLines::All);
  if (wanted != TimeLines::Some) return chosen;
  std::vector<std::size_t> place(findings.worst.size());  // within its metric and call path
  for (std::size_t i = 1; i < place.size(); ++i) {
    const SevereInstance& before = findings.worst[i - 1];
    const SevereInstance& instance = findings.worst[i];
    const bool same =
        before.severe.metric == instance.severe.metric && before.path == instance.path;
    place[i] = same ? place[i - 1] + 1 : 0;
  }
  std::vector<std::size_t> order(place.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(place[a], findings.worst[b].severe.severity) <
           std::pair(place[b], findings.worst[a].severe.severity);
  });
  const auto& locations = analysis.context().definitions.locations;
  std::uint64_t all = 0;
  for (const Location& location : locations) all += location.events;
  std::uint64_t left = all < kSmallTrace ? kOfSmallTrace : std::max(kAlways, all / kPart);
  for (const std::size_t i : order) {
    std::uint64_t cost = 0;
    for (const LocationId id : findings.worst[i].severe.participants.locations)
      cost += std::min(kSeekEvents, locations[id.index()].events);
    if (cost > left) break;
    left -= cost;
    chosen[i] = true;
  }
  return chosen;
}

void pack(Packer& packer, std::size_t instance, const report::TimeLine& line) {
  packer.put<std::uint64_t>(instance);
  packer.put(line.location);
  packer.put_list<report::TimeLine::Span>(line.spans);
}

// Collects spans read by other processes on the first one.
void gather(Partners& partners, report::Instances& instances) {
  Packer packer;
  for (std::size_t i = 0; i < instances.worst.size(); ++i)
    for (const report::TimeLine& line : instances.worst[i].lanes)
      if (!line.spans.empty()) pack(packer, i, line);
  std::vector<Bytes> letters(static_cast<std::size_t>(partners.size()));
  if (partners.rank() != 0) letters.front() = packer.take();
  for (const Bytes& letter : partners.exchange(std::move(letters)))
    for (Unpacker unpacker(letter); !unpacker.empty();) {
      const auto instance = unpacker.get<std::uint64_t>();
      const auto location = unpacker.get<report::LocationId>();
      const auto spans = unpacker.get_list<report::TimeLine::Span>();
      for (report::TimeLine& line : instances.worst[instance].lanes)
        if (line.location == location) line.spans = spans;
    }
}

}  // namespace

namespace {

// Adds where the causer spent most of the waiting time, if known.
void add_meanwhile(report::SevereInstance& instance) {
  if (!instance.cause) return;
  const auto lane = std::ranges::find(instance.lanes, *instance.cause, &report::TimeLine::location);
  if (lane == instance.lanes.end()) return;
  const double end = std::min(instance.since + instance.severity, instance.end);
  const auto within = [&](const report::TimeLine::Span& span) {
    return std::max(0.0, std::min(end, span.end) - std::max(instance.since, span.begin));
  };
  std::map<report::RegionId, double> own;  // without callees
  std::vector<report::RegionId> around;    // by depth
  for (const report::TimeLine::Span& span : lane->spans) {
    const double time = within(span);
    own[span.region] += time;
    around.resize(std::min<std::size_t>(around.size(), span.depth));
    if (!around.empty()) own[around.back()] -= time;
    around.push_back(span.region);
  }
  const auto most = std::ranges::max_element(own, {}, [](const auto& one) { return one.second; });
  if (most != own.end() && most->second > 0) instance.meanwhile = most->first;
}

}  // namespace

report::Instances with_time_lines(const Analysis& analysis, const SevereFindings& findings,
                                  TimeLines wanted) {
  report::Instances instances = as_report(analysis, findings);
  const TimeLineReader reader(analysis, findings);
  const ClockProperties& clock = analysis.context().definitions.clock;
  const auto seconds = [&](Timestamp time) {
    return static_cast<double>((time - analysis.zero()).ticks) /
           static_cast<double>(clock.ticks_per_second);
  };
  const std::vector<bool> chosen = choose(analysis, findings, wanted);
  // One wait may be an instance of several metrics: its time line is read only once.
  using Part = std::tuple<LocationId, Timestamp, Timestamp>;
  std::map<Part, std::pair<std::size_t, std::size_t>> read;  // instance and lane
  for (std::size_t i = 0; i < findings.worst.size(); ++i) {
    const SevereCall& severe = findings.worst[i].severe;
    const Window window = window_of(severe, analysis.zero());
    instances.worst[i].window_begin = seconds(window.begin);
    instances.worst[i].window_end = seconds(window.end);
    if (!chosen[i]) continue;
    std::vector<report::TimeLine>& lanes = instances.worst[i].lanes;
    for (const LocationId id : lanes_of(severe)) {
      const auto [known, fresh] =
          read.try_emplace({id, window.begin, window.end}, std::pair(i, lanes.size()));
      const auto [instance, lane] = known->second;
      lanes.push_back(fresh ? reader.read(id, window)
                            : report::TimeLine(instances.worst[instance].lanes[lane]));
    }
  }
  if (Partners* const partners = analysis.partners()) gather(*partners, instances);
  for (report::SevereInstance& instance : instances.worst) add_meanwhile(instance);
  return instances;
}

}  // namespace lull::analysis
