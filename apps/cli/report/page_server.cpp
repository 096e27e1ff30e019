// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/report/page_server.hpp"

#include <fmt/format.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/common/stop_signals.hpp"
#include "cli/report/connection_watch.hpp"
#include "lull/base/run_on_threads.hpp"

#ifdef LULL_WITH_HTTPLIB
#include <httplib.h>

namespace lull::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds kPatience{2};          // patience with slow clients
constexpr std::chrono::seconds kForRequest{3};        // time for a complete request
constexpr std::chrono::milliseconds kToEndWell{200};  // time for shutting down

// Returns 128 random bits as letters.
std::string new_token() {
  std::array<std::uint8_t, 16> bits{};
  if (::getrandom(bits.data(), bits.size(), 0) != static_cast<ssize_t>(bits.size()))
    throw CannotServe{"the system provides no random numbers"};
  std::string token;
  for (const std::uint8_t byte : bits) token += fmt::format("{:02x}", byte);
  return token;
}

// Compares in constant time.
bool same(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  int different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different |= a[i] ^ b[i];
  return different == 0;
}

// Refuses requests from other sites' pages whose names resolve to this machine. The port may
// differ: it may belong to a tunnel.
bool from_here(const httplib::Request& request) {
  const std::string host = request.get_header_value("Host");
  const std::string name = host.substr(0, host.find(':'));
  return name == "127.0.0.1" || name == "localhost";
}

// Requests for anything but the page are refused before the rest of the request is read.
int refusal_of(const httplib::Request& request, const std::string& path) {
  constexpr int kNotFound = 404;
  constexpr int kNotAllowed = 405;
  constexpr int kTooLarge = 413;
  constexpr int kNoSuchRange = 416;
  if (!from_here(request) || !same(request.path, path)) return kNotFound;
  if (request.method != "GET" && request.method != "HEAD") return kNotAllowed;
  const std::string length = request.get_header_value("Content-Length");
  if (request.has_header("Transfer-Encoding") || (!length.empty() && length != "0"))
    return kTooLarge;
  // Many overlapping ranges would be much larger than the page.
  if (request.get_header_value("Range").find(',') != std::string::npos) return kNoSuchRange;
  return 0;
}

void answer(httplib::Server& server, const std::string& page, const std::string& path,
            ConnectionWatch& watch) {
  // The rest of a refused request is not read as another request.
  server.set_keep_alive_max_count(1);
  server.set_read_timeout(kPatience);
  server.set_write_timeout(kPatience);
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"X-Frame-Options", "DENY"}});
  server.set_pre_routing_handler([path, &watch](const auto& request, auto& response) {
    watch.arrived(request.remote_port);
    const int refusal = refusal_of(request, path);
    if (refusal == 0) return httplib::Server::HandlerResponse::Unhandled;
    response.status = refusal;
    response.set_content("There is nothing here.\n", "text/plain");
    return httplib::Server::HandlerResponse::Handled;
  });
  server.Get(".*", [&page](const auto&, auto& response) {
    response.set_content(page, "text/html; charset=utf-8");
  });
}

// The threads that answer requests, as many as the system grants. If it grants none, the listening
// thread answers. (httplib's own pool ends the program if a thread is refused.)
class Workers final : public httplib::TaskQueue {
 public:
  Workers() : threads_(start_threads(kThreads, [this](std::size_t) { work(); })) {}

  void enqueue(std::function<void()> job) override {
    if (threads_.empty()) return job();
    {
      const std::scoped_lock lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
  }

  void shutdown() override {
    {
      const std::scoped_lock lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  static constexpr std::size_t kThreads = 32;  // a slow client occupies a thread for a while

  void work() {
    while (true) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::function<void()>> jobs_;
  bool ended_ = false;
  std::vector<std::thread> threads_;  // last: they use all of the above
};

// Throws CannotServe if the system refuses a thread.
std::thread thread_of(const std::function<void()>& work) {
  try {
    return std::thread(work);
  } catch (const std::system_error&) {
    throw CannotServe{"no thread could be started"};
  }
}

// httplib's default options would let another program of the user listen on the port, too.
void take_free_port(int socket) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

// Returns the port. Throws CannotServe.
int bind(httplib::Server& server, int port) {
  constexpr const char* kHere = "127.0.0.1";
  if (port == 0) {
    const int any = server.bind_to_any_port(kHere);
    if (any <= 0) throw CannotServe{"no port on 127.0.0.1 is free"};
    return any;
  }
  if (!server.bind_to_port(kHere, port))
    throw CannotServe{fmt::format("port {} on 127.0.0.1 is not available", port)};
  return port;
}

}  // namespace

void serve_page(const std::string& page, int port,
                const std::function<void(const std::string&)>& ready) {
  const StopSignals signals;
  httplib::Server server;
  server.set_socket_options(take_free_port);
  const int taken = bind(server, port);
  const std::string path = "/" + new_token() + "/";
  ConnectionWatch watch(taken, kForRequest);
  answer(server, page, path, watch);
  std::atomic<bool> ended{false};
  server.new_task_queue = [] { return new Workers(); };
  std::thread serving = thread_of([&] {
    server.listen_after_bind();
    ended = true;
  });
  // stop() has no effect on a server that is not yet running.
  while (!server.is_running() && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ready(fmt::format("http://127.0.0.1:{}{}", taken, path));
  signals.wait();
  server.stop();
  for (auto waited = 0ms; waited < kToEndWell && !ended; waited += 5ms)
    std::this_thread::sleep_for(5ms);
  if (!ended) std::quick_exit(0);  // slow clients do not delay the exit
  serving.join();
}

bool has_page_server() noexcept { return true; }

}  // namespace lull::cli

#else

namespace lull::cli {

void serve_page(const std::string&, int, const std::function<void(const std::string&)>&) {
  throw CannotServe{"this Lull was built without cpp-httplib"};
}

bool has_page_server() noexcept { return false; }

}  // namespace lull::cli

#endif
