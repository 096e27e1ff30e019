// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the traffic between the processes of an analysis:
//     mpirun -n K lull-bench-traffic ARCHIVE
// Prints as JSON: processes, events, messages and collective operations of the trace, the number of
// meetings of the processes, bytes sent from one to another, and the seconds of the search itself.
#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "lull/analysis/analysis.hpp"
#include "lull/base/error.hpp"
#include "lull/parallel/job.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace {

using lull::Bytes;

// Counts the traffic of other Partners.
class CountingPartners final : public lull::analysis::Partners {
 public:
  explicit CountingPartners(Partners& inner) : inner_(inner) {}
  [[nodiscard]] int rank() const override { return inner_.rank(); }
  [[nodiscard]] int size() const override { return inner_.size(); }
  void start(Round mine) override {
    ++meetings;
    for (std::size_t i = 0; i < mine.letters.size(); ++i)
      if (i != static_cast<std::size_t>(rank())) bytes += mine.letters[i].size();
    inner_.start(std::move(mine));
  }
  [[nodiscard]] Round finish() override { return inner_.finish(); }
  [[nodiscard]] Bytes reduce(Bytes mine, const Merge& merge) override {
    return inner_.reduce(std::move(mine), merge);
  }
  void hand_on(Bytes mine) override { inner_.hand_on(std::move(mine)); }
  [[nodiscard]] Bytes handed_on() override { return inner_.handed_on(); }

  std::uint64_t meetings = 0;
  std::uint64_t bytes = 0;

 private:
  Partners& inner_;
};

std::uint64_t sum_of_all(lull::analysis::Partners& partners, std::uint64_t mine) {
  lull::Packer packer;
  packer.put(mine);
  const Bytes sum = partners.reduce(packer.take(), [](const Bytes& a, const Bytes& b) {
    lull::Packer both;
    both.put(lull::Unpacker(a).get<std::uint64_t>() + lull::Unpacker(b).get<std::uint64_t>());
    return both.take();
  });
  return lull::Unpacker(sum).get<std::uint64_t>();
}

void measure(const char* path) {
  const lull::parallel::Job job;
  if (job.partners() == nullptr) throw lull::usage_error("run it with mpirun -n 2 or more");
  const auto archive = lull::open_archive(path);
  CountingPartners partners(*job.partners());
  lull::analysis::AnalysisOptions options;
  options.partners = &partners;
  lull::analysis::Analysis analysis(*archive, lull::patterns::make_patterns, options);
  static_cast<void>(sum_of_all(partners, 0));  // a common start
  const auto begin = std::chrono::steady_clock::now();
  analysis.run();
  const std::chrono::duration<double> lasted = std::chrono::steady_clock::now() - begin;
  const std::uint64_t bytes = sum_of_all(partners, partners.bytes);
  if (!job.is_first()) return;
  fmt::print(
      R"({{"processes": {}, "events": {}, "messages": {}, "collectives": {}, "meetings": {}, )"
      R"("bytes": {}, "seconds": {:.3f}}})"
      "\n",
      partners.size(), analysis.events(), analysis.notes().messages, analysis.notes().collectives,
      partners.meetings, bytes, lasted.count());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw lull::usage_error("usage: mpirun -n K lull-bench-traffic ARCHIVE");
    measure(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
