// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is recorded of each MPI function besides its call. A function without a hook is entered and
// left, no more.
#pragma once

#include "lull/recorder/mpi/collective_hooks.hpp"
#include "lull/recorder/mpi/completion_hooks.hpp"
#include "lull/recorder/mpi/environment_hooks.hpp"
#include "lull/recorder/mpi/file_hooks.hpp"
#include "lull/recorder/mpi/message_hooks.hpp"
#include "lull/recorder/mpi/neighbour_hooks.hpp"
#include "lull/recorder/mpi/one_sided_hooks.hpp"
#include "lull/recorder/mpi/spawned_processes.hpp"
#include "lull/recorder/mpi/synchronisation_hooks.hpp"
#include "lull/recorder/mpi/wrapper.hpp"
