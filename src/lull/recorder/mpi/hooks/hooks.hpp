// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Defines what is recorded for each MPI function in addition to its call. For a function without a
// hook, only enter and leave events are recorded.
#pragma once

#include "lull/recorder/mpi/hooks/collective_hooks.hpp"
#include "lull/recorder/mpi/hooks/completion_hooks.hpp"
#include "lull/recorder/mpi/hooks/environment_hooks.hpp"
#include "lull/recorder/mpi/hooks/file_hooks.hpp"
#include "lull/recorder/mpi/hooks/message_hooks.hpp"
#include "lull/recorder/mpi/hooks/neighbour_hooks.hpp"
#include "lull/recorder/mpi/hooks/one_sided_hooks.hpp"
#include "lull/recorder/mpi/hooks/synchronisation_hooks.hpp"
#include "lull/recorder/mpi/spawned_processes.hpp"
#include "lull/recorder/mpi/wrapper.hpp"
