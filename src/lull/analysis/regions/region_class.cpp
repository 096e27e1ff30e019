// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/regions/region_class.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "lull/analysis/regions/mpi_queries.hpp"
#include "lull/trace/event/enums.hpp"

namespace lull::analysis {
namespace {

using Metric = ProfileMetric;
using Call = CallKind;

// MPI functions whose class does not follow from their prefix.
const std::unordered_map<std::string_view, RegionClass>& mpi_functions() {
  static const std::unordered_map<std::string_view, RegionClass> table{
      {"mpi_init", {Metric::MpiInitExit, Call::Init}},
      {"mpi_init_thread", {Metric::MpiInitExit, Call::Init}},
      {"mpi_finalize", {Metric::MpiInitExit, Call::Finalize}},
      {"mpi_session_init", {Metric::MpiInitExit, Call::OtherMpi}},
      {"mpi_session_finalize", {Metric::MpiInitExit, Call::OtherMpi}},
      {"mpi_send", {Metric::MpiPointToPoint, Call::Send}},
      {"mpi_ssend", {Metric::MpiPointToPoint, Call::Ssend}},
      {"mpi_bsend", {Metric::MpiPointToPoint, Call::Bsend}},
      {"mpi_rsend", {Metric::MpiPointToPoint, Call::Rsend}},
      {"mpi_sendrecv", {Metric::MpiPointToPoint, Call::Sendrecv}},
      {"mpi_sendrecv_replace", {Metric::MpiPointToPoint, Call::Sendrecv}},
      {"mpi_isend", {Metric::MpiPointToPoint, Call::Isend}},
      {"mpi_issend", {Metric::MpiPointToPoint, Call::Isend}},
      {"mpi_ibsend", {Metric::MpiPointToPoint, Call::Isend}},
      {"mpi_irsend", {Metric::MpiPointToPoint, Call::Isend}},
      {"mpi_recv", {Metric::MpiPointToPoint, Call::Recv}},
      {"mpi_mrecv", {Metric::MpiPointToPoint, Call::Recv}},
      {"mpi_irecv", {Metric::MpiPointToPoint, Call::Irecv}},
      {"mpi_imrecv", {Metric::MpiPointToPoint, Call::Irecv}},
      {"mpi_start", {Metric::Mpi, Call::Start}},
      {"mpi_startall", {Metric::Mpi, Call::Start}},
      {"mpi_probe", {Metric::MpiPointToPoint, Call::Probe}},
      {"mpi_mprobe", {Metric::MpiPointToPoint, Call::Probe}},
      {"mpi_iprobe", {Metric::MpiPointToPoint, Call::Test}},
      {"mpi_improbe", {Metric::MpiPointToPoint, Call::Test}},
      {"mpi_wait", {Metric::MpiPointToPoint, Call::Wait}},
      {"mpi_waitany", {Metric::MpiPointToPoint, Call::Waitany}},
      {"mpi_waitsome", {Metric::MpiPointToPoint, Call::Waitsome}},
      {"mpi_waitall", {Metric::MpiPointToPoint, Call::Waitall}},
      {"mpi_test", {Metric::MpiPointToPoint, Call::Test}},
      {"mpi_testany", {Metric::MpiPointToPoint, Call::Test}},
      {"mpi_testsome", {Metric::MpiPointToPoint, Call::Test}},
      {"mpi_testall", {Metric::MpiPointToPoint, Call::Test}},
      {"mpi_cancel", {Metric::Mpi, Call::OtherMpi}},
      {"mpi_request_free", {Metric::Mpi, Call::OtherMpi}},
      {"mpi_send_init", {Metric::MpiPointToPoint, Call::OtherMpi}},
      {"mpi_ssend_init", {Metric::MpiPointToPoint, Call::OtherMpi}},
      {"mpi_bsend_init", {Metric::MpiPointToPoint, Call::OtherMpi}},
      {"mpi_rsend_init", {Metric::MpiPointToPoint, Call::OtherMpi}},
      {"mpi_recv_init", {Metric::MpiPointToPoint, Call::OtherMpi}},
      {"mpi_buffer_attach", {Metric::Mpi, Call::OtherMpi}},
      {"mpi_buffer_detach", {Metric::Mpi, Call::OtherMpi}},
      {"mpi_barrier", {Metric::MpiSyncCollective, Call::Collective}},
      {"mpi_ibarrier", {Metric::MpiSyncCollective, Call::Collective}},
      {"mpi_win_fence", {Metric::MpiRmaSyncActive, Call::OtherMpi}},
      {"mpi_win_post", {Metric::MpiRmaSyncActive, Call::WinPost}},
      {"mpi_win_start", {Metric::MpiRmaSyncActive, Call::WinStart}},
      {"mpi_win_complete", {Metric::MpiRmaSyncActive, Call::WinComplete}},
      {"mpi_win_wait", {Metric::MpiRmaSyncActive, Call::WinWait}},
      {"mpi_win_test", {Metric::MpiRmaSyncActive, Call::WinTest}},
      {"mpi_win_flush_local", {Metric::MpiRmaSyncPassive, Call::WinFlushLocal}},
      {"mpi_win_flush_local_all", {Metric::MpiRmaSyncPassive, Call::WinFlushLocal}},
      {"mpi_win_sync", {Metric::MpiRmaSyncPassive, Call::WinSync}},
  };
  return table;
}

struct PrefixClass {
  std::string_view prefix;
  Metric metric;
};

constexpr std::array kMpiPrefixes{
    PrefixClass{"mpi_win_lock", Metric::MpiRmaSyncPassive},
    PrefixClass{"mpi_win_unlock", Metric::MpiRmaSyncPassive},
    PrefixClass{"mpi_win_flush", Metric::MpiRmaSyncPassive},
    PrefixClass{"mpi_win_sync", Metric::MpiRmaSyncPassive},
    PrefixClass{"mpi_win_", Metric::MpiManageWindow},
    PrefixClass{"mpi_comm_", Metric::MpiManageComm},
    PrefixClass{"mpi_group_", Metric::MpiManageComm},
    PrefixClass{"mpi_intercomm_", Metric::MpiManageComm},
    PrefixClass{"mpi_cart", Metric::MpiManageComm},
    PrefixClass{"mpi_graph", Metric::MpiManageComm},
    PrefixClass{"mpi_dist_graph", Metric::MpiManageComm},
    PrefixClass{"mpi_topo_", Metric::MpiManageComm},
    PrefixClass{"mpi_dims_", Metric::MpiManageComm},
};

constexpr std::array<std::string_view, 12> kRma{
    "put",  "get",  "accumulate",  "get_accumulate",  "fetch_and_op", "compare_and_swap",
    "rput", "rget", "raccumulate", "rget_accumulate", "fetch_op",     "swap"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool transfers_collectively(std::string_view name) {
  for (auto i = static_cast<std::uint8_t>(CollectiveOperation::Bcast);
       i <= static_cast<std::uint8_t>(CollectiveOperation::ReduceScatterBlock); ++i)
    if (name == name_of(CollectiveOperation{i})) return true;
  return name.starts_with("neighbor_");
}

bool is_collective(std::string_view name) {            // without "mpi_"
  if (name.ends_with("_init")) name.remove_suffix(5);  // persistent
  return transfers_collectively(name) ||
         (name.starts_with('i') && transfers_collectively(name.substr(1)));
}

Metric file_metric(std::string_view name) {  // after "mpi_file_"
  const bool transfer = name.find("read") != name.npos || name.find("write") != name.npos;
  if (!transfer)
    return name == "seek" || name == "seek_shared" || name == "sync" ? Metric::MpiIoIndividual
                                                                     : Metric::MpiManageFile;
  return name.find("_all") != name.npos || name.find("_ordered") != name.npos
             ? Metric::MpiIoCollective
             : Metric::MpiIoIndividual;
}

// Recorders that see only the calls to neighbourhood collectives mark them as collective; if their
// messages are in the trace, they are point-to-point.
bool has_messages(std::string_view name, RegionRole role) {
  return role == RegionRole::PointToPoint && name.find("neighbor_") != name.npos;
}

RegionClass classify_mpi_function(std::string_view name, RegionRole role) {
  if (has_messages(name, role))
    return mpi_functions().at(name.starts_with("mpi_i") ? "mpi_isend" : "mpi_sendrecv");
  if (const auto found = mpi_functions().find(name); found != mpi_functions().end())
    return found->second;
  if (name.starts_with("mpi_file_")) return {file_metric(name.substr(9)), Call::OtherMpi};
  if (is_collective(name.substr(4))) return {Metric::MpiCollective, Call::Collective};
  if (is_one_of(name.substr(4), kRma))
    return {Metric::MpiRmaCommunication, name[4] == 'r' ? Call::RmaRequest : Call::OtherMpi};
  for (const PrefixClass& entry : kMpiPrefixes)
    if (name.starts_with(entry.prefix)) return {entry.metric, Call::OtherMpi};
  return {Metric::Mpi, Call::OtherMpi};
}

RegionClass classify_mpi(std::string_view name, RegionRole role) {
  RegionClass known = classify_mpi_function(name, role);
  if (known.call == Call::OtherMpi && is_mpi_query(name)) known.call = Call::MpiQuery;
  return known;
}

RegionClass classify_omp(const Region& region) {
  switch (region.role) {
    case RegionRole::Parallel:
      return {Metric::Computation, Call::OmpParallel};
    case RegionRole::Barrier:
      return {Metric::OmpExplicitBarrier, Call::OmpExplicitBarrier};
    case RegionRole::ImplicitBarrier:
      return {Metric::OmpImplicitBarrier, Call::OmpImplicitBarrier};
    case RegionRole::Critical:
      return {Metric::OmpCritical, Call::OmpCritical};
    case RegionRole::Atomic:
      return {Metric::OmpCritical, Call::Other};
    case RegionRole::Ordered:
      return {Metric::OmpOrdered, Call::OmpOrdered};
    case RegionRole::OrderedSblock:
      return {Metric::Computation, Call::OmpOrderedBlock};
    case RegionRole::Loop:
      return {Metric::Computation, Call::OmpLoop};
    case RegionRole::Task:
    case RegionRole::TaskUntied:
      return {Metric::Computation, Call::OmpTask};
    case RegionRole::TaskWait:
      return {Metric::OmpTaskwait, region.name.find("taskgroup") == std::string::npos
                                       ? Call::OmpTaskwait
                                       : Call::OmpTaskgroup};
    case RegionRole::Flush:
      return {Metric::OmpFlush, Call::Other};
    case RegionRole::Wrapper:
    case RegionRole::Function:
      if (region.name.starts_with("omp_") && region.name.find("lock") != std::string::npos)
        return {Metric::OmpLockApi,
                region.name.starts_with("omp_test_") ? Call::OmpLockTest : Call::OmpLockApi};
      return {region.name.starts_with("omp_") ? Metric::Omp : Metric::Computation, Call::Other};
    default:
      return {};
  }
}

RegionClass classify_mutex(std::string_view function) {
  if (function == "trylock") return {Metric::PthreadLockApi, Call::PthreadMutexTest};
  return {Metric::PthreadLockApi, function.ends_with("lock") && function != "unlock"
                                      ? Call::PthreadMutexLock
                                      : Call::Other};
}

RegionClass classify_condition(std::string_view function) {
  Call call = Call::Other;
  if (function.ends_with("wait")) call = Call::PthreadConditionWait;
  if (function == "signal") call = Call::PthreadSignal;
  if (function == "broadcast") call = Call::PthreadBroadcast;
  return {Metric::PthreadConditional, call};
}

// Classifies functions for read-write and spin locks.
RegionClass classify_other_lock(std::string_view function) {
  Call call = Call::Other;
  if (function.starts_with("try"))
    call = function == "tryrdlock" ? Call::PthreadSharedTest : Call::PthreadExclusiveTest;
  else if (function == "unlock")
    call = Call::PthreadRwlockRelease;
  else if (function.ends_with("rdlock"))
    call = Call::PthreadSharedLock;
  else if (function.ends_with("lock"))
    call = Call::PthreadExclusiveLock;
  return {Metric::PthreadSynchronization, call};
}

RegionClass classify_pthread(std::string_view name) {
  const auto function_of = [&name](std::string_view object) {
    return name.starts_with(object) ? name.substr(object.size()) : std::string_view{};
  };
  if (const auto function = function_of("pthread_mutex_"); !function.empty())
    return classify_mutex(function);
  if (const auto function = function_of("pthread_cond_"); !function.empty())
    return classify_condition(function);
  for (const char* const lock : {"pthread_rwlock_", "pthread_spin_"})
    if (const auto function = function_of(lock); !function.empty())
      return classify_other_lock(function);
  if (name.starts_with("pthread_mutex")) return {Metric::PthreadLockApi, Call::Other};
  if (name.starts_with("pthread_cond")) return {Metric::PthreadConditional, Call::Other};
  if (name.starts_with("pthread_barrier"))
    return {Metric::PthreadSynchronization,
            name == "pthread_barrier_wait" ? Call::PthreadBarrier : Call::Other};
  const bool joins =
      name == "pthread_join" || name == "pthread_timedjoin_np" || name == "pthread_clockjoin_np";
  return {Metric::PthreadManagement, joins ? Call::PthreadJoin : Call::Other};
}

// Checks environment and memory functions first; the remaining functions are recognised by their
// family, regardless of the data type.
RegionClass classify_shmem(const Region& region) {
  const std::string& name = region.name;
  const auto has = [&name](std::string_view part) { return name.find(part) != name.npos; };
  const bool pushes = has("put") || has("get") || has("broadcast") || has("collect") ||
                      has("reduce") || has("_to_all") || has("alltoall") || has("swap") ||
                      has("add") || has("_inc") || has("finc") || has("fetch") || has("atomic_") ||
                      name.ends_with("_set") || name.ends_with("_p") || name.ends_with("_g");
  if (has("finalize") || has("start_pes") || has("shmem_init"))
    return {Metric::ShmemInitExit, Call::ShmemAll};
  if (has("accessible") || has("_info_")) return {Metric::Shmem, Call::OtherShmem};
  if (has("global_exit")) return {Metric::ShmemInitExit, Call::OtherShmem};
  if (has("alloc") || has("free") || has("align")) return {Metric::ShmemMemory, Call::ShmemAll};
  if (has("test_lock")) return {Metric::ShmemSynchronization, Call::ShmemTest};
  if (has("wait")) return {Metric::ShmemSynchronization, Call::ShmemWait};
  if (has("barrier") || has("sync") || has("lock") || has("fence") || has("quiet"))
    return {Metric::ShmemSynchronization, Call::OtherShmem};
  if (has("_test")) return {Metric::ShmemSynchronization, Call::ShmemTest};
  return {pushes ? Metric::ShmemCommunication : Metric::Shmem, Call::OtherShmem};
}

// Returns the recorded paradigm, or the one implied by the name if none was recorded.
Paradigm paradigm_of(const Region& region) {
  if (region.name.starts_with("!$omp")) return Paradigm::OpenMp;
  if (region.name.starts_with("omp_") && region.name.ends_with("lock")) return Paradigm::OpenMp;
  if (region.name.starts_with("shmem_") || region.name.starts_with("shmemx_"))
    return Paradigm::Shmem;
  return region.paradigm;
}

}  // namespace

std::string mpi_function_name(std::string_view region_name) {
  std::string name(region_name);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.starts_with("pmpi_")) name.erase(0, 1);
  constexpr std::string_view kPrefix = "mpi_";
  if (!name.starts_with(kPrefix)) return {};
  while (name.ends_with('_')) name.pop_back();
  for (const std::string_view suffix : {"_f08ts", "_f08", "_c"})
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  if (name.size() <= kPrefix.size() || !name.starts_with(kPrefix)) return {};  // only the prefix
  return name;
}

RegionClass classify(const Region& region) {
  if (region.role == RegionRole::Artificial || region.name == "TRACING")
    return {Metric::Overhead, Call::Other};
  const bool may_be_mpi = region.paradigm == Paradigm::Mpi || region.paradigm == Paradigm::User ||
                          region.paradigm == Paradigm::Unknown;
  if (may_be_mpi)
    if (const std::string name = mpi_function_name(region.name); !name.empty())
      return classify_mpi(name, region.role);
  switch (paradigm_of(region)) {
    case Paradigm::Mpi:
      return {Metric::Mpi, Call::OtherMpi};
    case Paradigm::OpenMp:
      return classify_omp(region);
    case Paradigm::Pthread:
      return classify_pthread(region.name);
    case Paradigm::Shmem:
      return classify_shmem(region);
    case Paradigm::Cuda:
    case Paradigm::Hip:
    case Paradigm::OpenCl:
    case Paradigm::OpenAcc:
      return {Metric::Accelerator, Call::Other};
    case Paradigm::MeasurementSystem:
      return {Metric::Overhead, Call::Other};
    default:
      break;
  }
  if (region.role == RegionRole::FileIo || region.role == RegionRole::FileIoMetadata)
    return {Metric::Io, Call::Other};
  return {};
}

std::vector<RegionClass> classify_regions(const Definitions& definitions) {
  std::vector<RegionClass> classes;
  classes.reserve(definitions.regions.size() + 1);
  for (const Region& region : definitions.regions) classes.push_back(classify(region));
  const auto is_ordered = [](const RegionClass& known) { return known.call == Call::OmpOrdered; };
  if (std::ranges::none_of(classes, is_ordered))
    for (RegionClass& known : classes)
      if (known.call == Call::OmpLoop) known.call = Call::Other;
  classes.emplace_back();
  return classes;
}

}  // namespace lull::analysis
