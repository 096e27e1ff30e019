// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Properties of an archive that `lull record` made: what was not recorded, and why. Each stands in
// the anchor file where it applies; its value is the processes of which it is true ("0-3,7") unless
// something else is said here. lull/trace/rules/recording_gaps.hpp makes sentences of them.
#pragma once

namespace lull::recording_properties {

// It ran, but it is not recorded.
inline constexpr const char* kNotRecorded = "LULL::RECORDING::NOT_RECORDED";
// It has communicators to processes that are not recorded, or whose own ones cannot be told apart.
inline constexpr const char* kUnknownPeers = "LULL::RECORDING::UNKNOWN_PEERS";
// Its node's clock was not compared with that of the first node: times are by the nodes' dates.
inline constexpr const char* kDated = "LULL::RECORDING::CLOCK_BY_DATE";
// Where there are several that have nothing to do with each other: the processes of each program
// run ("0-1; 2-4").
inline constexpr const char* kRuns = "LULL::RECORDING::RUNS";
// Recording ended before the process did: the disk was full, a file may not be larger, the limit of
// --limit or --total-limit was reached, another failure.
inline constexpr const char* kDiskFull = "LULL::RECORDING::STOPPED::DISK_FULL";
inline constexpr const char* kFileSize = "LULL::RECORDING::STOPPED::FILE_SIZE";
inline constexpr const char* kLimit = "LULL::RECORDING::STOPPED::LIMIT";
inline constexpr const char* kFailure = "LULL::RECORDING::STOPPED::FAILURE";
inline constexpr const char* kFailureReason =
    "LULL::RECORDING::STOPPED::FAILURE::REASON";  // a text
// It did not end by itself.
inline constexpr const char* kKilled = "LULL::RECORDING::KILLED";
// Its last events are missing.
inline constexpr const char* kLastEventsLost = "LULL::RECORDING::LAST_EVENTS_LOST";
// Handlers of signals called functions in the middle of an event: those calls are missing; how many
// events in all.
inline constexpr const char* kInterrupted = "LULL::RECORDING::INTERRUPTED";
inline constexpr const char* kInterruptedEvents = "LULL::RECORDING::INTERRUPTED::EVENTS";
// It executed another program in its place.
inline constexpr const char* kExecuted = "LULL::RECORDING::EXECUTED";
// The program switched recording off; for how many seconds in all processes together.
inline constexpr const char* kSwitchedOff = "LULL::RECORDING::SWITCHED_OFF";
inline constexpr const char* kSwitchedOffSeconds = "LULL::RECORDING::SWITCHED_OFF::SECONDS";
// It forked; how many child processes in all.
inline constexpr const char* kForked = "LULL::RECORDING::FORKED";
inline constexpr const char* kForkedChildren = "LULL::RECORDING::FORKED::CHILDREN";
// It has an OMPT tool of its own: OpenMP is not recorded.
inline constexpr const char* kOwnOmptTool = "LULL::RECORDING::OWN_OMPT_TOOL";
// It has an allocator of its own: --memory does not count what that gives.
inline constexpr const char* kOwnAllocator = "LULL::RECORDING::OWN_ALLOCATOR";
// --functions was given, but it has no instrumented functions.
inline constexpr const char* kNotInstrumented = "LULL::RECORDING::NOT_INSTRUMENTED";
// Of an archive that `lull filter` made: what it has removed, a text.
inline constexpr const char* kFiltered = "LULL::FILTERED";
// Beside that: which iterations it has kept, a text.
inline constexpr const char* kFilteredIterations = "LULL::FILTERED::ITERATIONS";
// Of an archive that `lull clocks` made: which correction its times have, a text.
inline constexpr const char* kClocksCorrected = "LULL::CLOCKS::CORRECTED";
inline constexpr const char* kCorrectedByMessages = "messages";

// Of a node of the system tree, not of the archive: who has equal ones has the same clock.
inline constexpr const char* kBootId = "boot_id";
inline constexpr const char* kTimeNamespace = "time_namespace";

}  // namespace lull::recording_properties
