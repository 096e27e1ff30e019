// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_identifiers.hpp"

#include <algorithm>
#include <numeric>

#include "lull/base/error.hpp"

namespace lull::report {
namespace {

// Returns whether the identifiers, which are distinct, can serve as indices.
bool usable_as_indices(const std::vector<std::uint64_t>& ids,
                       const std::vector<NestedElement>& elements) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= ids.size()) return false;
    const std::size_t parent = elements[i].parent;
    if (parent != NestedElement::npos && ids[parent] >= ids[i]) return false;
  }
  return true;
}

}  // namespace

Identifiers::Identifiers(const XmlDocument& xml, const std::vector<NestedElement>& elements,
                         const char* attribute, Order order)
    : index_(elements.size()) {
  std::vector<std::uint64_t> ids;
  for (const NestedElement& element : elements) {
    ids.push_back(xml.number(element.node, attribute));
    by_id_.emplace_back(ids.back(), by_id_.size());
  }
  std::sort(by_id_.begin(), by_id_.end());
  for (std::size_t rank = 0; rank < by_id_.size(); ++rank) {
    const std::size_t place = by_id_[rank].second;
    if (rank > 0 && by_id_[rank].first == by_id_[rank - 1].first)
      throw input_error("{}: {} is defined twice", xml.source(),
                        XmlDocument::label(elements[place].node));
    index_[place] = rank;
  }
  if (order == Order::AsIdentified && !usable_as_indices(ids, elements))
    std::iota(index_.begin(), index_.end(), std::size_t{0});
  for (auto& [id, index] : by_id_) index = index_[index];
}

std::size_t Identifiers::find(const XmlDocument& xml, pugi::xml_node element,
                              const char* attribute) const {
  const std::uint64_t id = xml.number(element, attribute);
  const auto found =
      std::lower_bound(by_id_.begin(), by_id_.end(), std::pair{id, std::size_t{0}},
                       [](const auto& a, const auto& b) { return a.first < b.first; });
  if (found == by_id_.end() || found->first != id)
    throw input_error("{}: {} refers to {} {}, which is not defined", xml.source(),
                      XmlDocument::label(element), attribute, id);
  return found->second;
}

}  // namespace lull::report
