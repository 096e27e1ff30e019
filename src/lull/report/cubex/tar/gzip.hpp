// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Inflates zlib and gzip streams and makes gzip streams, with limits on the size of the results.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lull::report {

// Returns nothing if the stream is damaged or incomplete, or contains more than `limit` bytes.
[[nodiscard]] std::optional<std::string> inflated(std::string_view stream, std::size_t limit);

// Returns true if the zlib stream contains exactly `size` bytes, which are then in `bytes`.
[[nodiscard]] bool inflate_exactly(std::string_view stream, void* bytes, std::size_t size);

// Returns a gzip stream of the bytes; nothing if it would exceed `limit`.
[[nodiscard]] std::optional<std::string> gzipped(std::string_view bytes, std::size_t limit);

}  // namespace lull::report
