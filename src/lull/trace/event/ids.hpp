// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The identifiers of everything a trace defines: dense indices into the tables of Definitions,
// whatever numbers the archive itself uses.
#pragma once

#include "lull/base/id.hpp"

namespace lull {

using StringId = Id<struct StringTag>;
using AttributeId = Id<struct AttributeTag>;
using SystemNodeId = Id<struct SystemNodeTag>;
using ProcessId = Id<struct ProcessTag>;
using LocationId = Id<struct LocationTag>;
using RegionId = Id<struct RegionTag>;
using GroupId = Id<struct GroupTag>;
using CommunicatorId = Id<struct CommunicatorTag>;
using WindowId = Id<struct WindowTag>;
using MetricMemberId = Id<struct MetricMemberTag>;
using MetricId = Id<struct MetricTag>;
using ParameterId = Id<struct ParameterTag>;
using CallsiteId = Id<struct CallsiteTag>;
using CallpathId = Id<struct CallpathTag>;
using SourceLocationId = Id<struct SourceLocationTag>;
using CallingContextId = Id<struct CallingContextTag>;
using InterruptGeneratorId = Id<struct InterruptGeneratorTag>;
using IoFileId = Id<struct IoFileTag>;
using IoHandleId = Id<struct IoHandleTag>;
using IoParadigmId = Id<struct IoParadigmTag>;
using TopologyId = Id<struct TopologyTag>;

}  // namespace lull
