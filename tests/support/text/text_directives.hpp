// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The lines of a text trace that define something: processes, communicators, windows, …
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"
#include "support/definition_builder.hpp"
#include "support/text/text_events.hpp"
#include "support/text/text_words.hpp"

namespace lull::support {

class Directives {
 public:
  explicit Directives(MemoryTrace& trace) : trace_(trace) {}

  // Returns whether a line that begins with this word is a directive.
  [[nodiscard]] static bool known(const Word& word);
  void run(std::span<const Word> line);

  // Processes and threads cannot be changed after this call.
  DefinitionBuilder& builder();
  [[nodiscard]] const TextNames& names() const { return names_; }
  // Returns the location with a label such as "0", "1.2" or a name.
  [[nodiscard]] LocationId location(const Word& label);

 private:
  using Handler = void (Directives::*)(Arguments&);
  static Handler handler(std::string_view name);

  void clock(Arguments& arguments);
  void processes(Arguments& arguments);
  void threads(Arguments& arguments);
  void comm(Arguments& arguments);
  void intercomm(Arguments& arguments);
  void group(Arguments& arguments);
  void team(Arguments& arguments);
  void window(Arguments& arguments);
  void topology(Arguments& arguments);
  void region(Arguments& arguments);
  void metric(Arguments& arguments);
  void extra_location(Arguments& arguments);
  void offset(Arguments& arguments);

  std::vector<std::uint32_t> ranks(std::span<const Word> words) const;

  MemoryTrace& trace_;
  std::unique_ptr<DefinitionBuilder> builder_;
  TextNames names_;
  std::vector<std::uint32_t> threads_{1};  // indexed by process
  Paradigm library_ = Paradigm::Mpi;
};

}  // namespace lull::support
