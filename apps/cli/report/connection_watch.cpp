// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/report/connection_watch.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

constexpr std::chrono::milliseconds kInterval{250};
// If there are more incomplete requests than this, the patience is reduced.
constexpr std::ptrdiff_t kMany = 16;
constexpr std::chrono::milliseconds kLittlePatience{400};

struct Connection {
  int socket = -1;
  int from_port = 0;
};

int port_of(int (*name)(int, sockaddr*, socklen_t*), int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  const bool is_known = name(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0 &&
                        address.sin_family == AF_INET;
  return is_known ? ntohs(address.sin_port) : -1;
}

// Returns the server's side of each connection.
std::vector<Connection> connections_of(int port) {
  std::vector<Connection> found;
  std::error_code unknown;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", unknown)) {
    const std::string name = entry.path().filename().string();
    int socket = -1;
    std::from_chars(name.data(), name.data() + name.size(), socket);
    if (port_of(::getsockname, socket) != port) continue;
    if (const int from = port_of(::getpeername, socket); from > 0) found.push_back({socket, from});
  }
  return found;
}

// Returns whether the complete request is waiting for a thread to answer it.
bool has_request(int socket) {
  std::array<char, 4096> bytes{};
  const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
  return size > 0 &&
         std::string_view(bytes.data(), static_cast<std::size_t>(size)).find("\r\n\r\n") !=
             std::string_view::npos;
}

}  // namespace

ConnectionWatch::ConnectionWatch(int port, std::chrono::milliseconds patience)
    : port_(port), patience_(patience) {
  try {
    thread_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      while (!changed_.wait_for(lock, kInterval, [this] { return ended_; })) look();
    });
  } catch (const std::system_error&) {
    throw Error(ExitStatus::System,
                "no thread could be started to serve the page; use --export FILE.html instead");
  }
}

ConnectionWatch::~ConnectionWatch() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ConnectionWatch::arrived(int from_port) {
  const std::scoped_lock lock(mutex_);
  arrived_.insert(from_port);
}

void ConnectionWatch::look() {
  const Time now = std::chrono::steady_clock::now();
  std::map<int, Time> since;
  std::set<int> arrived;
  const std::vector<Connection> connections = connections_of(port_);
  // As soon as one connection is closed, a thread may take a request from another connection.
  for (const Connection& connection : connections)
    if (has_request(connection.socket)) arrived_.insert(connection.from_port);
  const auto waiting = std::ranges::count_if(connections, [this](const Connection& connection) {
    return !arrived_.contains(connection.from_port);
  });
  const auto patience = waiting > kMany ? std::min(patience_, kLittlePatience) : patience_;
  for (const Connection& connection : connections) {
    const int from = connection.from_port;
    const auto known = since_.find(from);
    since[from] = known == since_.end() ? now : known->second;
    if (arrived_.contains(from))
      arrived.insert(from);
    else if (now - since[from] > patience)
      ::shutdown(connection.socket, SHUT_RDWR);
  }
  since_ = std::move(since);
  arrived_ = std::move(arrived);
}

}  // namespace lull::cli
