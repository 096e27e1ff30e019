// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/mail_exchange.hpp"

#include <utility>

namespace lull::analysis {

void start_exchange(Partners& partners, std::span<Outbox> outgoing, const Agreement& mine) {
  Partners::Round round;
  for (int rank = 0; rank < partners.size(); ++rank) {
    Packer packer;
    for (Outbox& outbox : outgoing) {
      Mail& mail = outbox.to_partner(rank);
      mail.pack(packer);
      mail.clear();
    }
    round.letters.push_back(packer.take());
  }
  round.numbers = {.sums = {mine.events, mine.unfinished, mine.mail},
                   .minima = {mine.next.ticks, mine.posted.ticks}};
  partners.start(std::move(round));
}

Agreement finish_exchange(Partners& partners, Outbox& arrived) {
  const Partners::Round round = partners.finish();
  for (const Bytes& letter : round.letters) {
    Unpacker unpacker(letter);
    Mail::post_packed(unpacker, arrived);
  }
  const auto& [sums, minima] = round.numbers;
  return {.events = sums[0],
          .next = Timestamp{minima[0]},
          .posted = Timestamp{minima[1]},
          .unfinished = sums[1],
          .mail = sums[2]};
}

}  // namespace lull::analysis
