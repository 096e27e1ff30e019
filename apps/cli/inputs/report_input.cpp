// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/report_input.hpp"

#include <fmt/format.h>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/report/cubex/cubex_reader.hpp"

namespace lull::cli {

report::Report read_report(const std::string& file) {
  constexpr std::size_t kMost = 5;
  report::Report report = report::read_cubex(file);
  std::size_t notes = 0;
  for (const report::Metric& metric : report.metrics)
    if (const std::string note = left_out_note(metric); !note.empty() && notes++ < kMost)
      print_message(fmt::format("{}: {}", file, note));
  if (notes > kMost)
    print_message(
        fmt::format("{}: the same applies to {}", file, counted(notes - kMost, "more metric")));
  return report;
}

}  // namespace lull::cli
