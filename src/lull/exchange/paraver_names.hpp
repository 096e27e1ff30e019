// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The numbers by which Paraver's standard configurations know calls and states: those of Extrae.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lull/trace/definitions.hpp"

namespace lull::exchange {

namespace paraver {
inline constexpr std::uint64_t kPointToPoint = 50000001;
inline constexpr std::uint64_t kCollective = 50000002;
inline constexpr std::uint64_t kOtherMpi = 50000003;
inline constexpr std::uint64_t kOneSided = 50000004;
inline constexpr std::uint64_t kMpiFile = 50000005;
inline constexpr std::uint64_t kParallelFunction = 60000018;
inline constexpr std::uint64_t kUserFunction = 60000019;
inline constexpr std::uint64_t kCounter = 42000000;    // and the metric's number
inline constexpr std::uint64_t kWaitState = 91000001;  // of no other tool
inline constexpr std::uint64_t kOwnValue = 1000;       // calls of MPI that Extrae does not number

enum class State : std::uint8_t {
  Running = 1,
  WaitingForMessage = 3,
  BlockingSend = 4,
  Synchronization = 5,
  TestOrProbe = 6,
  ForkJoin = 7,
  Wait = 8,
  ImmediateSend = 10,
  ImmediateReceive = 11,
  InputOutput = 12,
  GroupCommunication = 13,
  Others = 15,
  SendReceive = 16
};
struct StateName {
  State state;
  std::string_view name;
  std::string_view colour;
};
[[nodiscard]] std::span<const StateName> state_names();
}  // namespace paraver

// How a call is shown.
struct ParaverCall {
  std::uint64_t type = paraver::kUserFunction;
  std::uint64_t value = 0;
  paraver::State state = paraver::State::Running;
};

[[nodiscard]] ParaverCall paraver_call(const Region& region, std::size_t number);

}  // namespace lull::exchange
