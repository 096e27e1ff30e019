// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/shard.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace lull::analysis {

Shard::Shard(const Surroundings& surroundings, const MatcherFactory& matchers, PatternList patterns)
    : charges_(surroundings.catalogue),
      bus_(charges_),
      patterns_(std::move(patterns)),
      matchers_(matchers({surroundings.context, surroundings.progress, bus_})),
      taken_(Mail().queues().size()) {
  charges_.set_up(surroundings.charges);
  bus_.know_paths(*surroundings.charges.paths);
  for (const auto& matcher : matchers_) {
    for (const EventType* const type : matcher->publishes()) bus_.announce(*type);
    for (const OperationType type : matcher->takes()) {
      if (taken_[type])
        throw std::logic_error(fmt::format("two matchers take operations of type {}", type));
      taken_[type] = true;
    }
  }
  for (const auto& pattern : patterns_)
    for (const EventType* const type : pattern->publishes()) bus_.announce(*type);
  for (const auto& pattern : patterns_) bus_.admit(*pattern);
}

void Shard::handle(Mails mails, Outbox& outbox, Timestamp posted) {
  bus_.forward_to(outbox);
  for (const Mail* const mail : mails)
    for (std::size_t type = 0; type < mail->queues().size(); ++type) {
      const AnyQueue& queue = *mail->queues()[type];
      if (queue.size() > 0 && !taken_[type] && !queue.publish(bus_))
        throw std::logic_error(fmt::format("no matcher takes operations of type {}", type));
    }
  for (const auto& matcher : matchers_) matcher->take(mails);
  for (const auto& matcher : matchers_) matcher->end_slice(posted);
}

void Shard::checkpoint(const Checkpoint& checkpoint, Outbox& outbox) {
  bus_.forward_to(outbox);
  for (const auto& matcher : matchers_) matcher->checkpoint(checkpoint);
  bus_.publish(checkpoint);
}

void Shard::finish(Outbox& outbox) {
  bus_.forward_to(outbox);
  for (const auto& matcher : matchers_) matcher->finish();
}

void Shard::end_trace(MatchingNotes& notes) {
  for (const auto& matcher : matchers_) matcher->add_to(notes);
  bus_.publish(EndOfTrace{});
}

}  // namespace lull::analysis
