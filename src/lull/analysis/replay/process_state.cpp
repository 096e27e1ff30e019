// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/process_state.hpp"

namespace lull::analysis {
namespace {

// Where an operation is matched: with the process that receives.
auto to_matcher(Outbox& outbox) {
  return [&outbox](const auto& operation) {
    Mail& mail = outbox.to_process(operation.channel.destination);
    if constexpr (std::is_same_v<std::decay_t<decltype(operation)>, SendOperation>)
      mail.sends.add() = operation;
    else
      mail.receives.add() = operation;
  };
}

}  // namespace

std::optional<std::uint64_t> ProcessState::next_collective(CommunicatorId communicator) {
  const auto [next, first] = collectives.try_emplace(communicator);
  if (first && context.is_member(communicator, process)) next->second = 0;
  if (!next->second) return std::nullopt;
  return (*next->second)++;
}

void ProcessState::submit(const SendOperation& operation, Outbox& outbox) {
  if (sends.empty())
    to_matcher(outbox)(operation);
  else
    sends.complete(sends.post(operation));
}

void ProcessState::submit(const ReceiveOperation& operation, Outbox& outbox) {
  if (receives.empty())
    to_matcher(outbox)(operation);
  else
    receives.complete(receives.post(operation));
}

void ProcessState::post_operations(Outbox& outbox) {
  if (!sends.empty())
    sends.drain(to_matcher(outbox), [&](const SendOperation& operation) {
      oddities.count(Oddity::RequestPassedOver);
      to_matcher(outbox)(operation);
    });
  if (!receives.empty())
    receives.drain(to_matcher(outbox),
                   [&](const ReceiveOperation&) { oddities.count(Oddity::RequestPassedOver); });
}

void ProcessState::flush_operations(Outbox& outbox) {
  sends.flush(to_matcher(outbox), [&](const SendOperation& operation) {
    oddities.count(Oddity::RequestNeverCompleted);
    to_matcher(outbox)(operation);
  });
  receives.flush(to_matcher(outbox),
                 [&](const ReceiveOperation&) { oddities.count(Oddity::RequestNeverCompleted); });
}

}  // namespace lull::analysis
