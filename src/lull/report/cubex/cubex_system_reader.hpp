// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the <system> part of anchor.xml: system nodes, processes, locations and topologies,
// including the older vocabulary (machine, node, process, thread).
#pragma once

#include "lull/report/cubex/xml_document.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

// Fills the tables. A process gets the coordinates of its first location; coordinates of system
// nodes are omitted with a note. Throws Error (input).
void read_system(const XmlDocument& xml, Report& report);

}  // namespace lull::report
