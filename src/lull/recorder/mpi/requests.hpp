// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The requests that this process has open: what each stands for, so that its completion can be
// recorded, wherever that happens. Kept up while the recording is off, too: an entry lasts from the
// call that makes the request to the one that ends it, and what completes meanwhile is written when
// the recording goes on. Any thread; constant time for each.
#pragma once

#include <mpi.h>
#include <otf2/otf2.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "lull/recorder/measurement/location.hpp"
#include "lull/recorder/mpi/request_table.hpp"

namespace lull::recorder::mpi {

struct Request {
  enum class Kind : std::uint8_t {
    Send,
    Receive,
    SendReceive,
    Partitioned,
    Collective,
    Transfer,
    File,
    Exchange
  };
  Kind kind = Kind::Send;
  std::uint64_t id = 0;  // of the operation; a persistent request has a new one at each start
  // Of the receive of SendReceive; of an Exchange that of its messages, which it keeps.
  std::uint64_t second = 0;
  // Of a one-sided transfer the window, of a file operation the file's handle.
  std::uint32_t communicator = OTF2_UNDEFINED_COMM;
  bool persistent = false;
  bool active = true;     // under way, and not known to be complete
  bool recorded = false;  // the trace has its beginning
  // Of sends and collective operations; of SendReceive and Partitioned, a receive, what was asked
  // for, all bits set for anything.
  std::uint32_t peer = 0;
  std::uint32_t tag = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
  // Of sends whose parts the program finishes one by one: it is sent when none are missing.
  std::uint32_t partitions = 0;
  std::uint32_t missing = 0;
};

// How an operation ended.
struct Outcome {
  bool cancelled = false;
  std::uint32_t source = 0;
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
};

// The messages of a neighbourhood collective. They have ids while they are under way.
struct ExchangedMessages {
  struct Message {
    std::uint32_t peer = 0;
    std::uint64_t bytes = 0;
    std::uint64_t id = 0;
  };
  std::uint32_t communicator = OTF2_UNDEFINED_COMM;
  std::uint32_t tag = 0;
  std::vector<Message> sends;
  std::vector<Message> receives;
};

void record_collective_request(Location& location, const Request& request);

// Whether there is anything for Requests::write_late(): looked at by every call.
inline constinit std::atomic<bool> has_late_requests{false};

class Requests {
 public:
  static Requests& instance();

  // MPI has begun: messages can be sent on this communicator. More than once does no harm.
  void begin(MPI_Comm communicator);
  [[nodiscard]] std::uint64_t new_id() { return next_id_.fetch_add(1, std::memory_order_relaxed); }
  void add(MPI_Request handle, const Request& request);
  // An exchange between neighbours begins, or may be started later, again and again.
  void add(Location& location, MPI_Request handle, const ExchangedMessages& messages,
           bool persistent);
  // What the program has as `handle` was `before`, and `known`, until the call that starts it.
  void follow(MPI_Request before, const Request& known, MPI_Request handle);
  // A persistent request is started: records the operation.
  void start(Location& location, MPI_Request handle);
  // So many more parts of a send are finished: with the last one its message is sent.
  void ready(Location& location, MPI_Request handle, std::uint32_t parts);
  // An operation has completed: records that. `handle` is what it was before the completing call.
  // `known` is what known() told then, where several threads call MPI at the same time: another one
  // may have been given the handle again by now.
  void complete(Location& location, MPI_Request handle, const MPI_Status& status,
                const Request* known = nullptr);
  // It has ended with an error.
  void fail(Location& location, MPI_Request handle, int error, const MPI_Status& status,
            const Request* known = nullptr);
  [[nodiscard]] bool concurrent() const { return concurrent_; }
  // What the handle stands for; nothing that is active where that is not known.
  [[nodiscard]] Request known(MPI_Request handle);
  // The same of one that has no handle.
  void complete(Location& location, const Request& request, const MPI_Status& status) {
    end(location, request, outcome_of(request, status));
  }
  void fail(Location& location, const Request& request, int error, const MPI_Status& status);
  // Whether the handle stands for a receive that is under way.
  [[nodiscard]] bool is_receiving(MPI_Request handle);
  // It is known to be complete, and its request stays.
  void see(Location& location, MPI_Request handle, const MPI_Status& status);
  // The program gives the request up; a send completes by itself.
  void free(Location& location, MPI_Request handle);
  // What ended while the recording was off.
  void write_late(Location& location);
  // From now on completed requests are asked whether they were cancelled.
  void expect_cancelled() { any_cancelled_ = true; }
  // What MPI_Init_thread gave the program.
  void expect_threads(int level) { concurrent_ = level == MPI_THREAD_MULTIPLE; }

 private:
  // First in, first out; without an allocation for each.
  class Queue {
   public:
    [[nodiscard]] bool empty() const { return first_ == requests_.size(); }
    void add(const Request& request) { requests_.push_back(request); }
    [[nodiscard]] Request take() {
      const Request request = requests_[first_++];
      if (2 * first_ < requests_.size()) return request;
      requests_.erase(requests_.begin(), requests_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
      return request;
    }

   private:
    std::vector<Request> requests_;
    std::size_t first_ = 0;
  };
  // A handle that stands for any number of operations, all complete from the start. A thread ends
  // its own ones first.
  struct Shared {
    static constexpr std::size_t kMostQueues = 16;  // of threads that may have ended
    std::uint64_t handle = 0;
    std::unordered_map<const void*, Queue> requests = {};  // by thread
    std::size_t most_queues = kMostQueues;
    std::size_t open = 0;  // in all queues
    const void* last_thread = nullptr;
    Queue* last_queue = nullptr;
    Queue& queue_of(const void* thread);
    void add(const void* thread, const Request& request);
    void take(const void* thread, Request& request);
  };
  struct Late {
    Request request;
    Outcome outcome;
  };

  // Only where several threads may call MPI at the same time.
  [[nodiscard]] std::unique_lock<std::mutex> lock() {
    return concurrent_ ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
  }
  Shared* shared(std::uint64_t handle);
  // The active operation that ends; false when there is none. `stays`: its request does.
  bool take(MPI_Request handle, bool stays, Request& request, const Request* known = nullptr);
  void end(Location& location, const Request& request, const Outcome& outcome);
  void write_end(Location& location, const Request& request, const Outcome& outcome);
  void write_rare_end(Location& location, const Request& request, const Outcome& outcome);
  void start_exchange(Location& location, const Request& request);
  void write_exchange_end(Location& location, std::uint64_t id);
  void forget_exchange(const Request& request);
  [[nodiscard]] Outcome outcome_of(const Request& request, const MPI_Status& status) const;

  bool concurrent_ = true;
  std::atomic<bool> any_cancelled_{false};
  std::mutex mutex_;
  RequestTable<Request> open_;
  std::vector<Shared> shared_;
  std::vector<Late> late_;
  std::unordered_map<std::uint64_t, ExchangedMessages> exchanges_;  // by Request::second
  std::atomic<std::uint64_t> next_id_{1};
};

// How many bytes `count` elements of a type take. The type must be one that MPI has accepted.
[[nodiscard]] std::uint64_t bytes_of(MPI_Datatype type, std::int64_t count);
// How many bytes a received message has.
[[nodiscard]] std::uint64_t bytes_of(const MPI_Status& status);

}  // namespace lull::recorder::mpi
