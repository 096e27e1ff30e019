// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/mail.hpp"

namespace lull::analysis {
namespace {

std::vector<MakeQueue>& operation_types() {
  static std::vector<MakeQueue> types;
  return types;
}

}  // namespace

OperationType register_operation(MakeQueue make) {
  operation_types().push_back(make);
  return static_cast<OperationType>(operation_types().size() - 1);
}

Mail::Mail() {
  for (const MakeQueue make : operation_types()) queues_.push_back(make());
}

std::size_t Mail::size() const {
  std::size_t size = 0;
  for (const auto& queue : queues_) size += queue->size();
  return size;
}

void Mail::clear() {
  for (const auto& queue : queues_) queue->clear();
}

void Mail::pack(Packer& packer) const {
  for (std::size_t type = 0; type < queues_.size(); ++type) {
    if (queues_[type]->size() == 0) continue;
    packer.put(static_cast<OperationType>(type));
    queues_[type]->pack(packer);
  }
}

void Mail::post_packed(Unpacker& unpacker, Outbox& to) {
  static const Mail all;  // can unpack each type
  while (!unpacker.empty()) {
    const auto type = unpacker.get<OperationType>();
    assert(type < all.queues_.size());
    all.queues_[type]->post_packed(unpacker, to);
  }
}

}  // namespace lull::analysis
