// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/records/local_maps.hpp"

namespace lull::otf2 {

void LocalMaps::add(OTF2_MappingType kind, const OTF2_IdMap* map) {
  if (kind >= OTF2_MAPPING_MAX) return;
  Table& table = tables_[kind] = {};
  OTF2_IdMapMode mode = OTF2_ID_MAP_DENSE;
  if (OTF2_IdMap_GetMode(map, &mode) != OTF2_SUCCESS) return;
  if (mode == OTF2_ID_MAP_DENSE)
    OTF2_IdMap_Traverse(
        map,
        [](uint64_t, uint64_t global, void* user) {
          static_cast<Table*>(user)->dense.push_back(global);
        },
        &table);
  else
    OTF2_IdMap_Traverse(
        map,
        [](uint64_t local, uint64_t global, void* user) {
          static_cast<Table*>(user)->sparse.emplace(local, global);
        },
        &table);
}

}  // namespace lull::otf2
