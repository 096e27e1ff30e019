// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

// All views, in the order of their tabs.

import { findingsView } from "./findings";
import { instancesView } from "./instances";
import { iterationsView } from "./iterations";
import { matrixView } from "./matrix";
import { metricView } from "./metric";
import { reportView } from "./report";
import { runMapView } from "./run_map";
import { statisticsView } from "./statistics";
import { systemBoxView } from "./system_box";
import { topologyView } from "./topology";
import type { View } from "./view";

export const views: View[] = [
  findingsView,
  metricView,
  runMapView,
  matrixView,
  topologyView,
  systemBoxView,
  statisticsView,
  iterationsView,
  instancesView,
  reportView,
];
