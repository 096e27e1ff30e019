// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/process_state.hpp"

namespace lull::analysis {

std::optional<std::uint64_t> ProcessState::next_collective(CommunicatorId communicator) {
  if (recent_collectives == nullptr || recent_communicator != communicator) {
    const auto [next, first] = collectives.try_emplace(communicator);
    if (first && context.is_member(communicator, process)) next->second = 0;
    recent_communicator = communicator;
    recent_collectives = &next->second;
  }
  if (!*recent_collectives) return std::nullopt;
  return (**recent_collectives)++;
}

void ProcessState::submit(const ReceiveOperation& operation, Outbox& outbox) {
  if (receives.empty())
    outbox.post(operation);
  else
    receives.complete(receives.post(operation));
}

void ProcessState::post_operations(Outbox& outbox) {
  const auto post = [&outbox](const auto& operation) { outbox.post(operation); };
  if (!sends.empty()) sends.drain(post);
  if (!receives.empty()) receives.drain(post);
}

void ProcessState::give_up(const OpenRequest& request, DataDefect defect, const DefectPlace& place,
                           Outbox& outbox) {
  defects.count(defect, place);
  if (!request.send) return receives.withdraw(request.ticket);
  SendCompletion completion;
  completion.sender = process;
  completion.outcome = SendCompletion::Outcome::NeverCompleted;
  completion.request = request.request;
  outbox.post(completion);
}

void ProcessState::flush_operations(const DefectPlace& place, Outbox& outbox) {
  requests.give_up_all([&](const OpenRequest& request) {
    DefectPlace posted = place;
    if (request.posted.location.defined())
      posted = {request.posted.location, request.posted.enter, {}};
    give_up(request, DataDefect::RequestNeverCompleted, posted, outbox);
  });
  defects.count(DataDefect::RequestNeverCompleted, place, collective_requests.finish(outbox));
  const auto post = [&outbox](const auto& operation) { outbox.post(operation); };
  sends.flush(post);
  receives.flush(post);
}

}  // namespace lull::analysis
