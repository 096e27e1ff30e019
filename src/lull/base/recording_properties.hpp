// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Anchor-file properties of an archive that `lull record` made: what was not recorded, and why.
// Each is present only where it applies; unless noted otherwise, its value is the affected
// processes ("0-3,7"). lull/trace/rules/recording_gaps.hpp converts them to sentences.
#pragma once

namespace lull::recording_properties {

// The process ran but was not recorded.
inline constexpr const char* kNotRecorded = "LULL::RECORDING::NOT_RECORDED";
// It has communicators with processes that were not recorded or cannot be identified.
inline constexpr const char* kUnknownPeers = "LULL::RECORDING::UNKNOWN_PEERS";
// Its node's clock was not compared with the first node's: times follow the nodes' system dates.
inline constexpr const char* kDated = "LULL::RECORDING::CLOCK_BY_DATE";
// For several unrelated program runs: the processes of each run ("0-1; 2-4").
inline constexpr const char* kRuns = "LULL::RECORDING::RUNS";
// Recording ended before the process did: disk full, file size limit, --limit or --total-limit
// reached, or another failure.
inline constexpr const char* kDiskFull = "LULL::RECORDING::STOPPED::DISK_FULL";
inline constexpr const char* kFileSize = "LULL::RECORDING::STOPPED::FILE_SIZE";
inline constexpr const char* kLimit = "LULL::RECORDING::STOPPED::LIMIT";
inline constexpr const char* kFailure = "LULL::RECORDING::STOPPED::FAILURE";
inline constexpr const char* kFailureReason = "LULL::RECORDING::STOPPED::FAILURE::REASON";  // text
// It was killed.
inline constexpr const char* kKilled = "LULL::RECORDING::KILLED";
// Its last events are missing.
inline constexpr const char* kLastEventsLost = "LULL::RECORDING::LAST_EVENTS_LOST";
// Signal handlers called functions in the middle of an event; those calls are missing. The second
// property is the total number of missing events.
inline constexpr const char* kInterrupted = "LULL::RECORDING::INTERRUPTED";
inline constexpr const char* kInterruptedEvents = "LULL::RECORDING::INTERRUPTED::EVENTS";
// It called exec.
inline constexpr const char* kExecuted = "LULL::RECORDING::EXECUTED";
// The program switched recording off; the second property is the seconds summed over all processes.
inline constexpr const char* kSwitchedOff = "LULL::RECORDING::SWITCHED_OFF";
inline constexpr const char* kSwitchedOffSeconds = "LULL::RECORDING::SWITCHED_OFF::SECONDS";
// It forked; the second property is the total number of child processes.
inline constexpr const char* kForked = "LULL::RECORDING::FORKED";
inline constexpr const char* kForkedChildren = "LULL::RECORDING::FORKED::CHILDREN";
// It has its own OMPT tool, so OpenMP is not recorded.
inline constexpr const char* kOwnOmptTool = "LULL::RECORDING::OWN_OMPT_TOOL";
// It has its own allocator, whose memory --memory does not count.
inline constexpr const char* kOwnAllocator = "LULL::RECORDING::OWN_ALLOCATOR";
// --functions was given, but it has no instrumented functions.
inline constexpr const char* kNotInstrumented = "LULL::RECORDING::NOT_INSTRUMENTED";
// In archives that `lull filter` made: what was removed, as text.
inline constexpr const char* kFiltered = "LULL::FILTERED";
// Also by `lull filter`: the iterations that were kept, as text.
inline constexpr const char* kFilteredIterations = "LULL::FILTERED::ITERATIONS";
// In archives that `lull clocks` made: the clock correction that was applied, as text.
inline constexpr const char* kClocksCorrected = "LULL::CLOCKS::CORRECTED";
inline constexpr const char* kCorrectedByMessages = "messages";

// Properties of system tree nodes, not of the archive: nodes with equal values share a clock.
inline constexpr const char* kBootId = "boot_id";
inline constexpr const char* kTimeNamespace = "time_namespace";

}  // namespace lull::recording_properties
