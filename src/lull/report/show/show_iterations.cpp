// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show_iterations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/distribution.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
namespace {

constexpr std::size_t kLongestLine = 120;  // length of a spark line that goes into a file

Metric seconds() {
  Metric metric;
  metric.unit = "sec";
  return metric;
}

std::string number_of(const IterationSummary& summary) {
  return summary.first == summary.last ? grouped(summary.first)
                                       : fmt::format("{}-{}", summary.first, summary.last);
}

class IterationText {
 public:
  IterationText(const Report& report, const IterationOptions& options)
      : report_(report),
        options_(options),
        table_(iteration_table(report, options)),
        metric_(report.metrics[table_.metric.index()]),
        values_(metric_, greatest(&IterationSummary::total)),
        begins_(seconds(), greatest(&IterationSummary::begin)),
        durations_(seconds(), greatest(&IterationSummary::duration)) {}

  std::string text() const { return heading() + "\n" + spark() + "\n" + rows() + rest(); }

 private:
  double greatest(double IterationSummary::*of) const {
    double greatest = 0;
    for (const IterationSummary& summary : table_.summaries)
      greatest = std::max(greatest, std::abs(summary.*of));
    return greatest;
  }

  double total() const {
    return std::accumulate(table_.summaries.begin(), table_.summaries.end(), 0.0,
                           [](double sum, const auto& summary) { return sum + summary.total; });
  }

  std::string heading() const {
    const Iterations& found = table_.iterations;
    std::string text = fmt::format(
        "{} ({}){}: {} in {}{}\n",
        printable(metric_.display_name.empty() ? metric_.unique_name : metric_.display_name),
        printable(metric_.unique_name), options_.metric.defined() ? "" : ", the worst here",
        ValueFormat(metric_, total()).with_unit(total()),
        counted(found.iterations * found.together, "iteration"),
        found.loop.empty() ? "" : " " + printable(found.loop));
    if (found.together > 1)
      text += fmt::format("{} of the program are combined into one\n",
                          counted(found.together, "iteration"));
    for (const std::string& remark : found.remarks)
      text += fmt::format("note: {}\n", printable(remark));
    return text;
  }

  std::string spark() const {
    std::vector<double> totals;
    for (const IterationSummary& summary : table_.summaries) totals.push_back(summary.total);
    const double most = *std::ranges::max_element(totals);
    return spark_line(totals, std::min(options_.style.width, kLongestLine), options_.blocks) +
           fmt::format("\nfrom 0 to {}\n", values_.with_unit(std::max(most, 0.0)));
  }

  // Returns the most severe iterations, or all iterations in their order.
  std::vector<std::size_t> shown() const {
    std::vector<std::size_t> order(table_.summaries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (options_.all) return order;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return std::abs(table_.summaries[a].total) > std::abs(table_.summaries[b].total);
    });
    order.resize(std::min(order.size(), options_.top));
    return order;
  }

  std::string rows() const {
    TreeTable table({{"iteration"},
                     {"begin"},
                     {"", true},
                     {"duration"},
                     {"", true},
                     {"total"},
                     {"most"},
                     {"", true}},
                    "at");
    const double whole = std::abs(total());
    for (const std::size_t i : shown()) {
      const IterationSummary& summary = table_.summaries[i];
      TreeRow row;
      row.cells = {number_of(summary),           begins_(summary.begin), begins_.unit(),
                   durations_(summary.duration), durations_.unit(),      values_(summary.total),
                   values_(summary.greatest),    values_.unit()};
      row.label = summary.most.defined() ? location_name(report_, summary.most) : "";
      row.share = whole > 0 && additive(metric_) ? summary.total / whole : 0;
      table.add(std::move(row));
    }
    return table.empty() ? "" : table.text(options_.style);
  }

  std::string rest() const {
    const std::size_t left = table_.summaries.size() - shown().size();
    return left == 0 ? "" : fmt::format("... and {} more (--all shows them)\n", grouped(left));
  }

  const Report& report_;
  const IterationOptions& options_;
  const IterationTable table_;
  const Metric& metric_;
  const ValueFormat values_;
  const ValueFormat begins_;
  const ValueFormat durations_;
};

}  // namespace

std::string show_iterations(const Report& report, const IterationOptions& options) {
  return IterationText(report, options).text();
}

}  // namespace lull::report
