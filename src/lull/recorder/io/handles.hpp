// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What this process has open: file descriptors and streams, as handles of the trace. A handle that
// was closed is used again when the same is opened: there are as many as are open at once. What was
// opened before the recording, or where that cannot be seen, is defined when it is used first, and
// its end is not told: the next one of its kind has its handle. The descriptor of a stream that was
// opened by name is the same handle: C++ opens files as streams, and writes to their descriptors.
// Called inside the recorder only.
// Any thread.
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

  // Just opened.
  std::uint32_t add(int descriptor, const std::string& path);
  std::uint32_t add(std::FILE* stream, const std::string& path);
  // One more descriptor of what is open already.
  std::uint32_t add_copy(int descriptor, int original);
  // A stream has been made of it; kNone where that is no file.
  std::uint32_t add_stream_of(int descriptor, std::FILE* stream);
  [[nodiscard]] std::uint32_t of(int descriptor);
  [[nodiscard]] std::uint32_t of(std::FILE* stream);
  // Closed; kNone where its opening was not seen either.
  std::uint32_t remove(int descriptor);
  std::uint32_t remove(std::FILE* stream);
  // The descriptors from one to another that are known.
  [[nodiscard]] std::vector<int> known(unsigned first, unsigned last);

 private:
  enum Paradigm : int { kPosix = 1, kStreams = 2 };     // as the journal calls them
  static constexpr std::uint32_t kNoFile = UINT32_MAX;  // a pipe, a socket, a terminal
  static constexpr int kSeenOpening = -1;
  // What handles have to have in common, to be used one after another.
  struct Kind {
    int paradigm = kPosix;
    std::uint32_t file = kNoFile;
    std::string name{};         // where the file does not tell
    int access = kSeenOpening;  // of what was open already
    friend auto operator<=>(const Kind&, const Kind&) = default;
  };
  using Free = std::map<Kind, std::vector<std::uint32_t>>;
  struct Open {
    std::uint32_t number = kNone;
    Free::value_type* kind = nullptr;
    bool shared = false;  // a stream's, which has it
    int descriptor = -1;  // of a stream that shares its handle
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

// Of an operation and its end.
[[nodiscard]] std::uint64_t new_operation() noexcept;

}  // namespace lull::recorder::io
