// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace's processes and locations as Paraver sees them: a process is a task of the one
// application, a location a thread of it and a processor of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lull/exchange/text_output.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::exchange {

class ParaverObjects {
 public:
  // `definitions` must outlive this.
  explicit ParaverObjects(const Definitions& definitions);

  // As records name the location: "processor:application:task:thread".
  [[nodiscard]] const std::string& operator[](std::uint32_t location) const {
    return objects_[location].text;
  }
  // The nodes, and the application, behind the time.
  void write_header(TextOutput& trace) const;
  void write_rows(TextOutput& rows) const;

 private:
  struct Object {
    std::size_t processor = 0;
    std::size_t task = 0;
    std::size_t thread = 0;
    std::string text{};
  };
  struct Task {
    std::size_t threads = 0;
    std::size_t node = 0;
    std::string name;
  };

  const Definitions& definitions_;
  std::vector<Object> objects_;  // by location
  std::vector<Task> tasks_;
  std::vector<std::pair<std::string, std::size_t>> nodes_;  // name, processors
};

}  // namespace lull::exchange
