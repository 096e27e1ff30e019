// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/paraver_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <unordered_map>

namespace lull::exchange {
namespace {

using paraver::State;

// Indexed by value, from 1; empty: not used here.
constexpr std::string_view kMpiFunctions =
    "send recv isend irecv wait waitall bcast barrier reduce allreduce alltoall alltoallv gather "
    "gatherv scatter scatterv allgather allgatherv comm_rank comm_size comm_create comm_dup "
    "comm_split comm_group comm_free comm_remote_group comm_remote_size comm_test_inter "
    "comm_compare scan init finalize bsend ssend rsend ibsend issend irsend test cancel sendrecv "
    "sendrecv_replace cart_create cart_shift cart_coords cart_get cart_map cart_rank cart_sub "
    "cartdim_get dims_create graph_get graph_map graph_create graph_neighbors graphdims_get "
    "graph_neighbors_count topo_test waitany waitsome probe iprobe win_create win_free put get "
    "accumulate win_fence win_start win_complete win_post win_wait win_test win_lock win_unlock "
    "pack unpack op_create op_free reduce_scatter attr_delete attr_get attr_put group_difference "
    "group_excl group_free group_incl group_intersection group_rank group_range_excl "
    "group_range_incl group_size group_translate_ranks group_union group_compare intercomm_create "
    "intercomm_merge keyval_free keyval_create abort error_class errhandler_create errhandler_free "
    "errhandler_get error_string errhandler_set get_processor_name initialized wtick wtime address "
    "bsend_init buffer_attach buffer_detach request_free recv_init send_init get_count "
    "get_elements pack_size rsend_init ssend_init start startall testall testany test_cancelled "
    "testsome type_commit type_contiguous type_extent type_free type_hindexed type_hvector "
    "type_indexed type_lb type_size type_struct type_ub type_vector file_open file_close file_read "
    "file_read_all file_write file_write_all file_read_at file_read_at_all file_write_at "
    "file_write_at_all comm_spawn comm_spawn_multiple request_get_status ireduce iallreduce "
    "ibarrier ibcast ialltoall ialltoallv iallgather iallgatherv igather igatherv iscatter "
    "iscatterv ireduce_scatter iscan reduce_scatter_block ireduce_scatter_block alltoallw "
    "ialltoallw get_accumulate";

std::unordered_map<std::string, std::uint64_t> numbered(std::string_view names) {
  std::unordered_map<std::string, std::uint64_t> numbers;
  std::uint64_t number = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    numbers.emplace(name, ++number);
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return numbers;
}

// Converts, for example, "mpi_recv_" and "PMPI_Recv" to "recv". The result is empty if the region
// is not an MPI function.
std::string function_of(const Region& region) {
  std::string name = region.name;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.starts_with("pmpi_")) name.erase(0, 1);
  while (name.ends_with('_')) name.pop_back();
  if (name.ends_with("_f08")) name.resize(name.size() - 4);
  if (!name.starts_with("mpi_")) return {};
  return name.substr(4);
}

bool contains(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::uint64_t type_of(std::string_view name) {
  if (name.starts_with("file_")) return paraver::kMpiFile;
  if (name.starts_with("win_") || contains(name, {"accumulate", "fetch_and_op"}) || name == "put" ||
      name == "get" || name == "rput" || name == "rget")
    return paraver::kOneSided;
  if (contains(name, {"bcast", "barrier", "reduce", "alltoall", "gather", "scatter"}) ||
      name == "scan" || name == "iscan" || name == "exscan" || name == "iexscan")
    return name.starts_with("reduce_local") ? paraver::kOtherMpi : paraver::kCollective;
  if (contains(name, {"send", "recv", "wait", "test", "probe", "start"}) || name == "cancel" ||
      name == "request_free")
    return name.starts_with("comm_") || name.starts_with("topo_") ? paraver::kOtherMpi
                                                                  : paraver::kPointToPoint;
  return paraver::kOtherMpi;
}

State state_of(std::string_view name, std::uint64_t type) {
  if (type == paraver::kMpiFile) return State::InputOutput;
  if (type == paraver::kCollective)
    return name == "barrier" || name == "ibarrier" ? State::Synchronization
                                                   : State::GroupCommunication;
  if (type == paraver::kOneSided)
    return name.starts_with("win_") ? State::Synchronization : State::Others;
  if (type != paraver::kPointToPoint) return State::Others;
  if (name.starts_with("sendrecv")) return State::SendReceive;
  if (name.starts_with("wait")) return State::Wait;
  if (contains(name, {"test", "probe"})) return State::TestOrProbe;
  if (name == "recv" || name == "mrecv") return State::WaitingForMessage;
  if (name == "irecv") return State::ImmediateReceive;
  if (name.starts_with("i") && name.find("send") != std::string_view::npos)
    return State::ImmediateSend;
  return name.ends_with("send") ? State::BlockingSend : State::Others;
}

// Returns null if Extrae does not number the construct.
const paraver::Construct* construct_of(const Region& region) {
  std::uint64_t type = 0;
  std::uint64_t value = 1;
  switch (region.role) {
    case RegionRole::Parallel:
      type = paraver::kOmpParallel, value = 3;
      break;
    case RegionRole::Loop:
    case RegionRole::Workshare:
      type = paraver::kOmpWorksharing, value = 4;
      break;
    case RegionRole::Sections:
      type = paraver::kOmpWorksharing, value = 5;
      break;
    case RegionRole::Single:
      type = paraver::kOmpWorksharing, value = 6;
      break;
    case RegionRole::Barrier:
    case RegionRole::ImplicitBarrier:
      type = paraver::kOmpBarrier;
      break;
    case RegionRole::TaskWait:
      type = paraver::kOmpTaskWait;
      break;
    default:
      return nullptr;
  }
  const auto found = std::ranges::find_if(paraver::constructs(), [&](const auto& construct) {
    return construct.type == type && construct.value == value;
  });
  return &*found;
}

State state_of(const Region& region) {
  switch (region.role) {
    case RegionRole::Barrier:
    case RegionRole::ImplicitBarrier:
    case RegionRole::TaskWait:
    case RegionRole::ThreadWait:
      return State::Synchronization;
    case RegionRole::FileIo:
    case RegionRole::FileIoMetadata:
      return State::InputOutput;
    default:
      return State::Running;
  }
}

}  // namespace

std::span<const paraver::Construct> paraver::constructs() {
  static constexpr std::array kConstructs{
      Construct{kOmpParallel, "OpenMP parallel region", 3, "parallel"},
      Construct{kOmpWorksharing, "OpenMP worksharing construct", 4, "loop"},
      Construct{kOmpWorksharing, "OpenMP worksharing construct", 5, "sections"},
      Construct{kOmpWorksharing, "OpenMP worksharing construct", 6, "single"},
      Construct{kOmpBarrier, "OpenMP barrier", 1, "barrier"},
      Construct{kOmpTaskWait, "OpenMP taskwait", 1, "taskwait"}};
  return kConstructs;
}

std::span<const paraver::StateName> paraver::state_names() {
  static constexpr std::array kNames{
      StateName{State::Idle, "Idle", "{117,195,255}"},
      StateName{State::Running, "Running", "{0,0,255}"},
      StateName{State::WaitingForMessage, "Waiting a message", "{255,0,0}"},
      StateName{State::BlockingSend, "Blocking Send", "{255,0,174}"},
      StateName{State::Synchronization, "Synchronization", "{179,0,0}"},
      StateName{State::TestOrProbe, "Test/Probe", "{0,255,0}"},
      StateName{State::ForkJoin, "Scheduling and Fork/Join", "{255,255,0}"},
      StateName{State::Wait, "Wait/WaitAll", "{235,0,0}"},
      StateName{State::ImmediateSend, "Immediate Send", "{255,0,255}"},
      StateName{State::ImmediateReceive, "Immediate Receive", "{100,100,177}"},
      StateName{State::InputOutput, "I/O", "{172,174,41}"},
      StateName{State::GroupCommunication, "Group Communication", "{255,144,26}"},
      StateName{State::Others, "Others", "{2,255,177}"},
      StateName{State::SendReceive, "Send Receive", "{192,224,0}"}};
  return kNames;
}

ParaverCall paraver_call(const Region& region, std::size_t number) {
  static const auto kValues = numbered(kMpiFunctions);
  const std::string name = function_of(region);
  if (name.empty()) {
    ParaverCall call{.value = number + 1, .state = state_of(region)};
    if (region.paradigm != Paradigm::OpenMp) return call;
    call.type = paraver::kParallelFunction;
    if (const paraver::Construct* const construct = construct_of(region)) {
      call.construct = construct->type;
      call.construct_value = construct->value;
    }
    return call;
  }
  const std::string plain = name == "init_thread" ? "init" : name;
  const auto value = kValues.find(plain);
  const std::uint64_t type = type_of(plain);
  return {.type = type,
          .value = value == kValues.end() ? paraver::kOwnValue + number : value->second,
          .state = state_of(plain, type)};
}

}  // namespace lull::exchange
