// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/paraver_objects.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "lull/exchange/names.hpp"

namespace lull::exchange {

ParaverObjects::ParaverObjects(const Definitions& definitions) : definitions_(definitions) {
  std::map<std::uint32_t, std::size_t> numbers;  // indexed by node
  const auto node_of = [&](SystemNodeId node) {
    const auto [place, is_new] = numbers.try_emplace(node.value, nodes_.size());
    if (is_new) nodes_.emplace_back(name_of(definitions_, node), 0);
    return place->second;
  };
  for (std::size_t i = 0; i < definitions_.processes.size(); ++i)
    tasks_.push_back(
        {0, node_of(definitions_.processes[i].node), name_of(definitions_, ProcessId(i))});
  objects_.resize(definitions_.locations.size());
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const ProcessId process = definitions_.locations[i].process;
    std::size_t task = process.index();
    if (task >= definitions_.processes.size()) {  // an extra task for locations without a process
      task = definitions_.processes.size();
      if (tasks_.size() == task) tasks_.push_back({0, node_of({}), "(no process)"});
    }
    objects_[i] = {0, task, tasks_[task].threads++};
    ++nodes_[tasks_[task].node].second;
  }
  std::vector<std::size_t> next{0};
  for (const auto& [name, processors] : nodes_) next.push_back(next.back() + processors);
  for (Object& object : objects_) {
    object.processor = next[tasks_[object.task].node]++;
    object.text =
        fmt::format("{}:1:{}:{}", object.processor + 1, object.task + 1, object.thread + 1);
  }
}

void ParaverObjects::write_header(TextOutput& trace) const {
  trace.print(FMT_COMPILE("{}("), nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    trace.print(FMT_COMPILE("{}{}"), i == 0 ? "" : ",", nodes_[i].second);
  trace.print(FMT_COMPILE("):1:{}("), tasks_.size());
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    trace.print(FMT_COMPILE("{}{}:{}"), i == 0 ? "" : ",", tasks_[i].threads, tasks_[i].node + 1);
  trace.write(")\n");
}

void ParaverObjects::write_rows(TextOutput& rows) const {
  rows.print(FMT_COMPILE("LEVEL CPU SIZE {}\n"), objects_.size());
  for (std::size_t i = 1; i <= objects_.size(); ++i) rows.print(FMT_COMPILE("CPU {}\n"), i);
  rows.print(FMT_COMPILE("\nLEVEL NODE SIZE {}\n"), nodes_.size());
  for (const auto& node : nodes_) rows.print(FMT_COMPILE("{}\n"), in_a_line(node.first));
  rows.print(FMT_COMPILE("\nLEVEL TASK SIZE {}\n"), tasks_.size());
  for (const Task& task : tasks_) rows.print(FMT_COMPILE("{}\n"), in_a_line(task.name));
  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> threads;
  for (std::size_t i = 0; i < objects_.size(); ++i)
    threads.emplace_back(objects_[i].task, objects_[i].thread, i);
  std::ranges::sort(threads);
  rows.print(FMT_COMPILE("\nLEVEL THREAD SIZE {}\n"), threads.size());
  for (const auto& [task, thread, location] : threads)
    rows.print(FMT_COMPILE("{}, {}\n"), in_a_line(tasks_[task].name),
               in_a_line(name_of(definitions_, LocationId(location))));
}

}  // namespace lull::exchange
