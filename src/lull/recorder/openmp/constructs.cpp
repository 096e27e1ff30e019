// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/constructs.hpp"

#include <exception>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::openmp {
namespace {

struct Kind {
  std::string_view name;
  OTF2_RegionRole role;
};

// Indexed by Construct. Names and roles are the same as Score-P's.
constexpr std::array<Kind, static_cast<std::size_t>(Construct::Count)> kKinds{{
    {"!$omp parallel", OTF2_REGION_ROLE_PARALLEL},
    {"!$omp implicit barrier", OTF2_REGION_ROLE_IMPLICIT_BARRIER},
    {"!$omp barrier", OTF2_REGION_ROLE_BARRIER},
    {"!$omp for", OTF2_REGION_ROLE_LOOP},
    {"!$omp sections", OTF2_REGION_ROLE_SECTIONS},
    {"!$omp single", OTF2_REGION_ROLE_SINGLE},
    {"!$omp single sblock", OTF2_REGION_ROLE_SINGLE_SBLOCK},
    {"!$omp workshare", OTF2_REGION_ROLE_WORKSHARE},
    {"!$omp distribute", OTF2_REGION_ROLE_LOOP},
    {"!$omp taskloop", OTF2_REGION_ROLE_LOOP},
    {"!$omp master", OTF2_REGION_ROLE_MASTER},
    {"!$omp critical", OTF2_REGION_ROLE_CRITICAL},
    {"!$omp critical sblock", OTF2_REGION_ROLE_CRITICAL_SBLOCK},
    {"!$omp ordered", OTF2_REGION_ROLE_ORDERED},
    {"!$omp ordered sblock", OTF2_REGION_ROLE_ORDERED_SBLOCK},
    {"!$omp atomic", OTF2_REGION_ROLE_ATOMIC},
    {"!$omp task", OTF2_REGION_ROLE_TASK},
    {"!$omp taskwait", OTF2_REGION_ROLE_TASK_WAIT},
    {"!$omp taskgroup", OTF2_REGION_ROLE_TASK_WAIT},
    {"!$omp reduction", OTF2_REGION_ROLE_FUNCTION},
    {"!$omp teams", OTF2_REGION_ROLE_FUNCTION},
    {"!$omp target", OTF2_REGION_ROLE_FUNCTION},
    {"omp_set_lock", OTF2_REGION_ROLE_WRAPPER},
    {"omp_unset_lock", OTF2_REGION_ROLE_WRAPPER},
    {"omp_test_lock", OTF2_REGION_ROLE_WRAPPER},
    {"omp_set_nest_lock", OTF2_REGION_ROLE_WRAPPER},
    {"omp_unset_nest_lock", OTF2_REGION_ROLE_WRAPPER},
    {"omp_test_nest_lock", OTF2_REGION_ROLE_WRAPPER},
}};

}  // namespace

// Functions are the same wherever they are called. A return address may already belong to the next
// statement.
RegionNumber KnownConstructs::look_up(Construct construct, const void* place) noexcept {
  static std::mutex mutex;
  if (construct >= Construct::SetLock) place = nullptr;
  const Kind& kind = kKinds[static_cast<std::size_t>(construct)];
  try {
    static auto* const known = new std::map<std::pair<Construct, const void*>, RegionNumber>;
    static std::uint32_t known_unloadings = 0;
    const std::scoped_lock lock(mutex);
    if (const std::uint32_t now = unloadings; now != known_unloadings) {
      known_unloadings = now;
      std::erase_if(*known, [](const auto& entry) {
        return entry.first.second != nullptr && is_unloadable(entry.first.second);
      });
    }
    const auto [entry, fresh] = known->emplace(std::pair{construct, place}, 0);
    if (fresh)
      entry->second = Measurement::instance().define_region(
          {.name = kind.name,
           .role = kind.role,
           .paradigm = OTF2_PARADIGM_OPENMP,
           .address = place == nullptr ? nullptr : static_cast<const char*>(place) - 1});
    return entry->second;
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
    return 0;
  }
}

}  // namespace lull::recorder::openmp
