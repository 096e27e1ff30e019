// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The open requests of this process and their operations, so that their completion can be recorded
// wherever it happens. Also updated while the recording is off: an entry lasts from the call that
// makes the request to the call that ends it, and completions in between are written when the
// recording continues. Thread-safe; constant time per request.
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
  std::uint64_t id = 0;  // the operation's; a persistent request has a new one at each start
  // SendReceive: id of the receive. Exchange: id of its messages, which it keeps.
  std::uint64_t second = 0;
  // One-sided transfers: the window. File operations: the file's handle.
  std::uint32_t communicator = OTF2_UNDEFINED_COMM;
  bool persistent = false;
  bool active = true;     // the request is in progress, and not known to be complete
  bool recorded = false;  // its start is in the trace
  // For sends and collective operations; for the receive of SendReceive and Partitioned, the
  // requested values, all bits set for anything.
  std::uint32_t peer = 0;
  std::uint32_t tag = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
  // Used by partitioned sends: the message is sent when no part is missing.
  std::uint32_t partitions = 0;
  std::uint32_t missing = 0;
};

// The result of an operation.
struct Outcome {
  bool cancelled = false;
  std::uint32_t source = 0;
  std::uint32_t tag = 0;
  std::uint64_t bytes = 0;
};

// The messages of a neighbourhood collective. They have ids while they are in progress.
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

// True if Requests::write_late() has work; every call checks this.
inline constinit std::atomic<bool> has_late_requests{false};

class Requests {
 public:
  static Requests& instance();

  // Called when messages can first be sent on this communicator; may be called more than once.
  void begin(MPI_Comm communicator);
  [[nodiscard]] std::uint64_t new_id() { return next_id_.fetch_add(1, std::memory_order_relaxed); }
  void add(MPI_Request handle, const Request& request);
  // Adds an exchange between neighbours that begins, or is persistent and may be started
  // repeatedly.
  void add(Location& location, MPI_Request handle, const ExchangedMessages& messages,
           bool persistent);
  // Tracks a request that was `before`, and `known`, as `handle`, until the call that starts it.
  void follow(MPI_Request before, const Request& known, MPI_Request handle);
  // Records the operation of a persistent request that is started.
  void start(Location& location, MPI_Request handle);
  // `parts` more parts of a send are ready; the last one sends its message.
  void ready(Location& location, MPI_Request handle, std::uint32_t parts);
  // Records the completion of an operation. `handle` is its value before the completing call.
  // `known` is the result of known() at that time, if several threads call MPI concurrently:
  // another one may have received the same handle by now.
  void complete(Location& location, MPI_Request handle, const MPI_Status& status,
                const Request* known = nullptr);
  // Records an operation that ended with an error.
  void fail(Location& location, MPI_Request handle, int error, const MPI_Status& status,
            const Request* known = nullptr);
  [[nodiscard]] bool concurrent() const { return concurrent_; }
  // Returns the handle's request; an inactive one if unknown.
  [[nodiscard]] Request known(MPI_Request handle);
  // Does the same for a request without a handle.
  void complete(Location& location, const Request& request, const MPI_Status& status) {
    end(location, request, outcome_of(request, status));
  }
  void fail(Location& location, const Request& request, int error, const MPI_Status& status);
  // Returns whether the handle's request is a receive in progress.
  [[nodiscard]] bool is_receiving(MPI_Request handle);
  // Records that it is complete, while its request stays.
  void see(Location& location, MPI_Request handle, const MPI_Status& status);
  // The program frees the request; a send still completes.
  void free(Location& location, MPI_Request handle);
  // Writes completions that happened while the recording was off.
  void write_late(Location& location);
  // Makes completed requests be tested for cancellation.
  void expect_cancelled() { any_cancelled_ = true; }
  // The thread level that MPI_Init_thread provided.
  void expect_threads(int level) { concurrent_ = level == MPI_THREAD_MULTIPLE; }

 private:
  // First in, first out; without an allocation for each request.
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
  // A handle shared by any number of operations, all complete from the start. A thread ends its own
  // operations first.
  struct Shared {
    static constexpr std::size_t kMostQueues = 16;  // for threads that may have ended
    std::uint64_t handle = 0;
    std::unordered_map<const void*, Queue> requests = {};  // keyed by thread
    std::size_t most_queues = kMostQueues;
    std::size_t open = 0;  // total over all queues
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

  // Locks only if several threads may call MPI concurrently.
  [[nodiscard]] std::unique_lock<std::mutex> lock() {
    return concurrent_ ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
  }
  Shared* shared(std::uint64_t handle);
  // Gets the active operation that ends; returns false if there is none. `stays`: its request
  // stays.
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
  std::unordered_map<std::uint64_t, ExchangedMessages> exchanges_;  // keyed by Request::second
  std::atomic<std::uint64_t> next_id_{1};
};

// Returns the size of `count` elements of a type, which MPI must have accepted.
[[nodiscard]] std::uint64_t bytes_of(MPI_Datatype type, std::int64_t count);
// Returns the size of a received message.
[[nodiscard]] std::uint64_t bytes_of(const MPI_Status& status);

}  // namespace lull::recorder::mpi
