// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/mail_exchange.hpp"

#include <algorithm>

namespace lull::analysis {
namespace {

template <class Element>
std::span<const Element> span_of(const ReusedList<Element>& list) {
  return {list.begin(), list.size()};
}

void pack(Packer& packer, const CollectiveSummary& summary) {
  packer.put(summary.key);
  packer.put(summary.size);
  packer.put(summary.members);
  packer.put(summary.from);
  packer.put(summary.complete);
  packer.put_list<CollectiveOperationPart>(summary.parts);
}

CollectiveSummary unpack_summary(Unpacker& unpacker) {
  CollectiveSummary summary;
  summary.key = unpacker.get<CollectiveKey>();
  summary.size = unpacker.get<std::uint32_t>();
  summary.members = unpacker.get<std::uint32_t>();
  summary.from = unpacker.get<int>();
  summary.complete = unpacker.get<bool>();
  summary.parts = unpacker.get_list<CollectiveOperationPart>();
  return summary;
}

// Receives, locks and teams are always for the process that they are of.
void pack(Packer& packer, const Mail& mail) {
  packer.put_list(span_of(mail.sends));
  packer.put_list<StoredMessage>(mail.completed_sends);
  packer.put_list<MessageReceived>(mail.received);
  packer.put_list<std::byte>(mail.forwarded.bytes());
  packer.put<std::uint64_t>(mail.summaries.size());
  for (const CollectiveSummary& summary : mail.summaries) pack(packer, summary);
}

void unpack(Unpacker& unpacker, Outbox& to) {
  for (const SendOperation& send : unpacker.get_list<SendOperation>())
    to.to_process(send.channel.destination).sends.add() = send;
  for (const StoredMessage& message : unpacker.get_list<StoredMessage>())
    to.to_process(message.send.channel.source).completed_sends.push_back(message);
  for (const MessageReceived& receipt : unpacker.get_list<MessageReceived>())
    to.to_process(receipt.sender).received.push_back(receipt);
  const auto add_to = [&to](ProcessId process) -> ForwardedEvents& {
    return to.to_process(process).forwarded;
  };
  ForwardedEvents::distribute(unpacker.get_list<std::byte>(), add_to);
  for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
    CollectiveSummary summary = unpack_summary(unpacker);
    to.to_collective(summary.key.communicator, summary.key.number)
        .summaries.push_back(std::move(summary));
  }
}

bool has_mail(const Mail& mail) {
  return !mail.sends.empty() || !mail.completed_sends.empty() || !mail.received.empty() ||
         !mail.forwarded.bytes().empty() || !mail.summaries.empty();
}

}  // namespace

Agreement& Agreement::operator+=(const Agreement& other) {
  events += other.events;
  next = std::min(next, other.next);
  posted = std::min(posted, other.posted);
  unfinished += other.unfinished;
  return *this;
}

Agreement exchange_mail(Partners& partners, std::span<Outbox> outgoing, Outbox& arrived,
                        const Agreement& mine) {
  std::vector<Bytes> letters;
  for (int rank = 0; rank < partners.size(); ++rank) {
    Packer packer;
    packer.put(mine);
    for (Outbox& outbox : outgoing) {
      Mail& mail = outbox.to_partner(rank);
      if (!has_mail(mail)) continue;
      pack(packer, mail);
      mail.clear();
    }
    letters.push_back(packer.take());
  }
  Agreement all;
  for (const Bytes& letter : partners.exchange(letters)) {
    Unpacker unpacker(letter);
    all += unpacker.get<Agreement>();
    while (!unpacker.empty()) unpack(unpacker, arrived);
  }
  return all;
}

}  // namespace lull::analysis
