// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/counters/papi.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

#include "lull/recorder/counters/counters.hpp"

namespace lull::recorder {
namespace {

const PapiInterface* loaded = nullptr;

class PapiReader final : public CounterReader {
 public:
  PapiReader(void* opened, std::size_t count) : opened_(opened), values_(count) {}
  PapiReader(const PapiReader&) = delete;
  PapiReader& operator=(const PapiReader&) = delete;
  ~PapiReader() override { loaded->close(opened_); }

  bool read(std::span<std::uint64_t> values) noexcept override {
    if (!loaded->read(opened_, values_.data())) return false;
    std::ranges::copy(values_, values.begin());
    return true;
  }

 private:
  void* opened_;
  std::vector<long long> values_;
};

}  // namespace

const PapiInterface& papi(const std::string& library) {
  if (loaded != nullptr) return *loaded;
  if (library.empty()) throw std::runtime_error("this Lull was built without PAPI");
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error(::dlerror());
  const auto entry = reinterpret_cast<PapiEntry>(::dlsym(handle, kPapiEntry));
  loaded = entry == nullptr ? nullptr : entry();
  if (loaded == nullptr) throw std::runtime_error("PAPI cannot be used on this machine");
  return *loaded;
}

bool is_papi_name(const std::string& name) {
  return name.starts_with("PAPI_") || name.find("::") != name.npos;
}

std::unique_ptr<CounterReader> read_papi(std::span<const Counter> counters) {
  std::vector<const char*> names;
  for (const Counter& counter : counters) names.push_back(counter.metric.name.c_str());
  const char* why = "";
  void* const opened = loaded->open(names.data(), static_cast<int>(names.size()), &why);
  if (opened == nullptr) throw std::runtime_error(why);
  return std::make_unique<PapiReader>(opened, names.size());
}

}  // namespace lull::recorder
