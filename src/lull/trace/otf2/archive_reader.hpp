// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Opens an OTF2 archive, whoever wrote it. Times are as recorded (lull/clock corrects them), but
// for very late ones (shifted_trace.hpp). Cursors hold one open file and up to two OTF2 chunks each
// until they end or are released.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

// Who decodes event files: Lull itself, where they are plain ones, or the OTF2 library. Lull unless
// it was built with LULL_DECODER=OFF.
enum class Decoding : std::uint8_t { Own, Library };

// `path` is the anchor file (any name ending in .otf2) or the directory that holds one.
// Throws Error (input) with a sentence naming the file when it is no archive or its definitions
// cannot be read.
[[nodiscard]] std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<TraceSource> open_archive(const std::filesystem::path& path,
                                                        Decoding decoding);

// An archive that several processes open together: one reads the anchor file and the global
// definitions for all of them, and each the local definitions of a part of the locations. Every
// step throws like open_archive(); in between, what was given out is brought to the others.
class SharedOpening {
 public:
  SharedOpening() = default;
  SharedOpening(const SharedOpening&) = delete;
  SharedOpening& operator=(const SharedOpening&) = delete;
  virtual ~SharedOpening() = default;

  // First one of these.
  [[nodiscard]] virtual Bytes read_global() = 0;
  virtual void take_global(const Bytes& global) = 0;
  // Of `parts` parts, this one's.
  [[nodiscard]] virtual Bytes read_local(std::size_t part, std::size_t parts) = 0;
  // Those of all parts, in their order.
  [[nodiscard]] virtual std::unique_ptr<TraceSource> finish(const std::vector<Bytes>& local) = 0;
};
[[nodiscard]] std::unique_ptr<SharedOpening> open_shared(const std::filesystem::path& path);

// The anchor file meant by `path`. Throws Error (input) when there is none, or several to choose
// from.
[[nodiscard]] std::filesystem::path find_anchor(const std::filesystem::path& path);

}  // namespace lull
