// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The open file descriptors and streams of this process, as handles of the trace. A closed handle
// is reused when the same file is opened again: there are as many handles as files are open at
// once. Files opened before the recording, or in a way that is not intercepted, are defined on
// first use; their closing is not recorded, and the next file of the same kind reuses the handle.
// The descriptor of a stream opened by name shares its handle: C++ opens files as streams, and
// writes to their descriptors. Called inside the recorder only. Thread-safe.
#pragma once

#include <otf2/otf2.h>

#include <compare>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lull::recorder::io {

constexpr std::uint32_t kNone = OTF2_UNDEFINED_IO_HANDLE;

class Handles {
 public:
  static Handles& instance();

  // Register a file that was just opened.
  std::uint32_t add(int descriptor, const std::string& path);
  std::uint32_t add(std::FILE* stream, const std::string& path);
  // Registers a further descriptor of an open file.
  std::uint32_t add_copy(int descriptor, int original);
  // Registers a stream made from the descriptor; returns kNone if that is not a file.
  std::uint32_t add_stream_of(int descriptor, std::FILE* stream);
  [[nodiscard]] std::uint32_t of(int descriptor);
  [[nodiscard]] std::uint32_t of(std::FILE* stream);
  // Remove a closed file; return kNone if its opening was not seen either.
  std::uint32_t remove(int descriptor);
  std::uint32_t remove(std::FILE* stream);
  // Returns the known descriptors from `first` to `last`.
  [[nodiscard]] std::vector<int> known(unsigned first, unsigned last);

 private:
  enum Paradigm : int { kPosix = 1, kStreams = 2 };     // same numbers as in the journal
  static constexpr std::uint32_t kNoFile = UINT32_MAX;  // a pipe, a socket, a terminal
  static constexpr int kSeenOpening = -1;
  // Holds what handles must have in common to be reused for each other.
  struct Kind {
    int paradigm = kPosix;
    std::uint32_t file = kNoFile;
    std::string name{};         // used if there is no file
    int access = kSeenOpening;  // known only if it was already open
    friend auto operator<=>(const Kind&, const Kind&) = default;
  };
  using Free = std::map<Kind, std::vector<std::uint32_t>>;
  struct Open {
    std::uint32_t number = kNone;
    Free::value_type* kind = nullptr;
    bool shared = false;  // the handle belongs to a stream
    int descriptor = -1;  // the one that shares the stream's handle
  };
  static Kind kind_before(int descriptor, int paradigm);
  Open open(const Kind& kind);
  template <class Key>
  std::uint32_t add(std::unordered_map<Key, Open>& all, Key key, const Kind& kind);
  template <class Key>
  std::uint32_t of(std::unordered_map<Key, Open>& all, Key key, int descriptor, int paradigm);
  template <class Key>
  std::uint32_t remove(std::unordered_map<Key, Open>& all, Key key);
  void share(std::FILE* stream);
  void forget_shared(const Open& stream);

  std::mutex mutex_;
  std::unordered_map<int, Open> descriptors_;
  std::unordered_map<std::FILE*, Open> streams_;
  Free free_;
};

// Returns a number that connects the start and end of an operation.
[[nodiscard]] std::uint64_t new_operation() noexcept;

}  // namespace lull::recorder::io
