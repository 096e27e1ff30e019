// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/collective_requests.hpp"

#include <algorithm>

namespace lull::analysis {

using Entry = CollectiveRequests::Entry;

std::uint64_t CollectiveRequests::begin(std::uint64_t id, const CallInstance& call,
                                        CommunicatorId communicator) {
  std::uint64_t lost = 0;
  if (const auto same = open_.find(id); same != open_.end()) {
    lose(*find(same->second));
    ++lost;
  }
  if (entries_.size() >= kPatience) {
    lose(entries_.front());
    ++lost;
    give_numbers();
    forget_over();
  }
  open_[id] = first_ + entries_.size();
  Entry& entry = entries_.emplace_back();
  entry.id = id;
  entry.begun = call;
  if (communicator.defined()) {
    entry.names_communicator = true;
    entry.member.communicator = communicator;
    entry.member.number = operations_[communicator]++;
    entry.numbered = true;
  }
  return lost;
}

Entry* CollectiveRequests::complete(std::uint64_t id) {
  const auto open = open_.find(id);
  if (open == open_.end()) return nullptr;
  Entry* const entry = find(open->second);
  entry->state = Entry::State::Completed;
  entry->member.sequence = static_cast<std::uint32_t>(open->second);
  open_.erase(open);
  return entry;
}

void CollectiveRequests::lose(Entry& entry) {
  if (entry.state == Entry::State::Open) open_.erase(entry.id);
  entry.state = Entry::State::Lost;
}

void CollectiveRequests::number(Entry& entry) {
  if (entry.numbered) return;
  entry.numbered = true;
  if (adrift_)
    entry.matters = false;
  else if (entry.matters)
    entry.member.number = operations_[entry.member.communicator]++;
}

void CollectiveRequests::give_numbers() {
  for (Entry* entry = find(settled_); entry != nullptr; entry = find(++settled_)) {
    if (entry->names_communicator) continue;
    if (entry->state == Entry::State::Lost) {
      adrift_ = true;
      continue;
    }
    if (entry->state != Entry::State::Done) return;
    number(*entry);
    ready_.push_back(settled_);
  }
}

void CollectiveRequests::leave(Number number, Timestamp end) {
  Entry* const entry = find(number);
  if (entry == nullptr || entry->state != Entry::State::Completed) return;
  entry->state = Entry::State::Done;
  if (!entry->begun_left) entry->begun.leave = std::max(end, entry->begun.enter);
  entry->member.call = entry->begun;
  entry->member.begin = entry->begun.enter;
  entry->member.end = std::max(end, entry->begun.enter);
  if (entry->names_communicator) ready_.push_back(number);
}

void CollectiveRequests::post(Outbox& outbox) {
  for (const Number number : ready_) {
    Entry& entry = *find(number);
    entry.state = Entry::State::Posted;
    if (!entry.matters) continue;
    outbox.post(entry.completion);
    outbox.post(entry.member);
  }
  ready_.clear();
  forget_over();
}

// Keeps the operations that give_numbers() has not handled.
void CollectiveRequests::forget_over() {
  while (first_ < settled_ && !entries_.empty() &&
         (entries_.front().state == Entry::State::Posted ||
          entries_.front().state == Entry::State::Lost)) {
    entries_.pop_front();
    ++first_;
  }
}

std::uint64_t CollectiveRequests::finish(Outbox& outbox) {
  std::uint64_t lost = 0;
  for (Entry& entry : entries_) {
    if (entry.state != Entry::State::Open && entry.state != Entry::State::Completed) continue;
    lose(entry);
    ++lost;
  }
  give_numbers();
  post(outbox);
  return lost;
}

}  // namespace lull::analysis
