// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/detection/detection.hpp"

#include <optional>

namespace lull::structure {

void Detector::add(const EventBody& body) {
  std::optional<Frame> left;
  const auto close_next = [&](const Frame& frame) {
    if (left) close(*left, SymbolId{});
    left = frame;
  };
  const RegionEffect effect = regions_.follow(
      body, [&](RegionId region) { return open(region, body); }, close_next);
  if (effect == RegionEffect::Opens) return;
  if (effect == RegionEffect::Leaves) return close(*left, grammar_.event(body));
  if (left) close(*left, SymbolId{});
  foldings_[depth_]->push(grammar_.event(body));
}

void Detector::finish() {
  while (!regions_.empty()) close(regions_.pop(), SymbolId{});
  grammar_.set_whole(foldings_[0]->take());
}

Detector::Frame Detector::open(RegionId region, const EventBody& body) {
  if (++depth_ == foldings_.size()) foldings_.push_back(std::make_unique<Folding>(grammar_));
  return {region, grammar_.event(body)};
}

void Detector::close(const Frame& frame, SymbolId leave) {
  Folding& inner = *foldings_[depth_--];
  const SymbolId call = grammar_.call(frame.enter, inner.finish(), leave);
  inner.clear();
  foldings_[depth_]->push(call);
}

std::uint64_t Detector::comparisons() const {
  std::uint64_t comparisons = 0;
  for (const auto& folding : foldings_) comparisons += folding->comparisons();
  return comparisons;
}

LocationStructure detect(const TraceSource& source, LocationId location,
                         const std::function<void(std::uint64_t events)>& progress,
                         LocationClock* clock) {
  LocationStructure structure{.location = location};
  Detector detector(source.definitions(), structure.grammar);
  const auto cursor = source.open(location, select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
    for (const Event& event : events) {
      if (clock != nullptr) clock->look_at(event, structure.events);
      if (is_sample(event.body)) {
        ++structure.samples;
        continue;
      }
      detector.add(event.body);
      ++structure.events;
    }
    if (progress) progress(events.size());
  }
  detector.finish();
  structure.damage = cursor->damage();
  const Grammar& grammar = structure.grammar;
  structure.parts = grammar.whole().size();
  for (std::size_t i = 0; i < grammar.size(); ++i) {
    if (grammar[SymbolId(i)].kind == Grammar::Kind::Event) continue;
    ++structure.patterns;
    structure.parts += grammar[SymbolId(i)].items;
  }
  return structure;
}

}  // namespace lull::structure
