// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Locks for the OTF2 library. When one of its calls fails, for example out of memory, it returns
// without releasing its lock, and the next call would wait forever. So each thread keeps track of
// the locks it holds, and releases them after a failed call.
#pragma once

#include <otf2/otf2.h>

namespace lull::otf2 {

// Makes the library use these locks for an archive, instead of none. Call before opening any event
// file.
void use_library_locks(OTF2_Reader* reader);
void use_library_locks(OTF2_Archive* archive);

// Releases what a failed call on this thread has left locked. Must not be called within callbacks.
void release_library_locks();

}  // namespace lull::otf2
