// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Opens an OTF2 archive from any writer. Times are as recorded (lull/clock corrects them), except
// very late ones (shifted_trace.hpp). Cursors hold one open file and up to two OTF2 chunks each
// until they end or are released.
//
// library/ wraps the OTF2 library; records/ reads records and replaces references by dense indices;
// definitions/ reads and writes definitions, and replaces what is not UTF-8; decoder/ turns records
// into events, with the library's callbacks or on its own, both from the same description; cursors/
// has a cursor for each of these two ways.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

// The decoder of event files: Lull's own, for plain files, or the OTF2 library's. Lull's is the
// default, unless built with LULL_DECODER=OFF.
enum class Decoding : std::uint8_t { Own, Library };

// `path` is the anchor file (any name ending in .otf2) or its directory. Throws Error (input) with
// a sentence naming the file when it is not an archive or its definitions cannot be read.
[[nodiscard]] std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path,
                                                        Decoding decoding);

// An archive that several processes open together: one reads the anchor file and the global
// definitions for all, and each the local definitions of some of the locations. Every step throws
// like open_archive(); between steps, the caller distributes the returned bytes to the other
// processes.
class SharedOpening {
 public:
  SharedOpening() = default;
  SharedOpening(const SharedOpening&) = delete;
  SharedOpening& operator=(const SharedOpening&) = delete;
  virtual ~SharedOpening() = default;

  // Call one of these first.
  [[nodiscard]] virtual Bytes read_global() = 0;
  virtual void take_global(const Bytes& global) = 0;
  // Reads one of `parts` parts.
  [[nodiscard]] virtual Bytes read_local(std::size_t part, std::size_t parts) = 0;
  // `local` has the results of all parts, in order.
  [[nodiscard]] virtual std::unique_ptr<TraceSource> finish(const std::vector<Bytes>& local) = 0;
};
[[nodiscard]] std::unique_ptr<SharedOpening> open_shared(const std::filesystem::path& path);

// Returns the anchor file meant by `path`. Throws Error (input) when there is none, or more than
// one.
[[nodiscard]] std::filesystem::path find_anchor(const std::filesystem::path& path);

}  // namespace lull
