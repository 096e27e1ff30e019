// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of an OpenMP runtime start in any order and are numbered as they come. In the archive
// they have the names and the order of the program.
#pragma once

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Names each worker after its omp_get_thread_num() in its first outermost team (else in its first
// nested one) and, unless that is the process's first thread, after the team's master; numbers the
// workers by that, after all other threads.
void order_workers(ProcessPart& part);

}  // namespace lull::recorder
