// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/asl/specified_patterns.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "cli/asl/asl.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/base/error.hpp"
#include "lull/base/memory/large_stack.hpp"
#include "lull/base/text/message.hpp"

namespace lull::cli {

void check_metrics(const asl::Program& program, std::set<std::string> known,
                   asl::Diagnostics& diagnostics) {
  for (const asl::code::Pattern& pattern : program.patterns) {
    if (!pattern.metric || pattern.library) continue;
    const asl::code::Metric& metric = *pattern.metric;
    if (!metric.parent.empty() && !known.contains(metric.parent))
      diagnostics.add(metric.at, fmt::format("the parent metric {} does not exist", metric.parent),
                      "lull patterns lists the metrics");
    if (!known.insert(metric.name).second)
      diagnostics.add(metric.at, fmt::format("there is already a metric {}", metric.name));
  }
}

asl::MetricParents metrics_of(const analysis::PatternFactory& patterns) {
  asl::MetricParents parents;
  const auto add = [&parents](std::span<const analysis::MetricInfo> metrics) {
    for (const analysis::MetricInfo& metric : metrics) parents.emplace(metric.id, metric.parent);
  };
  add(analysis::profile_metrics());
  for (const auto& pattern : patterns()) add(pattern->metrics());
  return parents;
}

std::set<std::string> names_of(const asl::MetricParents& metrics) {
  std::set<std::string> names;
  for (const auto& [name, parent] : metrics) names.insert(name);
  return names;
}

void SpecifiedPatterns::search(const std::string& file, const asl::MetricParents& known_metrics,
                               const asl::OpenSource& open, const std::string& archive,
                               const std::function<void(std::uint64_t)>& progress) {
  with_large_stack(
      [&] {
        const CheckedSpecification specification = checked_specification(
            file, [&](const asl::Program& program, asl::Diagnostics& diagnostics) {
              check_metrics(program, names_of(known_metrics), diagnostics);
            });
        charges_ = asl::collect_charges(specification.program, open, archive, {}, progress);
        asl::find_classes(charges_.metrics, known_metrics);
        for (const asl::ErrorLine& line : charges_.errors)
          errors_.push_back(
              asl::diagnostic_text({line.error.at, line.error.message, line.error.hint, {}}) +
              (line.event_text.empty() ? "" : fmt::format("at {}\n", line.event_text)));
      },
      kAslStack);
  any_ = true;
  if (charges_.metrics.empty())
    throw input_error("{}: no pattern has a METRIC, so there is nothing to charge", file);
}

void SpecifiedPatterns::add_to(analysis::AnalysisOptions& options) const {
  if (any_) asl::add_to(options, charges_);
}

analysis::PatternFactory SpecifiedPatterns::with(analysis::PatternFactory patterns) const {
  return any_ ? asl::with_charges(std::move(patterns), charges_) : std::move(patterns);
}

void SpecifiedPatterns::print_errors() const {
  for (const std::string& error : errors_) print_to_user(error);
  if (!errors_.empty())
    throw input_error("the report is written, but without the charges that {} prevented",
                      errors_.size() == 1 ? "this mistake" : "these mistakes");
}

}  // namespace lull::cli
