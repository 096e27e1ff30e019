// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Closes connections of a server in this process whose requests do not arrive completely in time,
// even if single bytes keep arriving; earlier if there are many connections. One thread watches all
// connections.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace lull::cli {

class ConnectionWatch {
 public:
  // `port` is the server's port on this machine. Throws Error (system) if the thread cannot start.
  ConnectionWatch(int port, std::chrono::milliseconds patience);
  ConnectionWatch(const ConnectionWatch&) = delete;
  ConnectionWatch& operator=(const ConnectionWatch&) = delete;
  ~ConnectionWatch();

  // Marks the request from that port as complete: sending the answer may take any time.
  void arrived(int from_port);

 private:
  using Time = std::chrono::steady_clock::time_point;

  void look();

  int port_;
  std::chrono::milliseconds patience_;
  std::map<int, Time> since_;  // indexed by the client's port
  std::set<int> arrived_;      // ports whose requests are complete or being answered
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;  // last: uses all of the above
};

}  // namespace lull::cli
