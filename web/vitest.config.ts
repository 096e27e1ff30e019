// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause

import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["test/unit/**/*.test.ts"] } });
