// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/specified_patterns.hpp"

#include <fmt/format.h>

#include <iostream>
#include <utility>

#include "cli/asl.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/base/error.hpp"
#include "lull/base/large_stack.hpp"

namespace lull::cli {

void SpecifiedPatterns::search(const std::string& file, const asl::OpenSource& open,
                               const std::string& archive,
                               const std::function<void(std::uint64_t)>& progress) {
  with_large_stack(
      [&] {
        const CheckedSpecification specification = checked_specification(file);
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
  for (const std::string& error : errors_) std::cerr << error;
  if (!errors_.empty())
    throw input_error("the report is written, but without what the specification lost by {}",
                      errors_.size() == 1 ? "this mistake" : "these mistakes");
}

}  // namespace lull::cli
