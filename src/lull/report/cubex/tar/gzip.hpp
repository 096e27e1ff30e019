// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Inflation of zlib and gzip streams, and gzip streams made, with a bound on what comes out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lull::report {

// Nothing when the stream is damaged, incomplete, or holds more than `limit` bytes.
[[nodiscard]] std::optional<std::string> inflated(std::string_view stream, std::size_t limit);

// True when the zlib stream holds exactly `size` bytes, which are then in `bytes`.
[[nodiscard]] bool inflate_exactly(std::string_view stream, void* bytes, std::size_t size);

// A gzip stream of the bytes; nothing when it would be longer than `limit`.
[[nodiscard]] std::optional<std::string> gzipped(std::string_view bytes, std::size_t limit);

}  // namespace lull::report
