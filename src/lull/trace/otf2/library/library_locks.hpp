// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The locks of the OTF2 library. Where one of its calls fails, as for want of memory, it returns
// without releasing the lock it took: the next call would wait for ever. So each thread remembers
// which locks it holds, and releases them after a call that failed.
#pragma once

#include <otf2/otf2.h>

namespace lull::otf2 {

// Has the library take such locks for an archive, instead of none. Before any event file is opened.
void use_library_locks(OTF2_Reader* reader);
void use_library_locks(OTF2_Archive* archive);

// Releases what a failed call on this thread has left locked. Not from within a call's callbacks.
void release_library_locks();

}  // namespace lull::otf2
