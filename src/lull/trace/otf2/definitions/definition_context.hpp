// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Shared by the callbacks for global definitions, as their user data: the tables being filled, the
// maps from references to ids, and the data defects found.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

struct DefinitionContext {
  Definitions& definitions;
  ReferenceMaps& maps;
  std::size_t duplicates = 0;
  std::size_t undefined_references = 0;
  bool has_clock = false;
  std::size_t mended_texts = 0;  // strings that were not valid UTF-8
  std::unordered_map<std::string, std::uint32_t> known_regions{};  // keyed by all their attributes
  // CartDimension records are only parts of topologies.
  std::vector<Topology::Dimension> dimensions{};

  [[nodiscard]] std::string text(OTF2_StringRef reference) {
    if (reference == OTF2_UNDEFINED_STRING) return {};
    const std::uint32_t index = maps.strings.find(reference);
    if (index != ReferenceMap::kUndefined) return definitions.strings[index];
    ++undefined_references;
    return {};
  }

  // Returns the id of a reference; a dangling reference is counted and gives an undefined id.
  template <class IdType, class Reference>
  [[nodiscard]] IdType id(const ReferenceMap& map, Reference reference, Reference undefined) {
    IdType result;
    if (reference == undefined) return result;
    result.value = map.find(reference);
    if (!result.defined()) ++undefined_references;
    return result;
  }

  // Adds a row for `reference` to `table`; returns null when there is one already (the first one
  // stays).
  template <class Row>
  Row* add(std::vector<Row>& table, ReferenceMap& map, std::uint64_t reference, const char* kind) {
    ++definitions.counts[kind];
    if (!map.insert(reference, static_cast<std::uint32_t>(table.size()))) {
      ++duplicates;
      return nullptr;
    }
    return &table.emplace_back();
  }
  // Adds another reference to an existing row.
  void add_same(ReferenceMap& map, std::uint64_t reference, std::uint32_t row, const char* kind) {
    ++definitions.counts[kind];
    if (!map.insert(reference, row)) ++duplicates;
  }
};

// Returns the row of a details table that belongs to the last row of the main table.
template <class Detail>
Detail& detail(std::vector<Detail>& details, std::size_t rows) {
  details.resize(rows);
  return details.back();
}

inline DefinitionContext& context(void* user) { return *static_cast<DefinitionContext*>(user); }

inline constexpr OTF2_CallbackCode kGoOn = OTF2_CALLBACK_SUCCESS;

// Strings, system, regions, communicators, windows.
void set_system_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks);
// Metrics, parameters, call paths, I/O, topologies.
void set_detail_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks);
// Definitions kept as records: paradigms, domains, properties that are not strings and others.
void set_record_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks);
// Resolves the references in these records to ids; call after all definitions were read.
void resolve_records(std::vector<DefinitionRecord>& records, const ReferenceMaps& maps);
// A property that is not a string is also kept as a record.
void keep_property(DefinitionContext& context, DefinitionRecord::Kind kind, std::uint64_t owner,
                   OTF2_StringRef name, OTF2_Type type, OTF2_AttributeValue value);

}  // namespace lull::otf2
