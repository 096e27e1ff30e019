// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Ends connections of a server of this process whose requests do not arrive in time, however often
// a byte of them does; sooner where there are many. A thread of its own looks at all of them.
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
  // `port`: the server's, on this machine. Throws Error (system) when there is no thread.
  ConnectionWatch(int port, std::chrono::milliseconds patience);
  ConnectionWatch(const ConnectionWatch&) = delete;
  ConnectionWatch& operator=(const ConnectionWatch&) = delete;
  ~ConnectionWatch();

  // The request from that port is there: its answer may take as long as it is read.
  void arrived(int from_port);

 private:
  using Time = std::chrono::steady_clock::time_point;

  void look();

  int port_;
  std::chrono::milliseconds patience_;
  std::map<int, Time> since_;  // by the other side's port
  std::set<int> arrived_;      // whose requests were there, or are being answered
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;  // after all that it uses
};

}  // namespace lull::cli
