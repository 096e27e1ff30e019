// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/node_leaders.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace lull::recorder::mpi {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{2};
constexpr std::chrono::seconds kForOthers{1};  // others may still be in MPI_Init
constexpr std::chrono::seconds kForDecision{2};
constexpr std::chrono::seconds kForClaimer{10};  // the claimer is about to publish its list

bool make(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file >= 0) ::close(file);
  return file >= 0;
}

// Network file systems cache directories: after a change of its own, a process sees the others'
// changes.
void look_again(const fs::path& own) {
  std::this_thread::sleep_for(kLook);
  if (make(own)) ::unlink(own.c_str());
}

bool move(const fs::path& from, const fs::path& to) {
  return ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

fs::path NodeLeaders::file(const std::string& kind, int rank) const {
  return directory_ / fmt::format("{}-{}", kind, rank);
}

bool NodeLeaders::lead(const fs::path& directory, const std::string& node) {
  directory_ = directory;
  return make(directory_ / ("node-" + node));
}

std::vector<int> NodeLeaders::ranks_of(const std::string& kind) const {
  std::vector<int> ranks;
  std::error_code none;
  const std::string begin = kind + "-";
  for (const auto& entry : fs::directory_iterator(directory_, none)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin)) ranks.push_back(std::atoi(name.c_str() + begin.size()));
  }
  std::ranges::sort(ranks);
  return ranks;
}

void NodeLeaders::wait_for_others(int rank) const {
  const auto until = Clock::now() + kForOthers;
  while (ranks_of("ready").size() < ranks_of("node").size() && Clock::now() < until)
    look_again(file("look", rank));
}

std::vector<int> NodeLeaders::decide(int rank) const {
  wait_for_others(rank);
  std::vector<int> claimed;
  for (const int ready : ranks_of("ready"))
    if (move(file("ready", ready), file("claimed", ready))) claimed.push_back(ready);
  std::ofstream list(directory_ / "list.new");
  for (const int one : claimed) list << one << '\n';
  list.close();
  // Fails if a claimed process has given up waiting.
  if (!list || ::link((directory_ / "list.new").c_str(), (directory_ / "list").c_str()) != 0)
    return {};
  return claimed;
}

std::vector<int> NodeLeaders::decision(int rank) const {
  std::vector<int> ranks;
  std::ifstream list(directory_ / "list");
  for (int one = 0; list >> one;) ranks.push_back(one);
  return std::ranges::find(ranks, rank) == ranks.end() ? std::vector<int>() : ranks;
}

std::vector<int> NodeLeaders::wait_for_decision(int rank) const {
  auto until = Clock::now() + kForDecision;
  bool is_claimed = false;
  while (true) {
    if (fs::exists(directory_ / "list")) return decision(rank);
    if (Clock::now() >= until) {
      if (is_claimed && make(directory_ / "list")) return {};  // no process takes part
      if (!is_claimed && move(file("ready", rank), file("left", rank))) return {};
      is_claimed = true;
      until = Clock::now() + kForClaimer;
    }
    look_again(file("look", rank));
  }
}

std::vector<int> NodeLeaders::agree(int rank) {
  if (!make(file("ready", rank))) return {};
  return make(directory_ / "decides") ? decide(rank) : wait_for_decision(rank);
}

}  // namespace lull::recorder::mpi
