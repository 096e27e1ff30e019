// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The totals that Scalasca's SCOUT found in the real traces in ../shared, and the known errors in
// some of them.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "support/shared.hpp"

namespace lull::support {

// The metrics for which all traces have figures.
inline constexpr std::array kScoutTimes{"mpi_init_completion",
                                        "mpi_finalize_wait",
                                        "mpi_barrier_wait",
                                        "mpi_barrier_completion",
                                        "mpi_latesender",
                                        "mpi_latesender_wo",
                                        "mpi_lswo_same",
                                        "mpi_lswo_different",
                                        "mpi_latereceiver",
                                        "mpi_wait_nxn",
                                        "mpi_nxn_completion",
                                        "mpi_latebroadcast",
                                        "mpi_earlyreduce",
                                        "mpi_earlyscan",
                                        "omp_management",
                                        "omp_fork",
                                        "omp_ebarrier_wait",
                                        "omp_ibarrier_wait",
                                        "omp_lock_contention_critical",
                                        "omp_lock_contention_api"};

inline constexpr std::array kScoutCounts{
    "visits",          "syncs_send",    "syncs_recv",      "syncs_coll",    "comms_send",
    "comms_recv",      "comms_cxch",    "comms_csrc",      "comms_cdst",    "bytes_sent",
    "bytes_rcvd",      "mpi_cls_count", "mpi_clswo_count", "mpi_clr_count", "mpi_sls_count",
    "mpi_slswo_count", "mpi_slr_count"};

class ScoutFigures {
 public:
  explicit ScoutFigures(std::string_view trace)
      : trace_(trace), figures_(read().at(std::string(trace))) {
    for (const Uncounted& one : kUncounted)
      if (one.trace == trace_ && figures_.contains(one.metric))
        figures_[std::string(one.metric)] = figures_.at(one.metric).get<double>() + one.count;
  }

  [[nodiscard]] static bool exist() { return std::filesystem::exists(file()); }
  // Returns the names of the traces, with figures by name.
  [[nodiscard]] static nlohmann::json traces() { return read(); }

  [[nodiscard]] const nlohmann::json& all() const { return figures_; }
  [[nodiscard]] bool has(std::string_view metric) const { return figures_.contains(metric); }

  // Returns the metric's value according to `value_of`, plus the value of the metric that SCOUT
  // confuses with it.
  template <class ValueOf>
  [[nodiscard]] double sum(std::string_view metric, ValueOf value_of) const {
    const std::string_view other = confused_with(metric);
    return value_of(metric) + (other.empty() ? 0.0 : value_of(other));
  }
  // Does the same with SCOUT's figures; 0 if there is none.
  [[nodiscard]] double sum(std::string_view metric) const {
    return sum(metric,
               [this](std::string_view id) { return figures_.value(std::string(id), 0.0); });
  }

 private:
  [[nodiscard]] static std::filesystem::path file() {
    return support::shared_directory() / "traces" / "scout-2.6.json";
  }

  // SCOUT compares ranks in different communicators, and counts all late senders that one earlier
  // message exposes in the same way as the first of them. This affects these traces.
  struct Confusion {
    std::string_view trace;
    std::string_view metric;
    std::string_view other;
  };
  static constexpr std::array kConfusions{
      Confusion{"random-3", "mpi_lswo_same", "mpi_lswo_different"},
      Confusion{"random-5", "mpi_lswo_same", "mpi_lswo_different"},
      Confusion{"random-8", "mpi_clswo_count", "mpi_slswo_count"}};

  // SCOUT does not count non-blocking operations.
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
