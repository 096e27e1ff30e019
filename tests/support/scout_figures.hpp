// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The totals that Scalasca's SCOUT found in the real traces in ../shared, and what is known to be
// wrong with some of them.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "support/shared.hpp"

namespace lull::support {

class ScoutFigures {
 public:
  explicit ScoutFigures(std::string_view trace)
      : trace_(trace), figures_(read().at(std::string(trace))) {
    for (const Uncounted& one : kUncounted)
      if (one.trace == trace_ && figures_.contains(one.metric))
        figures_[std::string(one.metric)] = figures_.at(one.metric).get<double>() + one.count;
  }

  [[nodiscard]] static bool exist() { return std::filesystem::exists(file()); }
  // The names of the traces; figures by name.
  [[nodiscard]] static nlohmann::json traces() { return read(); }

  [[nodiscard]] const nlohmann::json& all() const { return figures_; }
  [[nodiscard]] bool has(std::string_view metric) const { return figures_.contains(metric); }

  // What `value_of` says of the metric, together with that which SCOUT confuses with it.
  template <class ValueOf>
  [[nodiscard]] double sum(std::string_view metric, ValueOf value_of) const {
    const std::string_view other = confused_with(metric);
    return value_of(metric) + (other.empty() ? 0.0 : value_of(other));
  }
  // The same of the figures; 0 where SCOUT has none.
  [[nodiscard]] double sum(std::string_view metric) const {
    return sum(metric,
               [this](std::string_view id) { return figures_.value(std::string(id), 0.0); });
  }

 private:
  [[nodiscard]] static std::filesystem::path file() {
    return support::shared_directory() / "traces" / "scout-2.6.json";
  }

  // SCOUT compares ranks of different communicators, and puts all late senders that one older
  // message exposes down as the first of them. In these traces that shows.
  struct Confusion {
    std::string_view trace;
    std::string_view metric;
    std::string_view other;
  };
  static constexpr std::array kConfusions{
      Confusion{"random-3", "mpi_lswo_same", "mpi_lswo_different"},
      Confusion{"random-5", "mpi_lswo_same", "mpi_lswo_different"},
      Confusion{"random-8", "mpi_clswo_count", "mpi_slswo_count"}};

  // It counts no non-blocking operations.
  struct Uncounted {
    std::string_view trace;
    std::string_view metric;
    double count;
  };
  static constexpr std::array kUncounted{Uncounted{"mixed-mpi-4", "syncs_coll", 4},
                                         Uncounted{"mixed-mpi-4", "syncs", 4}};

  [[nodiscard]] std::string_view confused_with(std::string_view metric) const {
    for (const Confusion& confusion : kConfusions) {
      if (confusion.trace != trace_) continue;
      if (confusion.metric == metric) return confusion.other;
      if (confusion.other == metric) return confusion.metric;
    }
    return {};
  }

  static nlohmann::json read() { return nlohmann::json::parse(std::ifstream(file())); }

  std::string trace_;
  nlohmann::json figures_;
};

}  // namespace lull::support
