// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/shmem/environment.hpp"

#include <mpi.h>
#include <otf2/otf2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/clock_offsets.hpp"
#include "lull/recorder/shmem/pe_sets.hpp"
#include "lull/recorder/shmem/wrapper.hpp"

namespace lull::recorder::shmem {
namespace {

std::atomic<bool> begun{false};
std::atomic<pid_t> begun_in{0};
std::array<std::atomic<RegionNumber>, static_cast<std::size_t>(Function::Count)> known_regions{};

bool can_communicate() {
  int initialized = 0;
  int finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [name](std::string_view part) { return name.find(part) != name.npos; });
}

OTF2_RegionRole role_of(std::string_view name) {
  if (has_any(name, {"_barrier", "_sync"})) return OTF2_REGION_ROLE_BARRIER;
  if (has_any(name, {"_broadcast"})) return OTF2_REGION_ROLE_COLL_ONE2ALL;
  if (has_any(name, {"_to_all", "collect", "_alltoall"})) return OTF2_REGION_ROLE_COLL_ALL2ALL;
  if (has_any(name, {"realloc"})) return OTF2_REGION_ROLE_REALLOCATE;
  if (has_any(name, {"alloc", "align"})) return OTF2_REGION_ROLE_ALLOCATE;
  if (has_any(name, {"free"})) return OTF2_REGION_ROLE_DEALLOCATE;
  if (has_any(name, {"_atomic", "add", "inc", "swap"})) return OTF2_REGION_ROLE_ATOMIC;
  if (has_any(name, {"put", "get", "_fetch", "_set"}) && !has_any(name, {"_lock"}))
    return OTF2_REGION_ROLE_RMA;
  return name.ends_with("_p") || name.ends_with("_g") ? OTF2_REGION_ROLE_RMA
                                                      : OTF2_REGION_ROLE_FUNCTION;
}

// A PE that exits without shmem_finalize is finalised by the library, whose exit handler was
// registered earlier. A forked child of a PE is not one.
void end_at_exit() {
  if (::getpid() != begun_in || !begun.exchange(false)) return;
  if (Measurement::is_inside()) Measurement::instance().abandon();
  Measurement::instance().end_model();
}

}  // namespace

void begin_recording() {
  if (begun.exchange(true) || !can_communicate()) return;
  int pe = 0;
  int pes = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &pe);
  PMPI_Comm_size(MPI_COMM_WORLD, &pes);
  Measurement& measurement = Measurement::instance();
  measurement.begin_model();
  measurement.note({{"shmem", {{"rank", pe}, {"size", pes}}}});
  measurement.share_limit(static_cast<std::uint64_t>(pes));
  PeSets::instance().begin(pe, pes);
  mpi::measure_clock_at_begin();
  if (begun_in.exchange(::getpid()) == 0) std::atexit(end_at_exit);
}

void exit_globally() {
  begun = false;
  Measurement::instance().finish();
}

void prepare_recording() {
  if (!begun) mpi::register_node();
}

void prepare_end() {
  if (begun && can_communicate()) mpi::measure_clock_at_end();
}

void end_recording() {
  if (begun.exchange(false)) Measurement::instance().end_model_after_call();
}

RegionNumber region_of(Function function) {
  auto& region = known_regions[static_cast<std::size_t>(function)];
  RegionNumber known = region.load(std::memory_order_acquire);
  if (known != 0) return known - 1;
  const std::string_view name = kFunctionNames[static_cast<std::size_t>(function)];
  const RegionNumber fresh = Measurement::instance().define_region(
      {.name = name, .role = role_of(name), .paradigm = OTF2_PARADIGM_SHMEM});
  // Another thread may have been faster.
  return region.compare_exchange_strong(known, fresh + 1) ? fresh : known - 1;
}

}  // namespace lull::recorder::shmem
