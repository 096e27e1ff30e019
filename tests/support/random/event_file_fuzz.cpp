// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Feeds damaged event files to the decoder: it must terminate, and access only its own memory,
// which sanitizers check in every build; and the amount of the file in memory must not make a
// difference. FILES is what event_files has written.
//   event_file_fuzz FILES INPUTS [SEED]
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "lull/trace/otf2/decoder/event_file_decoder.hpp"

namespace {

using namespace lull;

std::string bytes_of(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// Reads the files that event_files has written.
std::vector<std::string> sound_files(const std::filesystem::path& directory) {
  std::vector<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(directory))
    files.push_back(bytes_of(file));
  std::ranges::sort(files);
  return files;
}

// Damages a file: changes bytes, copies or cuts runs, or flips the declared byte order.
std::string damaged(const std::string& file, std::mt19937_64& random) {
  std::string bytes = file;
  const auto place = [&] { return random() % std::max<std::size_t>(bytes.size(), 1); };
  for (std::uint64_t change = 0; change <= random() % 4 && !bytes.empty(); ++change) {
    switch (random() % 8) {
      case 0:
        bytes.resize(place());
        break;
      case 1:
        bytes.insert(place(), bytes.substr(place(), random() % 40));
        break;
      case 2:
        bytes.erase(place(), random() % 20);
        break;
      case 3:
        if (bytes.size() > 1) bytes[1] = static_cast<char>(bytes[1] == 0x42 ? 0x23 : 0x42);
        break;
      default:
        bytes[place()] = static_cast<char>(random() % 3 == 0 ? 255 : random());
    }
  }
  return bytes;
}

// Returns the number of events.
std::uint64_t decode(const std::string& path, std::uint64_t chunk, std::mt19937_64& random,
                     const otf2::ReferenceMaps& maps) {
  static const auto kAll = std::make_shared<const otf2::DecoderTable>(select_all_events());
  static const auto kFew =
      std::make_shared<const otf2::DecoderTable>(select_events<Enter, Leave, MpiRecv>());
  const std::size_t window = random() % 2 == 0 ? otf2::FileWindow::kCapacity : 1 + random() % 2000;
  otf2::EventFileDecoder decoder(path, chunk, random() % 4 == 0 ? kFew : kAll, nullptr, window);
  otf2::EventBatch batch(maps, random() % 2 == 0);
  std::uint64_t events = 0;
  if (random() % 4 == 0) decoder.seek(random() % 200);
  while (true) {
    batch.clear();
    const std::uint64_t records = decoder.decode(1 + random() % otf2::EventBatch::kCapacity, batch);
    events += batch.events().size();
    if (records == 0) return events;
    if (random() % 16 == 0) decoder.seek(random() % 400);
    if (events > 100'000) return events;  // seeks back repeatedly
  }
}

// The contents of the file, read through a window of this size.
struct Seen {
  std::uint64_t events = 0;
  std::uint64_t times = 0;
  std::string damage;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen_through(std::size_t window, const std::string& path, std::uint64_t chunk,
                  const otf2::ReferenceMaps& maps) {
  static const auto kAll = std::make_shared<const otf2::DecoderTable>(select_all_events());
  otf2::EventFileDecoder decoder(path, chunk, kAll, nullptr, window);
  otf2::EventBatch batch(maps, true);
  Seen seen;
  std::uint64_t records = 0;
  do {
    batch.clear();
    records = decoder.decode(otf2::EventBatch::kCapacity, batch);
    for (const Event& event : batch.events())
      seen.times += ++seen.events * (event.time.ticks + event.body.index());
  } while (records > 0);
  seen.damage = decoder.damage();
  return seen;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::uint64_t inputs = std::strtoull(argv[2], nullptr, 10);
  std::mt19937_64 random(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
  const std::vector<std::string> files = sound_files(argv[1]);
  if (files.empty()) return 3;
  const otf2::ReferenceMaps maps;
  const int file = ::memfd_create("events", 0);
  const std::string path = fmt::format("/proc/self/fd/{}", file);
  std::uint64_t events = 0;
  for (std::uint64_t i = 0; i < inputs; ++i) {
    const std::string bytes = damaged(files[random() % files.size()], random);
    if (::ftruncate(file, 0) != 0 ||
        ::pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
      return 4;
    const std::uint64_t chunk = random() % 2 == 0 ? 1U << 20U : 256 + random() % 4096;
    events += decode(path, chunk, random, maps);
    if (i % 4 > 0) continue;
    const Seen whole = seen_through(otf2::FileWindow::kCapacity, path, chunk, maps);
    const std::size_t window = 1 + random() % 1000;
    if (const Seen part = seen_through(window, path, chunk, maps); part != whole) {
      fmt::print("input {}: {} events and \"{}\", but through {} bytes {} and \"{}\"\n", i,
                 whole.events, whole.damage, window, part.events, part.damage);
      return 2;
    }
  }
  fmt::print("{} damaged files, {} events\n", inputs, events);
  return events > 0 ? 0 : 1;
}
