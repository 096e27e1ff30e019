// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/mail_exchange.hpp"

#include <utility>

namespace lull::analysis {
namespace {

template <class Element>
std::span<const Element> span_of(const ReusedList<Element>& list) {
  return {list.begin(), list.size()};
}

// Receives, locks and teams are always for the process that they are of.
void pack(Packer& packer, const Mail& mail) {
  packer.put_list(span_of(mail.sends));
  packer.put_list<StoredMessage>(mail.completed_sends);
  packer.put_list<MessageReceived>(mail.received);
  packer.put_list<std::byte>(mail.forwarded.bytes());
  packer.put_list(mail.summaries.summaries());
  packer.put_list(mail.summaries.parts());
}

void unpack(Unpacker& unpacker, Outbox& to) {
  for (const SendOperation& send : unpacker.get_span<SendOperation>())
    to.to_process(send.channel.destination).sends.add() = send;
  for (const StoredMessage& message : unpacker.get_span<StoredMessage>())
    to.to_process(message.send.channel.source).completed_sends.push_back(message);
  for (const MessageReceived& receipt : unpacker.get_span<MessageReceived>())
    to.to_process(receipt.sender).received.push_back(receipt);
  const auto add_to = [&to](ProcessId process) -> ForwardedEvents& {
    return to.to_process(process).forwarded;
  };
  ForwardedEvents::distribute(unpacker.get_span<std::byte>(), add_to);
  const auto summaries = unpacker.get_span<CollectiveSummary>();
  const auto parts = unpacker.get_span<CollectiveOperationPart>();
  const auto add = [&to](const CollectiveSummary& summary, auto its_parts) {
    to.to_collective(summary.key.communicator, summary.key.number)
        .summaries.add(summary, its_parts);
  };
  CollectiveSummaries::for_each(summaries, parts, add);
}

bool has_mail(const Mail& mail) {
  return !mail.sends.empty() || !mail.completed_sends.empty() || !mail.received.empty() ||
         !mail.forwarded.bytes().empty() || !mail.summaries.empty();
}

}  // namespace

void start_exchange(Partners& partners, std::span<Outbox> outgoing, const Agreement& mine) {
  Partners::Round round;
  for (int rank = 0; rank < partners.size(); ++rank) {
    Packer packer;
    for (Outbox& outbox : outgoing) {
      Mail& mail = outbox.to_partner(rank);
      if (!has_mail(mail)) continue;
      pack(packer, mail);
      mail.clear();
    }
    round.letters.push_back(packer.take());
  }
  round.numbers = {.sums = {mine.events, mine.unfinished},
                   .minima = {mine.next.ticks, mine.posted.ticks}};
  partners.start(std::move(round));
}

Agreement finish_exchange(Partners& partners, Outbox& arrived) {
  const Partners::Round round = partners.finish();
  for (const Bytes& letter : round.letters)
    for (Unpacker unpacker(letter); !unpacker.empty();) unpack(unpacker, arrived);
  const auto& [sums, minima] = round.numbers;
  return {.events = sums[0],
          .next = Timestamp{minima[0]},
          .posted = Timestamp{minima[1]},
          .unfinished = sums[1]};
}

}  // namespace lull::analysis
