// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event/enums.hpp"

#include <array>
#include <cstddef>

namespace lull {
namespace {

// The names CUBE uses for roles and paradigms, in the order of the enumerators.
constexpr std::array<std::string_view, 41> kRoles{"unknown",
                                                  "function",
                                                  "wrapper",
                                                  "loop",
                                                  "code",
                                                  "parallel",
                                                  "sections",
                                                  "section",
                                                  "workshare",
                                                  "single",
                                                  "single sblock",
                                                  "master",
                                                  "critical",
                                                  "critical sblock",
                                                  "atomic",
                                                  "barrier",
                                                  "implicit barrier",
                                                  "flush",
                                                  "ordered",
                                                  "ordered sblock",
                                                  "task",
                                                  "task create",
                                                  "task wait",
                                                  "one2all",
                                                  "all2one",
                                                  "all2all",
                                                  "other collective",
                                                  "file io",
                                                  "point2point",
                                                  "rma",
                                                  "data transfer",
                                                  "artificial",
                                                  "thread create",
                                                  "thread wait",
                                                  "task untied",
                                                  "allocate",
                                                  "deallocate",
                                                  "reallocate",
                                                  "file io metadata",
                                                  "kernel launch",
                                                  "kernel"};

constexpr std::array<std::string_view, 25> kParadigms{
    "unknown",   "user",     "compiler",  "openmp",    "mpi",     "cuda",   "measurement",
    "pthread",   "hmpp",     "ompss",     "hardware",  "gaspi",   "upc",    "shmem",
    "winthread", "qtthread", "acethread", "tbbthread", "openacc", "opencl", "mtapi",
    "sampling",  "none",     "hip",       "kokkos"};

constexpr std::array<std::string_view, 4> kLocations{"unknown", "thread", "accelerator", "metric"};

constexpr std::array<std::string_view, 23> kOperations{"barrier",
                                                       "bcast",
                                                       "gather",
                                                       "gatherv",
                                                       "scatter",
                                                       "scatterv",
                                                       "allgather",
                                                       "allgatherv",
                                                       "alltoall",
                                                       "alltoallv",
                                                       "alltoallw",
                                                       "allreduce",
                                                       "reduce",
                                                       "reduce_scatter",
                                                       "scan",
                                                       "exscan",
                                                       "reduce_scatter_block",
                                                       "create handle",
                                                       "destroy handle",
                                                       "allocate",
                                                       "deallocate",
                                                       "create and allocate",
                                                       "destroy and deallocate"};

template <class Enum, std::size_t N>
std::string_view lookup(const std::array<std::string_view, N>& names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : "unknown";
}

}  // namespace

std::string_view name_of(RegionRole role) { return lookup(kRoles, role); }
std::string_view name_of(Paradigm paradigm) { return lookup(kParadigms, paradigm); }
std::string_view name_of(LocationType type) { return lookup(kLocations, type); }
std::string_view name_of(CollectiveOperation operation) { return lookup(kOperations, operation); }

}  // namespace lull
