// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/report_exchange.hpp"

#include <utility>

namespace lull::analysis {
namespace {

// Calls use(element) for each element of all processes, on the first process.
template <class Element, class Use>
void gather_each(Partners& partners, const std::vector<Element>& mine, Use&& use) {
  std::vector<Bytes> to(static_cast<std::size_t>(partners.size()));
  Packer packer;
  if (!mine.empty()) packer.put_list<Element>(mine);
  to.front() = packer.take();
  for (const Bytes& bytes : partners.exchange(std::move(to))) {
    if (bytes.empty()) continue;
    for (const Element& element : Unpacker(bytes).get_span<Element>()) use(element);
  }
}

}  // namespace

namespace {

// This process's severities in each shard's table.
template <class TableOf>
void for_each_own(const Analysis& analysis, TableOf table_of,
                  const std::function<void(const Severity&)>& use) {
  const Ownership* const ownership = analysis.context().ownership;
  if (ownership == nullptr) {
    for (const auto& shard : analysis.shards()) table_of(*shard).for_each(use);
    return;
  }
  std::vector<std::vector<Severity>> to(static_cast<std::size_t>(ownership->size));
  const Definitions& definitions = analysis.context().definitions;
  for (const auto& shard : analysis.shards())
    table_of(*shard).for_each([&](const Severity& severity) {
      const ProcessId process = definitions.locations[severity.location.index()].process;
      to[static_cast<std::size_t>(ownership->owner[process.index()])].push_back(severity);
    });
  std::vector<Bytes> letters;
  for (const auto& severities : to) {
    Packer packer;
    if (!severities.empty()) packer.put_list<Severity>(severities);
    letters.push_back(packer.take());
  }
  for (const Bytes& letter : analysis.partners()->exchange(std::move(letters))) {
    if (letter.empty()) continue;
    for (const Severity& severity : Unpacker(letter).get_span<Severity>()) use(severity);
  }
}

}  // namespace

void for_each_own_severity(const Analysis& analysis,
                           const std::function<void(const Severity&)>& use) {
  for_each_own(
      analysis,
      [](const Shard& shard) -> const SeverityTable& { return shard.charges().severities(); }, use);
}

void for_each_own_outside_severity(const Analysis& analysis,
                                   const std::function<void(const Severity&)>& use) {
  if (!analysis.looks_for_focus() || analysis.focus().rule == Focus::Rule::Run) return;
  for_each_own(
      analysis,
      [](const Shard& shard) -> const SeverityTable& {
        return shard.charges().observer<OutsideCharges>().severities();
      },
      use);
}

std::vector<CounterCell> gather(Partners& partners, const std::vector<CounterCell>& mine) {
  std::vector<CounterCell> all;
  gather_each(partners, mine, [&all](const CounterCell& cell) { all.push_back(cell); });
  return all;
}

report::Misfits gather(Partners& partners, const report::Misfits& mine) {
  report::Misfits all;
  const std::vector<report::Misfits> own(1, mine);
  gather_each(partners, own, [&all](const report::Misfits& some) {
    const std::uint64_t count = all.count + some.count;
    if (all.count == 0) all = some;
    all.count = count;
  });
  return all;
}

}  // namespace lull::analysis
