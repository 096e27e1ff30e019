// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/region_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace lull::support {
namespace {

// A name must come before its own prefixes.
template <class Value>
struct Entry {
  std::string_view name;
  Value value;
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

template <class Value, std::size_t N>
std::optional<Value> exact(const std::array<Entry<Value>, N>& table, std::string_view text) {
  const std::string name = lower(text);
  const auto found = std::ranges::find(table, std::string_view(name), &Entry<Value>::name);
  return found == table.end() ? std::nullopt : std::optional(found->value);
}

template <class Value, std::size_t N>
std::optional<Value> prefix(const std::array<Entry<Value>, N>& table, std::string_view text) {
  const auto found = std::ranges::find_if(
      table, [&](const Entry<Value>& entry) { return text.starts_with(entry.name); });
  return found == table.end() ? std::nullopt : std::optional(found->value);
}

using Op = CollectiveOperation;
constexpr std::array<Entry<Op>, 23> kOperations{
    {{"barrier", Op::Barrier},
     {"bcast", Op::Bcast},
     {"gather", Op::Gather},
     {"gatherv", Op::Gatherv},
     {"scatter", Op::Scatter},
     {"scatterv", Op::Scatterv},
     {"allgather", Op::Allgather},
     {"allgatherv", Op::Allgatherv},
     {"alltoall", Op::Alltoall},
     {"alltoallv", Op::Alltoallv},
     {"alltoallw", Op::Alltoallw},
     {"allreduce", Op::Allreduce},
     {"reduce", Op::Reduce},
     {"reduce_scatter", Op::ReduceScatter},
     {"scan", Op::Scan},
     {"exscan", Op::Exscan},
     {"reduce_scatter_block", Op::ReduceScatterBlock},
     {"create_handle", Op::CreateHandle},
     {"destroy_handle", Op::DestroyHandle},
     {"allocate", Op::Allocate},
     {"deallocate", Op::Deallocate},
     {"create_handle_and_allocate", Op::CreateHandleAndAllocate},
     {"destroy_handle_and_deallocate", Op::DestroyHandleAndDeallocate}}};

// Collective calls that are not named after their operation.
constexpr std::array<Entry<Op>, 21> kHandleCalls{{{"mpi_init", Op::CreateHandle},
                                                  {"mpi_init_thread", Op::CreateHandle},
                                                  {"mpi_finalize", Op::DestroyHandle},
                                                  {"mpi_comm_create", Op::CreateHandle},
                                                  {"mpi_comm_dup", Op::CreateHandle},
                                                  {"mpi_comm_split", Op::CreateHandle},
                                                  {"mpi_comm_free", Op::DestroyHandle},
                                                  {"mpi_cart_create", Op::CreateHandle},
                                                  {"mpi_intercomm_create", Op::CreateHandle},
                                                  {"mpi_intercomm_merge", Op::CreateHandle},
                                                  {"mpi_win_create", Op::CreateHandle},
                                                  {"mpi_win_allocate", Op::CreateHandleAndAllocate},
                                                  {"mpi_win_free", Op::DestroyHandle},
                                                  {"mpi_win_fence", Op::Barrier},
                                                  {"shmem_barrier_all", Op::Barrier},
                                                  {"shmem_barrier", Op::Barrier},
                                                  {"shmem_broadcast32", Op::Bcast},
                                                  {"shmem_broadcast64", Op::Bcast},
                                                  {"shmem_collect64", Op::Allgatherv},
                                                  {"shmem_fcollect64", Op::Allgather},
                                                  {"shmem_alltoall64", Op::Alltoall}}};

using Role = RegionRole;
constexpr std::array<Entry<Role>, 39> kRoles{{{"unknown", Role::Unknown},
                                              {"function", Role::Function},
                                              {"wrapper", Role::Wrapper},
                                              {"loop", Role::Loop},
                                              {"code", Role::Code},
                                              {"parallel", Role::Parallel},
                                              {"sections", Role::Sections},
                                              {"section", Role::Section},
                                              {"workshare", Role::Workshare},
                                              {"single", Role::Single},
                                              {"single_sblock", Role::SingleSblock},
                                              {"master", Role::Master},
                                              {"critical", Role::Critical},
                                              {"critical_sblock", Role::CriticalSblock},
                                              {"atomic", Role::Atomic},
                                              {"barrier", Role::Barrier},
                                              {"implicit_barrier", Role::ImplicitBarrier},
                                              {"flush", Role::Flush},
                                              {"ordered", Role::Ordered},
                                              {"ordered_sblock", Role::OrderedSblock},
                                              {"task", Role::Task},
                                              {"task_create", Role::TaskCreate},
                                              {"task_wait", Role::TaskWait},
                                              {"coll_one2all", Role::CollOneToAll},
                                              {"coll_all2one", Role::CollAllToOne},
                                              {"coll_all2all", Role::CollAllToAll},
                                              {"coll_other", Role::CollOther},
                                              {"file_io", Role::FileIo},
                                              {"point2point", Role::PointToPoint},
                                              {"rma", Role::Rma},
                                              {"data_transfer", Role::DataTransfer},
                                              {"artificial", Role::Artificial},
                                              {"thread_create", Role::ThreadCreate},
                                              {"thread_wait", Role::ThreadWait},
                                              {"task_untied", Role::TaskUntied},
                                              {"allocate", Role::Allocate},
                                              {"deallocate", Role::Deallocate},
                                              {"reallocate", Role::Reallocate},
                                              {"file_io_metadata", Role::FileIoMetadata}}};

using P = Paradigm;
constexpr std::array<Entry<P>, 16> kParadigms{{{"unknown", P::Unknown},
                                               {"user", P::User},
                                               {"compiler", P::Compiler},
                                               {"openmp", P::OpenMp},
                                               {"mpi", P::Mpi},
                                               {"cuda", P::Cuda},
                                               {"measurement_system", P::MeasurementSystem},
                                               {"pthread", P::Pthread},
                                               {"hardware", P::Hardware},
                                               {"shmem", P::Shmem},
                                               {"openacc", P::OpenAcc},
                                               {"opencl", P::OpenCl},
                                               {"sampling", P::Sampling},
                                               {"none", P::None},
                                               {"hip", P::Hip},
                                               {"kokkos", P::Kokkos}}};

// OpenMP constructs by the text after "!$omp ".
constexpr std::array<Entry<Role>, 22> kConstructs{{{"parallel", Role::Parallel},
                                                   {"for", Role::Loop},
                                                   {"do", Role::Loop},
                                                   {"sections", Role::Sections},
                                                   {"section", Role::Section},
                                                   {"workshare", Role::Workshare},
                                                   {"single sblock", Role::SingleSblock},
                                                   {"single", Role::Single},
                                                   {"master", Role::Master},
                                                   {"critical sblock", Role::CriticalSblock},
                                                   {"critical", Role::Critical},
                                                   {"atomic", Role::Atomic},
                                                   {"barrier", Role::Barrier},
                                                   {"implicit barrier", Role::ImplicitBarrier},
                                                   {"flush", Role::Flush},
                                                   {"ordered sblock", Role::OrderedSblock},
                                                   {"ordered", Role::Ordered},
                                                   {"create task", Role::TaskCreate},
                                                   {"task create", Role::TaskCreate},
                                                   {"taskwait", Role::TaskWait},
                                                   {"taskgroup", Role::TaskWait},
                                                   {"task", Role::Task}}};

// Message calls by their lower-case name after "mpi_", non-blocking "i" and persistent included.
constexpr std::array<std::string_view, 24> kMessageCalls{
    "send",      "bsend",     "ssend",     "rsend",      "isend",      "ibsend",
    "issend",    "irsend",    "recv",      "irecv",      "sendrecv",   "sendrecv_replace",
    "isendrecv", "probe",     "iprobe",    "mprobe",     "improbe",    "mrecv",
    "imrecv",    "send_init", "recv_init", "bsend_init", "ssend_init", "rsend_init"};

constexpr std::array<std::string_view, 4> kPut{"put", "get", "rput", "rget"};
constexpr std::array<std::string_view, 7> kAtomic{
    "accumulate",   "raccumulate",      "get_accumulate", "rget_accumulate",
    "fetch_and_op", "compare_and_swap", "fetch_op"};

Role role_of(Op operation) {
  switch (operation) {
    case Op::Barrier:
      return Role::Barrier;
    case Op::Bcast:
    case Op::Scatter:
    case Op::Scatterv:
      return Role::CollOneToAll;
    case Op::Reduce:
    case Op::Gather:
    case Op::Gatherv:
      return Role::CollAllToOne;
    case Op::Scan:
    case Op::Exscan:
      return Role::CollOther;
    default:
      return operation < Op::CreateHandle ? Role::CollAllToAll : Role::Function;
  }
}

Role mpi_role(std::string_view name) {  // "recv", "waitall"
  if (std::ranges::find(kMessageCalls, name) != kMessageCalls.end()) return Role::PointToPoint;
  if (std::ranges::find(kPut, name) != kPut.end()) return Role::Rma;
  if (std::ranges::find(kAtomic, name) != kAtomic.end()) return Role::Atomic;
  if (name.starts_with("file_")) {
    const bool data = name.find("read") != name.npos || name.find("write") != name.npos;
    return data ? Role::FileIo : Role::FileIoMetadata;
  }
  if (name.starts_with("win_")) return Role::Function;
  const auto operation = collective_operation("mpi_" + std::string(name));
  return operation ? role_of(*operation) : Role::Function;
}

Role shmem_role(std::string_view name) {
  if (const auto operation = collective_operation(name)) return role_of(*operation);
  if (name.ends_with("_to_all")) return Role::CollAllToAll;
  for (const std::string_view word : {"_put", "_get", "_p", "_g", "_iput", "_iget"})
    if (name.ends_with(word)) return Role::Rma;
  for (const std::string_view word : {"_swap", "_cswap", "_inc", "_finc", "_add", "_fadd"})
    if (name.ends_with(word)) return Role::Atomic;
  return Role::Function;
}

}  // namespace

RegionKind region_kind(std::string_view name) {
  const std::string plain = lower(name);
  if (plain.starts_with("!$omp "))
    return {prefix(kConstructs, std::string_view(plain).substr(6)).value_or(Role::Code),
            Paradigm::OpenMp};
  if (plain.starts_with("omp_")) return {Role::Wrapper, Paradigm::OpenMp};
  if (plain.starts_with("mpi_")) return {mpi_role(plain.substr(4)), Paradigm::Mpi};
  if (plain.starts_with("shmem_")) return {shmem_role(plain), Paradigm::Shmem};
  if (plain == "pthread_create") return {Role::ThreadCreate, Paradigm::Pthread};
  if (plain == "pthread_join") return {Role::ThreadWait, Paradigm::Pthread};
  if (plain.starts_with("pthread_")) return {Role::Function, Paradigm::Pthread};
  return {};
}

std::optional<CollectiveOperation> collective_operation(std::string_view name) {
  std::string plain = lower(name);
  if (const auto found = exact(kHandleCalls, plain)) return found;
  if (!plain.starts_with("mpi_")) return std::nullopt;
  plain.erase(0, 4);
  for (const std::string_view word : {"ineighbor_", "neighbor_"})
    if (plain.starts_with(word)) plain.erase(0, word.size());
  if (const auto found = exact(kOperations, plain)) return found;
  if (plain.starts_with("i")) return exact(kOperations, plain.substr(1));
  if (plain.ends_with("_init")) return exact(kOperations, plain.substr(0, plain.size() - 5));
  return std::nullopt;
}

std::optional<RegionRole> parse_role(std::string_view text) { return exact(kRoles, text); }
std::optional<Paradigm> parse_paradigm(std::string_view text) { return exact(kParadigms, text); }
std::optional<CollectiveOperation> parse_operation(std::string_view text) {
  return exact(kOperations, text);
}

}  // namespace lull::support
