// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the two sides of messages: the n-th send of a channel with its n-th receive. The first side
// stays in the table until the other arrives or it is given up. Publishes Message as soon as it is
// matched, ReceiveCall in the order in which a process made its receiving calls, SendCall, and
// CollectiveCall.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lull/analysis/distribution/process_map.hpp"
#include "lull/analysis/matching/collectives/requested_collectives.hpp"
#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/matching/messages/channel_table.hpp"
#include "lull/analysis/matching/messages/fifo_slab.hpp"
#include "lull/analysis/matching/messages/given_up.hpp"
#include "lull/analysis/matching/messages/receive_turns.hpp"
#include "lull/analysis/matching/messages/send_calls.hpp"
#include "lull/analysis/matching/messages/withdrawn_sends.hpp"

namespace lull::analysis {

class MessageMatcher final : public Matcher {
 public:
  explicit MessageMatcher(const MatcherPlace& place)
      : context_(place.context), bus_(place.bus), send_calls_(place.bus) {}

  [[nodiscard]] OperationTypes takes() const override;
  [[nodiscard]] std::vector<const EventType*> publishes() const override;
  void take(Mails mails) override;
  void end_slice(Timestamp posted) override;
  void checkpoint(const Checkpoint& checkpoint) override;
  void finish() override;
  void add_to(MatchingNotes& notes) const override;

 private:
  template <class Operation>
  void take_all(Mails mails);
  template <class Operation>
  void take_from_afar(std::span<const Operation> operations);
  void expect_place(const ReceiveOperation& receive) const;
  void expect(const ReceiveOperation& receive) const;
  void take(const SendOperation& send);
  void take(const ReceiveOperation& receive);
  void take_receives(Mails mails);
  void take_collectives(Mails mails);
  void take_held();
  void drop_withdrawn(Fifo& sends, const ReceiveOperation& receive);
  void forget_withdrawn(Timestamp before);
  void matched(const Message& message);
  void check_clocks(const Message& message);
  // Gives up operations that ended before `before`, except `kept` messages of each process.
  void give_up(Timestamp before, std::size_t kept);
  void give_up_send(const Channel& channel);
  void give_up_receive(const Channel& channel);
  void found_too_late(std::map<ProcessPair, std::uint64_t>& unmatched, const Channel& channel);
  void lose(const SendOperation& send);
  void lose(const ReceiveOperation& receive);
  // Returns the send time of the oldest stored message that has not been published in its turn.
  [[nodiscard]] Timestamp oldest_undelivered() const;

  const ReplayContext& context_;
  Bus& bus_;
  ChannelTable channels_;
  FifoSlab<SendOperation> sends_;
  FifoSlab<ReceiveOperation> receives_;
  // In a multi-process analysis, receives wait until all sends before them have arrived.
  std::vector<ReceiveOperation> held_;
  std::vector<ReceiveOperation> released_;  // those released last
  WithdrawnSends withdrawn_;
  GivenUpEnds given_up_;
  ProcessMap<ReceiveTurns> turns_;
  ReceiveTurnsMemory memory_;
  SendCalls send_calls_;
  RequestedCollectives collectives_;
  std::vector<MessageReceived> receipts_;
  std::uint64_t uncertain_ = 0;  // reversed messages
  MatchingNotes notes_;
};

}  // namespace lull::analysis
