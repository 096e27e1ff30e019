// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/path_names.hpp"

#include <fmt/format.h>

namespace lull::report {
namespace {

constexpr std::size_t kOuter = kMostCalls / 2;
constexpr std::size_t kInner = kMostCalls - kOuter;

CallPathId parent_of(const Report& report, CallPathId path) {
  return report.call_paths[path.index()].parent;
}

// Returns up to `most` calls, from the innermost.
std::vector<CallPathId> calls_of(const Report& report, CallPathId path, std::size_t most) {
  std::vector<CallPathId> calls;
  for (; path.defined() && calls.size() < most; path = parent_of(report, path))
    calls.push_back(path);
  return calls;
}

std::string joined(const Report& report, std::span<const CallPathId> calls) {
  std::string text;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call)
    text += (text.empty() ? "" : "/") + report.label(*call);
  return text;
}

std::string shortened(const Report& report, std::span<const CallPathId> outer, std::size_t between,
                      std::span<const CallPathId> inner) {
  return fmt::format("{}/…/{} calls/…/{}", joined(report, outer), between, joined(report, inner));
}

}  // namespace

std::string path_name_of(const Report& report, std::span<const CallPathId> calls) {
  if (calls.size() <= kMostCalls) return joined(report, calls);
  return shortened(report, calls.last(kOuter), calls.size() - kMostCalls, calls.first(kInner));
}

PathNames::PathNames(const Report& report) : report_(report), places_(report.call_paths.size()) {
  for (std::size_t i = 0; i < places_.size(); ++i) place(CallPathId(i));
}

// Computes the entries of ancestors that are not known yet, outermost first.
void PathNames::place(CallPathId path) {
  std::vector<CallPathId> unknown;
  for (; path.defined() && places_[path.index()].depth == 0; path = parent_of(report_, path))
    unknown.push_back(path);
  Place around = path.defined() ? places_[path.index()] : Place{};
  for (; !unknown.empty(); unknown.pop_back()) {
    ++around.depth;
    if (around.depth == kOuter) around.outer = unknown.back();
    places_[unknown.back().index()] = around;
  }
}

std::string PathNames::operator[](CallPathId path) const {
  const Place& place = places_[path.index()];
  if (place.depth <= kMostCalls) return joined(report_, calls_of(report_, path, kMostCalls));
  return shortened(report_, calls_of(report_, place.outer, kOuter), place.depth - kMostCalls,
                   calls_of(report_, path, kInner));
}

}  // namespace lull::report
