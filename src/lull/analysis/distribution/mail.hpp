// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Mail: operations on their way to their matchers, one queue for each type. A type of operation is
// a plain struct with one member function that returns where it is matched:
//
//   struct LockOperation {
//     ...
//     [[nodiscard]] ProcessId matched_at() const { return process; }
//   };
//
// Everything else follows from that: queues, sorting into shards, packing for other processes of
// the analysis, clearing, counting. matched_at() returns
//   ProcessId        to match it with other operations of that process;
//   Rendezvous       to match it with operations with the same key, from the whole analysis;
//   LocalRendezvous  the same, only among operations posted by this process of the analysis.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "lull/analysis/distribution/operation_list.hpp"
#include "lull/base/memory/packing.hpp"

namespace lull::analysis {

class Bus;
class Outbox;

struct Rendezvous {
  std::uint64_t key = 0;  // well mixed: it also selects the process of the analysis
};
struct LocalRendezvous {
  std::uint64_t key = 0;
};

// The operations of one type, in the order in which they were posted.
class AnyQueue {
 public:
  AnyQueue() = default;
  AnyQueue(const AnyQueue&) = delete;
  AnyQueue& operator=(const AnyQueue&) = delete;
  virtual ~AnyQueue() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  virtual void clear() = 0;
  virtual void pack(Packer& packer) const = 0;
  // Posts the contents of a packed queue of this type.
  virtual void post_packed(Unpacker& unpacker, Outbox& to) const = 0;
  // Publishes events that were forwarded (Bus::publish_at). Returns false if these are not events.
  virtual bool publish(Bus& bus) const = 0;
};

// Type numbers are assigned at program start and are the same in all processes that run the
// program.
using OperationType = std::uint32_t;
using MakeQueue = std::unique_ptr<AnyQueue> (*)();
[[nodiscard]] OperationType register_operation(MakeQueue make);

template <class Operation>
[[nodiscard]] std::unique_ptr<AnyQueue> make_queue();

template <class Operation>
inline const OperationType kOperationType = register_operation(&make_queue<Operation>);

// A set of types.
using OperationTypes = std::vector<OperationType>;
template <class... Operations>
[[nodiscard]] OperationTypes types_of() {
  return {kOperationType<Operations>...};
}

template <class Operation>
class OperationQueue final : public AnyQueue {
 public:
  static_assert(std::is_trivially_copyable_v<Operation>, "operations travel as bytes");

  [[nodiscard]] std::size_t size() const override { return list.size(); }
  void clear() override { list.clear(); }
  void pack(Packer& packer) const override {
    packer.begin_list<Operation>(list.size());
    list.for_each_part([&](std::span<const Operation> part) { packer.put_more(part); });
  }
  void post_packed(Unpacker& unpacker, Outbox& to) const override;
  bool publish([[maybe_unused]] Bus& bus) const override {
    if constexpr (requires(const Operation& operation) { operation.publish_on(bus); }) {
      for (const Operation& operation : list) operation.publish_on(bus);
      return true;
    } else {
      return false;
    }
  }

  OperationList<Operation> list;
};

template <class Operation>
std::unique_ptr<AnyQueue> make_queue() {
  return std::make_unique<OperationQueue<Operation>>();
}

class Mail {
 public:
  // Makes a queue for each type of the program.
  Mail();

  template <class Operation>
  [[nodiscard]] OperationList<Operation>& of() {
    assert(kOperationType<Operation> < queues_.size());
    return static_cast<OperationQueue<Operation>&>(*queues_[kOperationType<Operation>]).list;
  }
  template <class Operation>
  [[nodiscard]] const OperationList<Operation>& of() const {
    assert(kOperationType<Operation> < queues_.size());
    return static_cast<const OperationQueue<Operation>&>(*queues_[kOperationType<Operation>]).list;
  }

  // Indexed by type.
  [[nodiscard]] const std::vector<std::unique_ptr<AnyQueue>>& queues() const { return queues_; }
  [[nodiscard]] std::size_t size() const;
  void clear();

  // Packs the whole contents for another process of the analysis; nothing if empty.
  void pack(Packer& packer) const;
  // Posts mail packed by another process.
  static void post_packed(Unpacker& unpacker, Outbox& to);

 private:
  std::vector<std::unique_ptr<AnyQueue>> queues_;
};

}  // namespace lull::analysis
