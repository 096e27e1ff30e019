// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The <system> part of anchor.xml: system nodes, processes, locations and topologies, also in the
// older vocabulary (machine, node, process, thread).
#pragma once

#include "lull/report/cubex/xml_document.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

// Fills the tables. A process's coordinates become those of its first location; coordinates of
// system nodes are left out with a note. Throws Error (input).
void read_system(const XmlDocument& xml, Report& report);

}  // namespace lull::report
