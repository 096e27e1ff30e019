// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Completion of operations with requests. Keeps the handles before the call, which clears them, and
// passes statuses to the call if the program ignores them.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "lull/recorder/mpi/hooks/message_hooks.hpp"

namespace lull::recorder::mpi {

// The handles and statuses of a call that completes one or more requests.
class Completion {
 public:
  void keep(int count, const MPI_Request* requests, MPI_Status*& statuses) {
    handles_.assign(requests, requests + std::max(count, 0));
    if (Requests::instance().concurrent())
      for (const MPI_Request handle : handles_)
        known_.push_back(Requests::instance().known(handle));
    if (statuses != MPI_STATUSES_IGNORE) return;
    own_.resize(std::max<std::size_t>(handles_.size(), 1));
    statuses = own_.data();
  }
  void complete(Location& location, int index, const MPI_Status& status) {
    if (index >= 0 && index < size())
      Requests::instance().complete(location, handle(index), status, known(index));
  }
  // Handles a call that failed in part: uses the status's error.
  void end(Location& location, int index, const MPI_Status& status) {
    if (index < 0 || index >= size()) return;
    if (status.MPI_ERROR == MPI_SUCCESS)
      Requests::instance().complete(location, handle(index), status, known(index));
    else
      Requests::instance().fail(location, handle(index), status.MPI_ERROR, status, known(index));
  }
  // Handles a call that may have failed before it reached a request: `requests` are then unchanged.
  void fail(Location& location, int index, int error, const MPI_Status& status,
            const MPI_Request* requests) {
    if (index >= 0 && index < size() && requests[index] != handle(index))
      Requests::instance().fail(location, handle(index), error, status, known(index));
  }
  [[nodiscard]] int size() const { return static_cast<int>(handles_.size()); }

 private:
  [[nodiscard]] MPI_Request handle(int index) const {
    return handles_[static_cast<std::size_t>(index)];
  }

  [[nodiscard]] const Request* known(int index) const {
    return known_.empty() ? nullptr : &known_[static_cast<std::size_t>(index)];
  }

