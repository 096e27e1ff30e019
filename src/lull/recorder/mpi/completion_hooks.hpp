// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Completing operations with requests. The handles are kept before the call, which clears them, and
// the call gets statuses where the program wants none.
#pragma once

#include <algorithm>
#include <vector>

#include "lull/recorder/mpi/message_hooks.hpp"

namespace lull::recorder::mpi {

// The handles and statuses of a call that completes some of several requests.
class Completion {
 public:
  void keep(int count, const MPI_Request* requests, MPI_Status*& statuses) {
    handles_.assign(requests, requests + std::max(count, 0));
    if (statuses != MPI_STATUSES_IGNORE) return;
    own_.resize(std::max<std::size_t>(handles_.size(), 1));
    statuses = own_.data();
  }
  void complete(Location& location, int index, const MPI_Status& status) {
    if (index >= 0 && index < size())
      Requests::instance().complete(location, handles_[static_cast<std::size_t>(index)], status);
  }
  [[nodiscard]] int size() const { return static_cast<int>(handles_.size()); }

 private:
  std::vector<MPI_Request> handles_;
  std::vector<MPI_Status> own_;
};

template <>
struct Hook<Function::Wait> {
  OwnStatus own;
  MPI_Request handle = MPI_REQUEST_NULL;
  void before(Location&, MPI_Request* request, MPI_Status*& status) {
    handle = *request;
    own.of(status);
  }
  void after(Location& location, MPI_Request*, MPI_Status*& status) {
    Requests::instance().complete(location, handle, *status);
  }
};
template <>
struct Hook<Function::Test> {
  OwnStatus own;
  MPI_Request handle = MPI_REQUEST_NULL;
  void before(Location&, MPI_Request* request, int*, MPI_Status*& status) {
    handle = *request;
    own.of(status);
  }
  void after(Location& location, MPI_Request*, const int* flag, MPI_Status*& status) {
    if (*flag != 0) Requests::instance().complete(location, handle, *status);
  }
};

template <>
struct Hook<Function::Waitall> {
  Completion completion;
  void before(Location&, int count, MPI_Request* requests, MPI_Status*& statuses) {
    completion.keep(count, requests, statuses);
  }
  void after(Location& location, int, MPI_Request*, MPI_Status*& statuses) {
    for (int i = 0; i < completion.size(); ++i) completion.complete(location, i, statuses[i]);
  }
};
template <>
struct Hook<Function::Testall> {
  Completion completion;
  void before(Location&, int count, MPI_Request* requests, int*, MPI_Status*& statuses) {
    completion.keep(count, requests, statuses);
  }
  void after(Location& location, int, MPI_Request*, const int* flag, MPI_Status*& statuses) {
    for (int i = 0; *flag != 0 && i < completion.size(); ++i)
      completion.complete(location, i, statuses[i]);
  }
};

template <>
struct Hook<Function::Waitany> {
  Completion completion;
  OwnStatus own;
  void before(Location&, int count, MPI_Request* requests, int*, MPI_Status*& status) {
    MPI_Status* none = MPI_STATUSES_IGNORE;
    completion.keep(count, requests, none);
    own.of(status);
  }
  void after(Location& location, int, MPI_Request*, const int* index, MPI_Status*& status) {
    if (*index != MPI_UNDEFINED) completion.complete(location, *index, *status);
  }
};
template <>
struct Hook<Function::Testany> {
  Completion completion;
  OwnStatus own;
  void before(Location&, int count, MPI_Request* requests, int*, int*, MPI_Status*& status) {
    MPI_Status* none = MPI_STATUSES_IGNORE;
    completion.keep(count, requests, none);
    own.of(status);
  }
  void after(Location& location, int, MPI_Request*, const int* index, const int* flag,
             MPI_Status*& status) {
    if (*flag != 0 && *index != MPI_UNDEFINED) completion.complete(location, *index, *status);
  }
};

struct SomeRequests {
  Completion completion;
  void before(Location&, int count, MPI_Request* requests, int*, int*, MPI_Status*& statuses) {
    completion.keep(count, requests, statuses);
  }
  void after(Location& location, int, MPI_Request*, const int* done, const int* indices,
             MPI_Status*& statuses) {
    for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i)
      completion.complete(location, indices[i], statuses[i]);
  }
};
template <>
struct Hook<Function::Waitsome> : SomeRequests {};
template <>
struct Hook<Function::Testsome> : SomeRequests {};

template <>
struct Hook<Function::Cancel> {
  void before(Location&, MPI_Request*) { Requests::instance().expect_cancelled(); }
};
template <>
struct Hook<Function::Request_free> {
  void before(Location&, MPI_Request* request) { Requests::instance().forget(*request); }
};

}  // namespace lull::recorder::mpi
