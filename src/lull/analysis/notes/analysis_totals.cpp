// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/notes/analysis_totals.hpp"

#include <algorithm>

namespace lull::analysis {
namespace {

template <class Key, class Value>
void pack(Packer& packer, const std::map<Key, Value>& map) {
  packer.put<std::uint64_t>(map.size());
  for (const auto& [key, value] : map) {
    packer.put(key);
    packer.put(value);
  }
}

template <class Key, class Value>
void unpack(Unpacker& unpacker, std::map<Key, Value>& map) {
  for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
    const Key key = unpacker.get<Key>();
    map[key] = unpacker.get<Value>();
  }
}

// std::pair is not trivially copyable.
template <class Element, class Value>
void pack(Packer& packer, const std::map<std::pair<Element, Element>, Value>& map) {
  packer.put<std::uint64_t>(map.size());
  for (const auto& [key, value] : map) {
    packer.put(key.first);
    packer.put(key.second);
    packer.put(value);
  }
}

template <class Element, class Value>
void unpack(Unpacker& unpacker, std::map<std::pair<Element, Element>, Value>& map) {
  for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
    const auto first = unpacker.get<Element>();
    const auto second = unpacker.get<Element>();
    map[{first, second}] = unpacker.get<Value>();
  }
}

Bytes packed(const AnalysisTotals& totals) {
  Packer packer;
  packer.put(totals.notes.messages);
  packer.put(totals.notes.collectives);
  packer.put(totals.notes.found_too_late);
  pack(packer, totals.notes.unmatched_sends);
  pack(packer, totals.notes.unmatched_receives);
  pack(packer, totals.notes.incomplete_collectives);
  pack(packer, totals.notes.clock_violations);
  packer.put(totals.notes.reversed_collectives);
  packer.put<std::uint64_t>(totals.notes.remarks.size());
  for (const auto& [what, count] : totals.notes.remarks) {
    packer.put_list<char>(what.one);
    packer.put_list<char>(what.many);
    packer.put(count);
  }
  packer.put(totals.defects);
  packer.put(totals.nesting);
  packer.put(totals.first);
  packer.put(totals.last);
  packer.put<std::uint64_t>(totals.damages.size());
  for (const std::string& sentence : totals.damages) packer.put_list<char>(sentence);
  return packer.take();
}

AnalysisTotals unpacked(const Bytes& bytes) {
  Unpacker unpacker(bytes);
  AnalysisTotals totals;
  totals.notes.messages = unpacker.get<std::uint64_t>();
  totals.notes.collectives = unpacker.get<std::uint64_t>();
  totals.notes.found_too_late = unpacker.get<std::uint64_t>();
  unpack(unpacker, totals.notes.unmatched_sends);
  unpack(unpacker, totals.notes.unmatched_receives);
  unpack(unpacker, totals.notes.incomplete_collectives);
  unpack(unpacker, totals.notes.clock_violations);
  totals.notes.reversed_collectives = unpacker.get<ClockViolations>();
  for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
    const auto one = unpacker.get_list<char>();
    const auto many = unpacker.get_list<char>();
    totals.notes.remarks[{{one.begin(), one.end()}, {many.begin(), many.end()}}] =
        unpacker.get<std::uint64_t>();
  }
  totals.defects = unpacker.get<DataDefects>();
  totals.nesting = unpacker.get<NestingFaults>();
  totals.first = unpacker.get<Timestamp>();
  totals.last = unpacker.get<Timestamp>();
  for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
    const auto sentence = unpacker.get_list<char>();
    totals.damages.emplace_back(sentence.begin(), sentence.end());
  }
  return totals;
}

}  // namespace

AnalysisTotals& AnalysisTotals::operator+=(const AnalysisTotals& other) {
  notes += other.notes;
  defects += other.defects;
  nesting += other.nesting;
  damages.insert(damages.end(), other.damages.begin(), other.damages.end());
  first = std::min(first, other.first);
  last = std::max(last, other.last);
  return *this;
}

void gather(Partners& partners, AnalysisTotals& totals) {
  totals = unpacked(partners.reduce(packed(totals), [](const Bytes& lower, const Bytes& higher) {
    AnalysisTotals both = unpacked(lower);
    both += unpacked(higher);
    return packed(both);
  }));
}

}  // namespace lull::analysis
