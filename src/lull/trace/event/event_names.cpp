// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event/event_names.hpp"

#include <array>

namespace lull {
namespace {

// In the order of EventBody.
constexpr std::array<std::string_view, kEventKinds> kNames{"ENTER",
                                                           "LEAVE",
                                                           "MPI_SEND",
                                                           "MPI_RECV",
                                                           "MPI_ISEND",
                                                           "MPI_ISEND_COMPLETE",
                                                           "MPI_IRECV_REQUEST",
                                                           "MPI_IRECV",
                                                           "MPI_REQUEST_TEST",
                                                           "MPI_REQUEST_CANCELLED",
                                                           "MPI_COLLECTIVE_BEGIN",
                                                           "MPI_COLLECTIVE_END",
                                                           "NON_BLOCKING_COLLECTIVE_REQUEST",
                                                           "NON_BLOCKING_COLLECTIVE_COMPLETE",
                                                           "COMM_CREATE",
                                                           "COMM_DESTROY",
                                                           "BUFFER_FLUSH",
                                                           "MEASUREMENT_ON_OFF",
                                                           "PROGRAM_BEGIN",
                                                           "PROGRAM_END",
                                                           "THREAD_FORK",
                                                           "THREAD_JOIN",
                                                           "THREAD_TEAM_BEGIN",
                                                           "THREAD_TEAM_END",
                                                           "THREAD_ACQUIRE_LOCK",
                                                           "THREAD_RELEASE_LOCK",
                                                           "THREAD_TASK_CREATE",
                                                           "THREAD_TASK_SWITCH",
                                                           "THREAD_TASK_COMPLETE",
                                                           "THREAD_CREATE",
                                                           "THREAD_BEGIN",
                                                           "THREAD_WAIT",
                                                           "THREAD_END",
                                                           "METRIC",
                                                           "PARAMETER_STRING",
                                                           "PARAMETER_INT64",
                                                           "PARAMETER_UINT64",
                                                           "RMA_WIN_CREATE",
                                                           "RMA_WIN_DESTROY",
                                                           "RMA_COLLECTIVE_BEGIN",
                                                           "RMA_COLLECTIVE_END",
                                                           "RMA_GROUP_SYNC",
                                                           "RMA_REQUEST_LOCK",
                                                           "RMA_ACQUIRE_LOCK",
                                                           "RMA_TRY_LOCK",
                                                           "RMA_RELEASE_LOCK",
                                                           "RMA_SYNC",
                                                           "RMA_WAIT_CHANGE",
                                                           "RMA_PUT",
                                                           "RMA_GET",
                                                           "RMA_ATOMIC",
                                                           "RMA_OP_COMPLETE_BLOCKING",
                                                           "RMA_OP_COMPLETE_NON_BLOCKING",
                                                           "RMA_OP_TEST",
                                                           "RMA_OP_COMPLETE_REMOTE",
                                                           "CALLING_CONTEXT_ENTER",
                                                           "CALLING_CONTEXT_LEAVE",
                                                           "CALLING_CONTEXT_SAMPLE",
                                                           "IO_CREATE_HANDLE",
                                                           "IO_DESTROY_HANDLE",
                                                           "IO_DUPLICATE_HANDLE",
                                                           "IO_SEEK",
                                                           "IO_CHANGE_STATUS_FLAGS",
                                                           "IO_DELETE_FILE",
                                                           "IO_OPERATION_BEGIN",
                                                           "IO_OPERATION_TEST",
                                                           "IO_OPERATION_ISSUED",
                                                           "IO_OPERATION_COMPLETE",
                                                           "IO_OPERATION_CANCELLED",
                                                           "IO_ACQUIRE_LOCK",
                                                           "IO_RELEASE_LOCK",
                                                           "IO_TRY_LOCK",
                                                           "UNKNOWN"};

static_assert(kNames[kEventKind<ThreadFork>] == "THREAD_FORK");
static_assert(kNames[kEventKind<MetricSample>] == "METRIC");
static_assert(kNames[kEventKind<RmaPut>] == "RMA_PUT");
static_assert(kNames[kEventKind<UnknownEvent>] == "UNKNOWN");

}  // namespace

std::string_view name_of_event(std::size_t kind) { return kNames.at(kind); }

}  // namespace lull
