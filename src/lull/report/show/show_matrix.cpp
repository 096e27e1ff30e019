// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ostream>
#include <vector>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/value_text.hpp"
#include "lull/report/show/csv.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSquares = 64;  // most squares in a line of the picture

Metric in_unit(const char* unit) {
  Metric metric;
  metric.unit = unit;
  if (metric.unit == "bytes") metric.type = ValueType::Unsigned;
  return metric;
}

double value_of(const MatrixPair& pair, MatrixMeasure measure) {
  switch (measure) {
    case MatrixMeasure::Bytes:
      return static_cast<double>(pair.bytes);
    case MatrixMeasure::Messages:
      return static_cast<double>(pair.messages);
    case MatrixMeasure::Time:
      return pair.seconds;
    case MatrixMeasure::Waiting:
      break;
  }
  return pair.waiting;
}

// Returns nothing, or one of four steps, each four times the previous one.
std::string shade(double share, bool blocks) {
  static constexpr const char* kBlocks[] = {"·", "░", "▒", "▓", "█"};
  static constexpr const char* kAscii[] = {".", ":", "+", "*", "@"};
  constexpr double kStep = 4;
  std::size_t level = 0;
  if (share > 0)
    level = static_cast<std::size_t>(
        std::clamp(4 - std::floor(std::log(1 / std::min(share, 1.0)) / std::log(kStep)), 1.0, 4.0));
  return blocks ? kBlocks[level] : kAscii[level];
}

class MatrixText {
 public:
  MatrixText(const Report& report, const MatrixView& view)
      : report_(report),
        view_(view),
        table_(matrix_pairs(report, view.options)),
        bytes_(in_unit("bytes"), greatest(MatrixMeasure::Bytes)),
        times_(in_unit("sec"), greatest(MatrixMeasure::Time)),
        waits_(in_unit("sec"), greatest(MatrixMeasure::Waiting)),
        measure_(view.measure.value_or(first_measure())) {}

  std::string text() const { return heading() + picture() + "\n" + rows() + rest(); }

 private:
  double greatest(MatrixMeasure measure) const {
    double most = 0;
    for (const MatrixPair& pair : table_.pairs) most = std::max(most, value_of(pair, measure));
    return most;
  }

  MatrixMeasure first_measure() const {
    if (view_.options.metric.defined()) return MatrixMeasure::Waiting;
    if (greatest(MatrixMeasure::Bytes) > 0) return MatrixMeasure::Bytes;
    return greatest(MatrixMeasure::Messages) > 0 ? MatrixMeasure::Messages : MatrixMeasure::Waiting;
  }

  double total(MatrixMeasure measure) const {
    return std::accumulate(
        table_.pairs.begin(), table_.pairs.end(), 0.0,
        [&](double sum, const MatrixPair& pair) { return sum + value_of(pair, measure); });
  }

  std::string measured() const {
    const double all = total(measure_);
    switch (measure_) {
      case MatrixMeasure::Bytes:
        return "Bytes sent: " + ValueFormat(in_unit("bytes"), all).with_unit(all);
      case MatrixMeasure::Messages:
        return "Messages and one-sided transfers: " + grouped(static_cast<std::uint64_t>(all));
      case MatrixMeasure::Time:
        return "Time from sending to receiving: " + ValueFormat(in_unit("sec"), all).with_unit(all);
      case MatrixMeasure::Waiting:
        break;
    }
    return "Waiting for others" + kind() + ": " + ValueFormat(in_unit("sec"), all).with_unit(all);
  }

  // Returns a text such as " in Late Sender" if a kind is selected.
  std::string kind() const {
    const MetricId metric = view_.options.metric;
    return metric.defined() ? " in " + printable(report_.metrics[metric.index()].display_name) : "";
  }

  std::string heading() const {
    const std::size_t size = table_.names.size();
    return fmt::format(
               "{}, {} of {} x {}\n", measured(),
               counted(static_cast<std::uint64_t>(std::ranges::count_if(
                           table_.pairs,
                           [&](const MatrixPair& pair) { return value_of(pair, measure_) > 0; })),
                       "pair"),
               grouped(size), grouped(size)) +
           (measure_ == MatrixMeasure::Waiting
                ? "rows: waited for; columns: waiting\n"
                : "rows: senders; columns: receivers" +
                      (view_.options.metric.defined() ? "; waiting" + kind() : "") + "\n");
  }