  std::vector<MPI_Request> handles_;
  std::vector<Request> known_;
  std::vector<MPI_Status> own_;
};

[[nodiscard]] inline bool failed_in_part(int error) {
  int kind = MPI_SUCCESS;
  PMPI_Error_class(error, &kind);
  return kind == MPI_ERR_IN_STATUS;
}

// The request of a call that completes only one request.
struct OneRequest {
  using EvenPaused = void;
  OwnStatus own;
  MPI_Request handle = MPI_REQUEST_NULL;
  std::optional<Request> known;
  void keep(const MPI_Request* request, MPI_Status*& status) {
    handle = *request;
    if (Requests::instance().concurrent()) known = Requests::instance().known(handle);
    own.of(status);
  }
  void complete(Location& location, const MPI_Status& status) {
    Requests::instance().complete(location, handle, status, known ? &*known : nullptr);
  }
  void fail(Location& location, int error, const MPI_Status& status) {
    Requests::instance().fail(location, handle, error, status, known ? &*known : nullptr);
  }
};
template <>
struct Hook<Function::Wait> : OneRequest {
  void before(Location&, MPI_Request* request, MPI_Status*& status) { keep(request, status); }
  void after(Location& location, MPI_Request*, MPI_Status*& status) { complete(location, *status); }
  void failed(Location& location, int error, MPI_Request*, MPI_Status*& status) {
    fail(location, error, *status);
  }
};
template <>
struct Hook<Function::Test> : OneRequest {
  void before(Location&, MPI_Request* request, int*, MPI_Status*& status) { keep(request, status); }
  void after(Location& location, MPI_Request*, const int* flag, MPI_Status*& status) {
    if (*flag != 0) complete(location, *status);
  }
  void failed(Location& location, int error, MPI_Request*, int*, MPI_Status*& status) {
    fail(location, error, *status);
  }
};
template <>
struct Hook<Function::Request_get_status> {
  using EvenPaused = void;
  OwnStatus own;
  void before(Location&, MPI_Request, int*, MPI_Status*& status) { own.of(status); }
  void after(Location& location, MPI_Request handle, const int* flag, MPI_Status*& status) {
    if (*flag != 0) Requests::instance().see(location, handle, *status);
  }
};

struct AllRequests {
  using EvenPaused = void;
  Completion completion;
  void complete(Location& location, const MPI_Status* statuses) {
    for (int i = 0; i < completion.size(); ++i) completion.complete(location, i, statuses[i]);
  }
  void fail(Location& location, int error, const MPI_Status* statuses) {
    if (!failed_in_part(error)) return;
    for (int i = 0; i < completion.size(); ++i) completion.end(location, i, statuses[i]);
  }
};
template <>
struct Hook<Function::Waitall> : AllRequests {
  void before(Location&, int count, MPI_Request* requests, MPI_Status*& statuses) {
    completion.keep(count, requests, statuses);
  }
  void after(Location& location, int, MPI_Request*, MPI_Status*& statuses) {
    complete(location, statuses);
  }
  void failed(Location& location, int error, int, MPI_Request*, MPI_Status*& statuses) {
    fail(location, error, statuses);
  }
};
template <>
struct Hook<Function::Testall> : AllRequests {
  void before(Location&, int count, MPI_Request* requests, int*, MPI_Status*& statuses) {
    completion.keep(count, requests, statuses);
  }
  void after(Location& location, int, MPI_Request*, const int* flag, MPI_Status*& statuses) {
    if (*flag != 0) complete(location, statuses);
  }
  void failed(Location& location, int error, int, MPI_Request*, int*, MPI_Status*& statuses) {
    fail(location, error, statuses);
  }
};

struct AnyRequest {
  using EvenPaused = void;
  Completion completion;
  OwnStatus own;
  void keep(int count, const MPI_Request* requests, MPI_Status*& status) {
    MPI_Status* none = MPI_STATUSES_IGNORE;
    completion.keep(count, requests, none);
    own.of(status);
  }
};
template <>
struct Hook<Function::Waitany> : AnyRequest {
  void before(Location&, int count, MPI_Request* requests, int*, MPI_Status*& status) {
    keep(count, requests, status);
  }
  void after(Location& location, int, MPI_Request*, const int* index, MPI_Status*& status) {
    if (*index != MPI_UNDEFINED) completion.complete(location, *index, *status);
  }
  void failed(Location& location, int error, int, const MPI_Request* requests, const int* index,
              MPI_Status*& status) {
    completion.fail(location, *index, error, *status, requests);
  }
};
template <>
struct Hook<Function::Testany> : AnyRequest {
  void before(Location&, int count, MPI_Request* requests, int*, int*, MPI_Status*& status) {
    keep(count, requests, status);
  }
  void after(Location& location, int, MPI_Request*, const int* index, const int* flag,
             MPI_Status*& status) {
    if (*flag != 0 && *index != MPI_UNDEFINED) completion.complete(location, *index, *status);
  }
  void failed(Location& location, int error, int, const MPI_Request* requests, const int* index,
              int*, MPI_Status*& status) {
    completion.fail(location, *index, error, *status, requests);
  }
};

struct SomeRequests {
  using EvenPaused = void;
  Completion completion;
  void before(Location&, int count, MPI_Request* requests, int*, int*, MPI_Status*& statuses) {
    completion.keep(count, requests, statuses);
  }
  void after(Location& location, int, MPI_Request*, const int* done, const int* indices,
             MPI_Status*& statuses) {
    for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i)
      completion.complete(location, indices[i], statuses[i]);
  }
  void failed(Location& location, int error, int, MPI_Request*, const int* done, const int* indices,
              MPI_Status*& statuses) {
    if (!failed_in_part(error)) return;
    for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i)
      completion.end(location, indices[i], statuses[i]);
  }
};
template <>
struct Hook<Function::Waitsome> : SomeRequests {};
template <>
struct Hook<Function::Testsome> : SomeRequests {};

template <>
struct Hook<Function::Cancel> {
  using EvenPaused = void;
  void before(Location&, MPI_Request*) { Requests::instance().expect_cancelled(); }
};
template <>
struct Hook<Function::Request_free> {
  using EvenPaused = void;
  MPI_Request handle = MPI_REQUEST_NULL;
  int complete = 0;
  MPI_Status status;
  // The status of a receive can only be queried while there is a request.
  void before(Location&, const MPI_Request* request) {
    handle = *request;
    if (Requests::instance().is_receiving(handle))
      PMPI_Request_get_status(handle, &complete, &status);
  }
  void after(Location& location, MPI_Request*) {
    if (complete != 0) Requests::instance().see(location, handle, status);
    Requests::instance().free(location, handle);
  }
};

}  // namespace lull::recorder::mpi
