// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps the identifiers of one kind of element in anchor.xml to indices of the report's table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lull/report/cubex/xml_document.hpp"

namespace lull::report {

class Identifiers {
 public:
  enum class Order {
    AsIdentified,  // by identifier if these are 0 … n-1 and parents precede children; otherwise
                   // in file order
    Ascending,     // by identifier in any case
  };

  // Throws Error (input) for a missing or duplicate identifier.
  Identifiers(const XmlDocument& xml, const std::vector<NestedElement>& elements,
              const char* attribute, Order order = Order::AsIdentified);

  // Returns the index of the i-th element of the list.
  [[nodiscard]] std::size_t index(std::size_t i) const { return index_[i]; }

  // Returns the index of the element that `attribute` of another element refers to. Throws Error
  // (input) if there is none.
  [[nodiscard]] std::size_t find(const XmlDocument& xml, pugi::xml_node element,
                                 const char* attribute) const;

 private:
  std::vector<std::size_t> index_;
  std::vector<std::pair<std::uint64_t, std::size_t>> by_id_;  // (identifier, index), sorted
};

}  // namespace lull::report
