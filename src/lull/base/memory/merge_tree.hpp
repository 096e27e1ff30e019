// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Merges sequences of ascending times with a loser tree, so that a new time of the winner plays one
// match per level. Matches are branch-free, as their winners are unpredictable.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lull {

class MergeTree {
 public:
  static constexpr std::uint64_t kEnded = std::uint64_t{1} << 63;  // flag in Player::number

  // All sequences are initially ended.
  explicit MergeTree(std::size_t sequences)
      : leaves_(std::bit_ceil(sequences)), players_(2 * leaves_) {
    for (std::size_t i = 0; i < leaves_; ++i) players_[leaves_ + i] = ended(i);
    start();
  }

  // Sets the time of a sequence's next element; call start() afterwards.
  void set(std::size_t sequence, std::uint64_t time) {
    players_[leaves_ + sequence] = {time, sequence};
  }
  void start() {
    std::vector<Player> winners = players_;
    for (std::size_t match = leaves_ - 1; match > 0; --match) {
      const Player& a = winners[2 * match];
      const Player& b = winners[2 * match + 1];
      const bool a_wins = before(a, b) != 0;
      players_[match] = a_wins ? b : a;
      winners[match] = a_wins ? a : b;
    }
    winner_ = winners[1];
  }

  [[nodiscard]] bool empty() const { return (winner_.number & kEnded) != 0; }
  // Returns the sequence with the earliest time; among equal times, the first.
  [[nodiscard]] std::size_t next() const { return winner_.number; }
  [[nodiscard]] std::uint64_t time() const { return winner_.time; }
  // Advances the winning sequence to its next element.
  void go_on(std::uint64_t time) { replace({time, winner_.number}); }
  // Ends the winning sequence.
  void end() { replace(ended(winner_.number)); }

 private:
  struct Player {
    std::uint64_t time = 0;
    std::uint64_t number = 0;
  };

  static Player ended(std::size_t number) { return {~std::uint64_t{0}, number | kEnded}; }
  // Returns all ones if a is before b, else 0.
  static std::uint64_t before(const Player& a, const Player& b) {
    const bool earlier = a.time < b.time;
    const bool first = (a.time == b.time) & (a.number < b.number);
    return -static_cast<std::uint64_t>(earlier | first);
  }

  void replace(Player player) {
    std::size_t match = (leaves_ + (player.number & ~kEnded)) / 2;
    players_[leaves_ + (player.number & ~kEnded)] = player;
    for (; match > 0; match /= 2) {
      Player& loser = players_[match];
      const std::uint64_t loses = before(loser, player);
      const std::uint64_t time = (loser.time ^ player.time) & loses;
      const std::uint64_t number = (loser.number ^ player.number) & loses;
      loser = {loser.time ^ time, loser.number ^ number};
      player = {player.time ^ time, player.number ^ number};
    }
    winner_ = player;
  }

  std::size_t leaves_;           // a power of two
  std::vector<Player> players_;  // losers of the matches 1 to leaves_ - 1, then the leaves
  Player winner_;
};

}  // namespace lull