  // Neighbours share a square if there are many.
  std::string picture() const {
    const std::size_t size = table_.names.size();
    const std::size_t room =
        std::min(kMostSquares, std::max<std::size_t>(view_.style.width, 20) / 2);
    const std::size_t shared = (size + room - 1) / room;
    const std::size_t squares = (size + shared - 1) / shared;
    std::vector<double> values(squares * squares);
    for (const MatrixPair& pair : table_.pairs)
      values[pair.from / shared * squares + pair.to / shared] += value_of(pair, measure_);
    const double most = *std::ranges::max_element(values);
    if (!(most > 0)) return "";
    std::string text = "\n";
    for (std::size_t row = 0; row < squares; ++row) {
      for (std::size_t column = 0; column < squares; ++column)
        text += " " + shade(values[row * squares + column] / most, view_.blocks);
      const std::size_t rest = view_.style.width - std::min(view_.style.width, 2 * squares);
      if (rest > 4) text += "  " + shortened(printable(table_.names[row * shared]), rest - 2);
      text += "\n";
    }
    if (shared > 1) text += fmt::format("a square is {0} x {0}; ", shared);
    return text + fmt::format("{} over a quarter of {}, {} over a 16th, {} over a 64th, {} less\n",
                              shade(1, view_.blocks), with_unit(most), shade(0.2, view_.blocks),
                              shade(0.05, view_.blocks), shade(0.001, view_.blocks));
  }

  std::string with_unit(double value) const {
    switch (measure_) {
      case MatrixMeasure::Bytes:
        return ValueFormat(in_unit("bytes"), value).with_unit(value);
      case MatrixMeasure::Messages:
        return grouped(static_cast<std::uint64_t>(value));
      default:
        return ValueFormat(in_unit("sec"), value).with_unit(value);
    }
  }

  // Returns the pairs with the highest values, or all pairs in their order.
  std::vector<const MatrixPair*> shown() const {
    std::vector<const MatrixPair*> pairs;
    for (const MatrixPair& pair : table_.pairs) pairs.push_back(&pair);
    if (view_.all) return pairs;
    std::erase_if(pairs, [&](const MatrixPair* pair) { return !(value_of(*pair, measure_) > 0); });
    std::ranges::stable_sort(pairs, std::ranges::greater(),
                             [&](const MatrixPair* pair) { return value_of(*pair, measure_); });
    pairs.resize(std::min(pairs.size(), view_.top));
    return pairs;
  }

  std::string rows() const {
    TreeTable table({{"messages"}, {"bytes"}, {"time"}, {"", true}, {"waiting"}, {"", true}},
                    measure_ == MatrixMeasure::Waiting ? "waited for > waiting" : "from > to");
    const double whole = total(measure_);
    for (const MatrixPair* pair : shown()) {
      TreeRow row;
      row.cells = {grouped(pair->messages), bytes_(static_cast<double>(pair->bytes)),
                   times_(pair->seconds),   times_.unit(),
                   waits_(pair->waiting),   waits_.unit()};
      row.label = table_.names[pair->from] + " > " + table_.names[pair->to];
      row.share = whole > 0 ? value_of(*pair, measure_) / whole : 0;
      table.add(std::move(row));
    }
    return table.empty() ? "" : table.text(view_.style);
  }

  std::string rest() const {
    const auto any = static_cast<std::size_t>(
        view_.all ? std::ssize(table_.pairs)
                  : std::ranges::count_if(table_.pairs, [&](const MatrixPair& pair) {
                      return value_of(pair, measure_) > 0;
                    }));
    const std::size_t left = any - std::min(any, shown().size());
    return left == 0 ? ""
                     : fmt::format("... and {} more {} (--all shows them)\n", grouped(left),
                                   left == 1 ? "pair" : "pairs");
  }

  const Report& report_;
  const MatrixView& view_;
  MatrixPairs table_;
  ValueFormat bytes_;
  ValueFormat times_;
  ValueFormat waits_;
  MatrixMeasure measure_;
};

}  // namespace

std::string show_matrix(const Report& report, const MatrixView& view) {
  return MatrixText(report, view).text();
}

void write_matrix_json(const Report& report, const MatrixOptions& options, std::ostream& out) {
  const auto line = [](const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  const MatrixPairs table = matrix_pairs(report, options);
  const Json metric =
      options.metric.defined() ? Json(report.metrics[options.metric.index()].unique_name) : Json();
  out << "{\"format\": \"lull-matrix\", \"version\": 1, \"metric\": " << line(metric)
      << ",\n\"names\": " << line(table.names) << ",\n\"pairs\": [";
  for (std::size_t i = 0; i < table.pairs.size(); ++i) {
    const MatrixPair& pair = table.pairs[i];
    out << (i == 0 ? "\n" : ",\n")
        << line({{"from", pair.from},
                 {"to", pair.to},
                 {"messages", pair.messages},
                 {"bytes", pair.bytes},
                 {"seconds", pair.seconds},
                 {"waits", pair.waits},
                 {"waiting", pair.waiting}});
  }
  out << "\n]}\n";
}

void write_matrix_csv(const Report& report, const MatrixOptions& options, std::ostream& out) {
  const MatrixPairs table = matrix_pairs(report, options);
  out << "from_id,from,to_id,to,messages,bytes,seconds,waits,waiting\r\n";
  for (const MatrixPair& pair : table.pairs)
    out << fmt::format("{},{},{},{},{},{},{},{},{}\r\n", pair.from,
                       csv_field(table.names[pair.from]), pair.to, csv_field(table.names[pair.to]),
                       pair.messages, pair.bytes, pair.seconds, pair.waits, pair.waiting);
}

}  // namespace lull::report
