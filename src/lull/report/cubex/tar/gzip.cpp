// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/tar/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace lull::report {
namespace {

class Inflater {
 public:
  explicit Inflater(std::string_view stream) {
    constexpr int kZlibOrGzip = 15 + 32;
    if (inflateInit2(&state_, kZlibOrGzip) != Z_OK) throw std::bad_alloc();
    rest_ = stream;
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&state_); }

  // Reads up to `size` bytes and returns their number; less than `size` at the end or where the
  // stream is damaged.
  std::size_t read(char* bytes, std::size_t size) {
    std::size_t filled = 0;
    while (filled < size && status_ == Z_OK) {
      if (state_.avail_in == 0) feed();
      const uInt room = chunk(size - filled);
      state_.next_out = reinterpret_cast<Bytef*>(bytes + filled);
      state_.avail_out = room;
      status_ = inflate(&state_, Z_NO_FLUSH);
      filled += room - state_.avail_out;
    }
    return filled;
  }

  // Returns whether the stream ended properly.
  [[nodiscard]] bool complete() {
    char more;
    return read(&more, 1) == 0 && status_ == Z_STREAM_END;
  }

 private:
  static uInt chunk(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
  }

  void feed() {
    state_.avail_in = chunk(rest_.size());
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    rest_.remove_prefix(state_.avail_in);
  }

  z_stream state_{};
  std::string_view rest_;
  int status_ = Z_OK;
};

class Deflater {
 public:
  explicit Deflater(std::string_view bytes) : rest_(bytes) {
    constexpr int kGzip = 15 + 16;
    constexpr int kMemoryLevel = 9;
    if (deflateInit2(&state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&state_); }

  // Appends the next part of the stream. Returns false at its end.
  bool append_to(std::string& stream) {
    constexpr std::size_t kPart = 1 << 16;
    if (state_.avail_in == 0) {
      state_.avail_in = static_cast<uInt>(std::min(rest_.size(), std::size_t{1} << 30));
      state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
      rest_.remove_prefix(state_.avail_in);
    }
    const std::size_t before = stream.size();
    stream.resize(before + kPart);
    state_.next_out = reinterpret_cast<Bytef*>(stream.data() + before);
    state_.avail_out = kPart;
    const int status = deflate(&state_, rest_.empty() ? Z_FINISH : Z_NO_FLUSH);
    stream.resize(stream.size() - state_.avail_out);
    return status != Z_STREAM_END;
  }

 private:
  z_stream state_{};
  std::string_view rest_;
};

}  // namespace

std::optional<std::string> gzipped(std::string_view bytes, std::size_t limit) {
  Deflater deflater(bytes);
  std::string stream;
  while (deflater.append_to(stream))
    if (stream.size() > limit) return std::nullopt;
  if (stream.size() > limit) return std::nullopt;
  return stream;
}

std::optional<std::string> inflated(std::string_view stream, std::size_t limit) {
  Inflater inflater(stream);
  std::string content;
  for (std::size_t room = 1 << 16; content.size() < limit; room *= 2) {
    const std::size_t size = content.size();
    content.resize(std::min(limit, size + room));
    const std::size_t wanted = content.size() - size;
    const std::size_t filled = inflater.read(content.data() + size, wanted);
    content.resize(size + filled);
    if (filled < wanted) break;
  }
  if (!inflater.complete()) return std::nullopt;
  return content;
}

bool inflate_exactly(std::string_view stream, void* bytes, std::size_t size) {
  Inflater inflater(stream);
  return inflater.read(static_cast<char*>(bytes), size) == size && inflater.complete();
}

}  // namespace lull::report
