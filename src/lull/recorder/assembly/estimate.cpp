// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/estimate.hpp"

#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "lull/base/error.hpp"
#include "lull/recorder/assembly/assembly.hpp"
#include "lull/recorder/assembly/definitions/archive_definitions.hpp"
#include "lull/recorder/names/resolve.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

constexpr double kShort = 10e-6;  // seconds per visit
constexpr double kWorthwhile = 0.01;

// Event sizes over all processes, by region and process.
struct Sums {
  Estimate estimate;
  std::vector<std::vector<std::uint64_t>> calls;  // bytes by region, then by process
};

Sums sums_of(const std::vector<ProcessPart>& parts, const MergedDefinitions& all) {
  Sums sums;
  Estimate& estimate = sums.estimate;
  estimate.regions.resize(all.regions.size());
  for (std::size_t i = 0; i < all.regions.size(); ++i) estimate.regions[i].region = all.regions[i];
  sums.calls.resize(all.regions.size());
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    if (!parts[rank].counts) {
      ++estimate.missing;
      continue;
    }
    const std::size_t process = estimate.processes.size();
    estimate.processes.push_back(parts[rank].counts->bytes);
    estimate.events += parts[rank].counts->bytes;
    for (const auto& [number, of] : parts[rank].counts->regions) {
      if (number >= all.region_numbers[rank].size()) continue;
      const std::uint64_t region = all.region_numbers[rank][number];
      RegionCount& sum = estimate.regions[region].count;
      sum.visits += of.visits;
      sum.bytes += of.bytes;
      sum.ticks += of.ticks;
      sum.calls += of.calls;
      sums.calls[region].resize(process + 1);
      sums.calls[region][process] += of.calls;
    }
  }
  return sums;
}

// Returns whether a filter can exclude the region.
bool is_of_program(const RecordedRegion& region) {
  return region.paradigm == OTF2_PARADIGM_COMPILER ||
         (region.paradigm == OTF2_PARADIGM_USER && region.role == OTF2_REGION_ROLE_CODE);
}

std::uint64_t greatest(const std::vector<std::uint64_t>& sizes) {
  return sizes.empty() ? 0 : *std::ranges::max_element(sizes);
}

void exclude(Sums& sums, const EstimateGoal& goal) {
  Estimate& estimate = sums.estimate;
  std::vector<std::uint64_t> left = estimate.processes;
  estimate.events_left = estimate.events;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < estimate.regions.size(); ++i) order.push_back(i);
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t i) { return estimate.regions[i].count.calls; });
  const bool has_goal = goal.process || goal.total;
  for (const std::size_t i : order) {
    EstimatedRegion& region = estimate.regions[i];
    if (has_goal && estimate.events_left <= goal.total.value_or(~0ull) &&
        greatest(left) <= goal.process.value_or(~0ull))
      break;
    const auto worthwhile = kWorthwhile * static_cast<double>(estimate.events);
    if (region.count.visits == 0 || !is_of_program(region.region) ||
        region.mean_seconds >= kShort ||
        (!has_goal && static_cast<double>(region.count.calls) < worthwhile))
      continue;
    region.excluded = true;
    estimate.events_left -= region.count.calls;
    for (std::size_t process = 0; process < sums.calls[i].size(); ++process)
      left[process] -= sums.calls[i][process];
  }
  estimate.greatest_left = greatest(left);
}

// Returns the size of an archive with definitions only.
std::uint64_t size_of_definitions(const fs::path& directory,
                                  const std::vector<ProcessPart>& parts) {
  for (const ProcessPart& part : parts)
    for (const auto& [thread, events] : part.events) {
      if (!part.recorded) continue;
      fs::create_directories(part.event_file(thread).parent_path());
      std::ofstream(part.event_file(thread), std::ios::app);
    }
  (void)assemble(directory);
  std::uint64_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.is_regular_file() && entry.path().extension() != ".evt") size += entry.file_size();
  return size;
}

// Escapes characters that are special in Score-P's patterns.
std::string pattern_of(const std::string& name) {
  std::string pattern;
  for (const char c : name) {
    if (std::string_view(" \t*?[]\\#").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

}  // namespace

Estimate estimate(const fs::path& directory, const EstimateGoal& goal) {
  auto [parts, failures, helpers] = read_parts(directory);
  if (parts.empty()) throw input_error("{}: nothing was counted", directory.string());
  resolve_names(parts);
  Sums sums = sums_of(parts, merge_definitions(parts));
  Estimate& estimate = sums.estimate;
  estimate.missing += failures.size();
  const auto speed = static_cast<double>(ticks_per_second(parts));
  for (EstimatedRegion& region : estimate.regions)
    if (region.count.visits > 0)
      region.mean_seconds = static_cast<double>(region.count.ticks) /
                            static_cast<double>(region.count.visits) / speed;
  exclude(sums, goal);
  std::erase_if(estimate.regions, [](const EstimatedRegion& of) { return of.count.bytes == 0; });
  std::ranges::stable_sort(estimate.regions, std::greater{},
                           [](const EstimatedRegion& of) { return of.count.bytes; });
  estimate.definitions = size_of_definitions(directory, parts);
  return std::move(estimate);
}

std::string filter_of(const Estimate& estimate, const std::string& before) {
  std::string text = before;
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += "SCOREP_REGION_NAMES_BEGIN\n";
  for (const EstimatedRegion& of : estimate.regions) {
    if (!of.excluded) continue;
    const RecordedRegion& region = of.region;
    const bool mangled = !region.symbol.empty() && region.symbol != region.name;
    if (mangled) text += fmt::format("  # {}\n", region.name);
    text += fmt::format("  EXCLUDE {}{}\n", mangled ? "MANGLED " : "",
                        pattern_of(mangled ? region.symbol : region.name));
  }
  return text + "SCOREP_REGION_NAMES_END\n";
}

}  // namespace lull::recorder
