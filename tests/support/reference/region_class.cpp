// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/region_class.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>

namespace lull::reference {
namespace {

// "MPI_Waitall" and "mpi_waitall_" both give "waitall"; "" if it is not an MPI function.
std::string mpi_function(std::string_view name) {
  std::string lower;
  for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!lower.starts_with("mpi_")) return {};
  lower.erase(0, 4);
  if (lower.ends_with('_')) lower.pop_back();
  return lower;
}

bool any_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, text) != names.end();
}

bool starts(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return text.starts_with(prefix); });
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view mpi_window_metric(std::string_view function) {
  if (any_of(function,
             {"win_fence", "win_start", "win_post", "win_complete", "win_wait", "win_test"}))
    return "mpi_rma_sync_active";
  if (starts(function, {"win_lock", "win_unlock", "win_flush"}) || function == "win_sync")
    return "mpi_rma_sync_passive";
  return "mpi_mgmt_win";
}

std::string_view mpi_file_metric(std::string_view function, RegionRole role) {
  const bool transfers = contains(function, "read") || contains(function, "write");
  if (!transfers && role != RegionRole::FileIo) return "mpi_mgmt_file";
  const bool together = contains(function, "_all") || contains(function, "_ordered");
  return together ? "mpi_io_collective" : "mpi_io_individual";
}

bool is_point_to_point(std::string_view f) {
  return is_wait("mpi_" + std::string{f}) || is_test("mpi_" + std::string{f}) ||
         any_of(f, {"probe",      "iprobe",
                    "mprobe",     "improbe",
                    "sendrecv",   "sendrecv_replace",
                    "isendrecv",  "isendrecv_replace",
                    "send",       "bsend",
                    "rsend",      "ssend",
                    "isend",      "ibsend",
                    "irsend",     "issend",
                    "recv",       "irecv",
                    "mrecv",      "imrecv",
                    "send_init",  "bsend_init",
                    "rsend_init", "ssend_init",
                    "recv_init"});
}

bool is_collective(std::string_view f) {
  if (starts(f, {"ineighbor_", "neighbor_"})) return true;
  if (f.starts_with('i') && is_collective(f.substr(1))) return true;
  return any_of(f, {"bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv",
                    "alltoall", "alltoallv", "alltoallw", "allreduce", "reduce", "reduce_scatter",
                    "reduce_scatter_block", "scan", "exscan"});
}

std::string_view mpi_metric_by_role(RegionRole role) {
  switch (role) {
    case RegionRole::Barrier:
      return "mpi_sync_collective";
    case RegionRole::CollOneToAll:
    case RegionRole::CollAllToOne:
    case RegionRole::CollAllToAll:
    case RegionRole::CollOther:
      return "mpi_collective";
    case RegionRole::PointToPoint:
      return "mpi_point2point";
    default:
      return {};
  }
}

std::string_view mpi_metric(std::string_view f, RegionRole role) {
  if (const auto metric = mpi_metric_by_role(role); !metric.empty()) return metric;
  if (f.starts_with("win_")) return mpi_window_metric(f);
  if (f.starts_with("file_")) return mpi_file_metric(f, role);
  if (role == RegionRole::Rma || role == RegionRole::Atomic) return "mpi_rma_communication";
  if (any_of(f, {"init", "init_thread", "finalize", "session_init", "session_finalize"}))
    return "mpi_init_exit";
  if (f == "barrier" || f == "ibarrier") return "mpi_sync_collective";
  if (is_collective(f)) return "mpi_collective";
  if (is_point_to_point(f)) return "mpi_point2point";
  if (any_of(f, {"put", "get", "rput", "rget", "accumulate", "raccumulate", "get_accumulate",
                 "rget_accumulate", "fetch_and_op", "compare_and_swap"}))
    return "mpi_rma_communication";
  if (starts(f, {"comm_", "group_", "cart", "graph", "dist_graph_", "intercomm_", "topo_"}) ||
      f == "dims_create")
    return "mpi_mgmt_comm";
  return "mpi";
}

std::string_view openmp_metric(std::string_view name, RegionRole role) {
  switch (role) {
    case RegionRole::Barrier:
      return "omp_ebarrier";
    case RegionRole::ImplicitBarrier:
      return "omp_ibarrier";
    case RegionRole::Critical:
    case RegionRole::Atomic:
      return "omp_critical";
    case RegionRole::Ordered:
      return "omp_ordered";
    case RegionRole::TaskWait:
      return "omp_taskwait";
    case RegionRole::Flush:
      return "omp_flush";
    case RegionRole::TaskCreate:
      return "omp_management";
    default:
      break;
  }
  if (name.starts_with("omp_") && contains(name, "_lock")) return "omp_lock_api";
  return name.starts_with("omp_") ? "omp" : "comp";
}

std::string_view pthread_metric(std::string_view name) {
  if (name.starts_with("pthread_mutex_")) return "pthread_lock_api";
  if (name.starts_with("pthread_cond_")) return "pthread_conditional";
  if (name.starts_with("pthread_barrier_") || name.starts_with("pthread_rwlock_") ||
      name.starts_with("pthread_spin_"))
    return "pthread_synchronization";
  return "pthread_management";
}

std::string_view shmem_metric(std::string_view name) {
  const auto any = [name](std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [name](auto part) { return contains(name, part); });
  };
  if (any({"shmem_init", "start_pes", "finalize", "global_exit"})) return "shmem_init_exit";
  if (any({"malloc", "calloc", "realloc", "align", "free"})) return "shmem_memory";
  if (any({"barrier", "sync", "wait", "lock", "quiet", "fence", "_test"}))
    return "shmem_synchronization";
  if (any({"accessible", "_info_", "my_pe", "n_pes", "_ptr", "cache", "udcflush", "ctx_create",
           "ctx_destroy", "query_thread"}))
    return "shmem";
  return "shmem_communication";
}

bool is_measurement(const Region& region) {
  return region.paradigm == Paradigm::MeasurementSystem || region.name == "MEASUREMENT OFF" ||
         region.name == "TRACE BUFFER FLUSH";
}

}  // namespace

std::string_view time_metric_of(const Region* region) {
  if (!region) return "comp";
  const std::string_view name = region->name;
  if (is_measurement(*region)) return "overhead";
  if (const std::string f = mpi_function(name); region->paradigm == Paradigm::Mpi || !f.empty())
    return mpi_metric(f, region->role);
  if (region->paradigm == Paradigm::OpenMp) return openmp_metric(name, region->role);
  if (region->paradigm == Paradigm::Pthread) return pthread_metric(name);
  if (region->paradigm == Paradigm::Shmem) return shmem_metric(name);
  return "comp";
}

bool is_test(std::string_view name) {
  return any_of(mpi_function(name), {"test", "testall", "testany", "testsome"});
}

bool is_wait(std::string_view name) {
  return any_of(mpi_function(name), {"wait", "waitall", "waitany", "waitsome"});
}

bool is_receive(std::string_view name) {
  return any_of(mpi_function(name), {"recv", "mrecv", "sendrecv", "sendrecv_replace"});
}

bool is_waiting_send(std::string_view name) {
  return any_of(mpi_function(name), {"send", "ssend"});
}

bool is_init(std::string_view name) { return any_of(mpi_function(name), {"init", "init_thread"}); }

bool is_finalize(std::string_view name) { return mpi_function(name) == "finalize"; }

}  // namespace lull::reference
