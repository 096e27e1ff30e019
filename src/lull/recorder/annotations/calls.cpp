// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Called by the libraries of `lull wrap` at the start and end of each wrapped call.
#include <atomic>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/region_filter.hpp"
#include "lull/recorder/system/kept_errno.hpp"

// Same as in the source that `lull wrap` generates.
struct lull_call_site {
  const char* name;
  const char* detail;  // the library
  unsigned line;
  unsigned number;  // the region + 1; 0 before it has one
  const char* symbol;
};

namespace lull::recorder {
namespace {

constexpr unsigned kFilteredCall = ~0u;

// The recorder may itself call wrapped functions, even before it knows the thread.
thread_local bool inside [[gnu::tls_model("initial-exec")]] = false;

class Inside {
 public:
  Inside() { inside = true; }
  ~Inside() { inside = false; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

// Another thread may define it, too: the first number counts.
unsigned call_region(lull_call_site& site) {
  const std::atomic_ref<unsigned> memory(site.number);
  unsigned number = memory.load(std::memory_order_relaxed);
  if (number != 0) [[likely]]
    return number;
  RegionFilter* const filter = region_filter();
  unsigned fresh = kFilteredCall;
  if (filter == nullptr || !filter->excludes_region(site.name, site.detail))
    fresh =
        1 + Measurement::instance().define_region(
                {.name = site.name, .file = site.detail, .line = site.line, .symbol = site.symbol});
  return memory.compare_exchange_strong(number, fresh) ? fresh : number;
}

}  // namespace

extern "C" {

void lull_record_enter_call(lull_call_site* site, const void* frame) {
  if (inside) return;
  const KeptErrno kept;
  const Inside here;
  Measurement& measurement = Measurement::instance();
  if (!measurement.running() && !measurement.start()) return;
  const Recording recording;
  if (!recording) return;
  const unsigned number = call_region(*site);
  if (number != kFilteredCall) recording->enter_at_frame(number - 1, frame);
}

void lull_record_leave_call(lull_call_site* site) {
  if (inside) return;
  const KeptErrno kept;
  const Inside here;
  const Recording recording;
  if (!recording) return;
  const unsigned number = call_region(*site);
  if (number != kFilteredCall) recording->leave(number - 1);
}
}

}  // namespace lull::recorder
