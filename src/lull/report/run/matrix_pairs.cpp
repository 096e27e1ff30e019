// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/run/matrix_pairs.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/report/model/causers.hpp"

namespace lull::report {
namespace {

// Saturates at the maximum of a signed number.
std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 63U) - 1;
  return std::min(kMost, a + b);
}

class PairMaker {
 public:
  PairMaker(const Report& report, const CommunicationMatrix& matrix, bool by_node) {
    const std::size_t groups = groups_of(matrix, report);
    std::map<SystemNodeId, std::uint64_t> nodes;
    for (std::size_t group = 0; group < groups; ++group) {
      if (!by_node) {
        place_.push_back(group);
        result_.names.push_back(group_name(matrix, report, group));
        continue;
      }
      const SystemNodeId node = node_of(report, matrix.processes_of_group, group);
      const auto [known, is_new] = nodes.try_emplace(node, nodes.size());
      place_.push_back(known->second);
      if (is_new) result_.names.push_back(report.system_nodes[node.index()].name);
    }
  }
  void add(const CommunicationMatrix::Messages& more) {
    MatrixPair& pair = at(more.from, more.to);
    pair.messages = sum_of(pair.messages, more.count);
    pair.bytes = sum_of(pair.bytes, more.bytes);
    pair.seconds += more.seconds;
  }
  void add(const CommunicationMatrix::Waits& more) {
    MatrixPair& pair = at(more.from, more.to);
    pair.waits = sum_of(pair.waits, more.count);
    pair.waiting += more.seconds;
  }
  MatrixPairs take() {
    for (auto& [place, pair] : pairs_) result_.pairs.push_back(pair);
    return std::move(result_);
  }

 private:
  static SystemNodeId node_of(const Report& report, std::uint64_t together, std::size_t group) {
    const std::size_t first = group * together;
    const std::size_t last = std::min<std::size_t>(first + together, report.processes.size()) - 1;
    const SystemNodeId node = report.processes[first].node;
    for (std::size_t i = first; i <= last; ++i)
      if (report.processes[i].node != node)
        throw usage_error(
            "the matrix of this report has groups of {} processes that span several "
            "nodes: it cannot be divided by nodes",
            together);
    if (!node.defined()) throw usage_error("this report has processes without a node");
    return node;
  }
  MatrixPair& at(std::uint64_t from, std::uint64_t to) {
    MatrixPair& pair = pairs_[{place_[from], place_[to]}];
    pair.from = place_[from];
    pair.to = place_[to];
    return pair;
  }

  std::vector<std::uint64_t> place_;  // indexed by group
  std::map<std::pair<std::uint64_t, std::uint64_t>, MatrixPair> pairs_;
  MatrixPairs result_;
};

}  // namespace

MatrixPairs matrix_pairs(const Report& report, const MatrixOptions& options) {
  const CommunicationMatrix matrix = matrix_of(report);
  if (matrix.empty())
    throw usage_error(
        "the report has no communication matrix: lull analyze makes one where processes "
        "communicate or wait for each other; reports computed from others have none");
  PairMaker maker(report, matrix, options.by_node);
  for (const auto& messages : matrix.messages) maker.add(messages);
  for (const auto& transfers : matrix.transfers) maker.add(transfers);
  const std::vector<CausedKind> kinds = caused_kinds(report, options.metric);
  if (options.metric.defined() && kinds.empty())
    throw usage_error("the report does not say who waits for whom in {}",
                      report.metrics[options.metric.index()].unique_name);
  for (const auto& waiting : matrix.waiting) {
    const auto is_it = [&](const CausedKind& kind) { return kind.waiting == waiting.metric; };
    if (options.metric.defined() && std::ranges::none_of(kinds, is_it)) continue;
    for (const auto& waits : waiting.pairs) maker.add(waits);
  }
  return maker.take();
}

}  // namespace lull::report
