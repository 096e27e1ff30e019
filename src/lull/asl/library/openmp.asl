// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP: teams, barriers and locks. The classes TeamBegin, TeamEnd, AcquireLock and ReleaseLock
// are those of the event model; nothing else is needed yet.
