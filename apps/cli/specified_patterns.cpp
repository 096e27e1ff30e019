// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/specified_patterns.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "cli/asl.hpp"
#include "lull/analysis/results/report/profile_metrics.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/base/error.hpp"
#include "lull/base/large_stack.hpp"
#include "lull/base/message.hpp"

namespace lull::cli {

void check_metrics(const asl::Program& program, std::set<std::string> known,
                   asl::Diagnostics& diagnostics) {
  for (const asl::code::Pattern& pattern : program.patterns) {
    if (!pattern.metric || pattern.library) continue;
    const asl::code::Metric& metric = *pattern.metric;
    if (!metric.parent.empty() && !known.contains(metric.parent))
      diagnostics.add(metric.at,
                      fmt::format("there is no metric {} to be a part of", metric.parent),
                      "lull patterns lists the metrics");
    if (!known.insert(metric.name).second)
      diagnostics.add(metric.at, fmt::format("there is a metric {} already", metric.name));
  }
}

std::set<std::string> metrics_of(const analysis::PatternFactory& patterns) {
  std::set<std::string> names;
  const auto add = [&names](std::span<const analysis::MetricInfo> metrics) {
    for (const analysis::MetricInfo& metric : metrics) names.emplace(metric.id);
  };
  add(analysis::profile_metrics());
  for (const auto& pattern : patterns()) add(pattern->metrics());
  return names;
}

void SpecifiedPatterns::search(const std::string& file, const std::set<std::string>& known_metrics,
                               const asl::OpenSource& open, const std::string& archive,
                               const std::function<void(std::uint64_t)>& progress) {
  with_large_stack(
      [&] {
        const CheckedSpecification specification = checked_specification(
            file, [&](const asl::Program& program, asl::Diagnostics& diagnostics) {
              check_metrics(program, known_metrics, diagnostics);
            });
        charges_ = asl::collect_charges(specification.program, open, archive, {}, progress);
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

void SpecifiedPatterns::tell_errors() const {
  for (const std::string& error : errors_) print_to_user(error);
  if (!errors_.empty())
    throw input_error("the report is written, but without what the specification lost by {}",
                      errors_.size() == 1 ? "this mistake" : "these mistakes");
}

}  // namespace lull::cli
