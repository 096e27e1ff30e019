// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/detection/location_clock.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace lull::structure {
namespace {

constexpr std::size_t kMostKnots = std::size_t{1} << 16U;

// Normalises MPI_Init, PMPI_Init and mpi_init_ to the same name.
std::string plain_name(std::string_view name) {
  std::string plain(name);
  std::ranges::transform(plain, plain.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (plain.starts_with("pmpi_")) plain.erase(0, 1);
  while (plain.ends_with('_')) plain.pop_back();
  return plain;
}

}  // namespace

LocationClock::LocationClock(const Definitions& definitions) {
  constexpr std::string_view kBegins[] = {"mpi_init", "mpi_init_thread", "shmem_init",
                                          "shmem_init_thread", "start_pes"};
  constexpr std::string_view kEnds[] = {"mpi_finalize", "shmem_finalize"};
  for (const Region& region : definitions.regions) {
    const std::string name = plain_name(region.name);
    const auto is_among = [&name](const auto& names) {
      return std::ranges::find(names, name) != std::end(names);
    };
    parts_.push_back(is_among(kBegins) ? Part::Begin : is_among(kEnds) ? Part::End : Part::Program);
  }
}

void LocationClock::add(Knot knot) {
  if (knots_.empty()) last_ = knot.ticks;
  knots_.push_back(knot);
  if (knots_.size() >= kMostKnots) thin_out();
}

void LocationClock::thin_out() {
  while (knots_.size() > kMostKnots / 2) {
    coarseness_ = std::max<std::int64_t>(1, 2 * coarseness_);
    std::size_t kept = 1;
    for (std::size_t i = 1; i < knots_.size(); ++i)
      if (knots_[i].ticks - knots_[kept - 1].ticks > coarseness_) knots_[kept++] = knots_[i];
    knots_.resize(kept);
  }
}

std::int64_t LocationClock::at(std::uint64_t position) const {
  const auto after = std::ranges::upper_bound(knots_, position, {}, &Knot::position);
  return after == knots_.begin() ? knots_.front().ticks : std::prev(after)->ticks;
}

double LocationClock::share(std::uint64_t first, std::uint64_t end) const {
  if (knots_.empty()) return 0;
  const std::int64_t from = has_begun_ ? begin_ : knots_.front().ticks;
  const std::int64_t until = has_ended_ ? std::max(from, end_) : last_;
  const auto inside = [&](std::int64_t ticks) { return std::clamp(ticks, from, until); };
  if (from == until) return 0;
  return static_cast<double>(inside(at(end)) - inside(at(first))) /
         static_cast<double>(until - from);
}

}  // namespace lull::structure
