// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definitions/packed_definitions.hpp"

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace lull::otf2 {
namespace {

// All functions below work in both directions, so that these always agree.
struct Packing {
  void raw(const void* from, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  static constexpr bool kFills = false;
  Bytes bytes;
};

struct Unpacking {
  void raw(void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, bytes.data() + at, size);
    at += size;
  }
  static constexpr bool kFills = true;
  const Bytes& bytes;
  std::size_t at = 0;
};

// Lists all fields of types that are not plain bytes. A missing new field is a compile error.
auto fields(SystemNode& of) {
  auto& [name, kind, parent, properties] = of;
  return std::tie(name, kind, parent, properties);
}
auto fields(Process& of) {
  auto& [name, type, node, locations, properties] = of;
  return std::tie(name, type, node, locations, properties);
}
auto fields(Location& of) {
  auto& [reference, name, type, events, process, properties] = of;
  return std::tie(reference, name, type, events, process, properties);
}
auto fields(Region& of) {
  auto& [name, canonical, description, role, paradigm, flags, file, begin, end] = of;
  return std::tie(name, canonical, description, role, paradigm, flags, file, begin, end);
}
auto fields(Group& of) {
  auto& [name, type, paradigm, members, locations] = of;
  return std::tie(name, type, paradigm, members, locations);
}
auto fields(Communicator& of) {
  auto& [name, kind, group, remote, parent] = of;
  return std::tie(name, kind, group, remote, parent);
}
auto fields(Window& of) {
  auto& [name, communicator] = of;
  return std::tie(name, communicator);
}
auto fields(MetricMember& of) {
  auto& [name, description, unit, mode, kind, decimal, exponent] = of;
  return std::tie(name, description, unit, mode, kind, decimal, exponent);
}
auto fields(Metric& of) {
  auto& [members, occurrence, instance, recorder] = of;
  return std::tie(members, occurrence, instance, recorder);
}
auto fields(Callsite& of) {
  auto& [file, line, entered, left] = of;
  return std::tie(file, line, entered, left);
}
auto fields(SourceLocation& of) {
  auto& [file, line] = of;
  return std::tie(file, line);
}
auto fields(InterruptGenerator& of) {
  auto& [name, period] = of;
  return std::tie(name, period);
}
auto fields(Topology::Dimension& of) {
  auto& [name, size, periodic] = of;
  return std::tie(name, size, periodic);
}
auto fields(Topology& of) {
  auto& [name, communicator, dimensions, coordinates] = of;
  return std::tie(name, communicator, dimensions, coordinates);
}
auto fields(AttributeDetails& of) {
  auto& [description, type] = of;
  return std::tie(description, type);
}
auto fields(IoParadigmDetails& of) {
  auto& [name, io_class, flags, properties] = of;
  return std::tie(name, io_class, flags, properties);
}
auto fields(DefinitionDetails& of) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = of;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
}
auto fields(Definitions& of) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, defects,
         details] = of;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                  defects, details);
}
auto fields(ReferenceMap& of) { return of.tables(); }
auto fields(ReferenceMaps& of) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = of;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
}
auto fields(GlobalPart& of) {
  auto& [definitions, maps, chunk, plain] = of;
  return std::tie(definitions, maps, chunk, plain);
}

template <class Io, class Value>
void transfer(Io& io, Value& value);

template <class Io>
std::size_t transfer_size(Io& io, std::size_t size) {
  io.raw(&size, sizeof size);
  return size;
}

template <class Io>
void transfer(Io& io, std::string& text) {
  const std::size_t size = transfer_size(io, text.size());
  if constexpr (Io::kFills) text.resize(size);
  io.raw(text.data(), size);
}
template <class Io, class Element>
void transfer(Io& io, std::vector<Element>& list) {
  const std::size_t size = transfer_size(io, list.size());
  if constexpr (Io::kFills) list.resize(size);
  if constexpr (std::is_trivially_copyable_v<Element>)
    io.raw(list.data(), size * sizeof(Element));
  else
    for (Element& element : list) transfer(io, element);
}
template <class Io, class First, class Second>
void transfer(Io& io, std::pair<First, Second>& pair) {
  transfer(io, pair.first);
  transfer(io, pair.second);
}

// Packs ordered and unordered maps.
template <class Io, class Map>
void transfer_map(Io& io, Map& map) {
  const std::size_t size = transfer_size(io, map.size());
  if constexpr (Io::kFills) {
    for (std::size_t i = 0; i < size; ++i) {
      std::pair<typename Map::key_type, typename Map::mapped_type> entry;
      transfer(io, entry);
      map.insert(std::move(entry));
    }
  } else {
    for (const auto& [key, value] : map) {
      auto entry = std::pair(key, value);
      transfer(io, entry);
    }
  }
}
template <class Io>
void transfer(Io& io, std::map<std::string, std::uint64_t>& map) {
  transfer_map(io, map);
}
template <class Io, class Mapped>
void transfer(Io& io, std::unordered_map<std::uint64_t, Mapped>& map) {
  transfer_map(io, map);
}

template <class Io, class Value>
void transfer(Io& io, Value& value) {
  if constexpr (std::is_trivially_copyable_v<Value>)
    io.raw(&value, sizeof value);
  else
    std::apply([&io](auto&... field) { (transfer(io, field), ...); }, fields(value));
}

// Many locations have the same tables as the preceding one.
enum class Maps : std::uint8_t { None, Same, Own };

template <class Io>
void transfer_local(Io& io, LocalDefinitions& local, const LocalDefinitions* before) {
  auto& [clock_offsets, missing, mapped, maps, unknown, damage] = local;
  transfer(io, clock_offsets);
  transfer(io, missing);
  transfer(io, mapped);
  transfer(io, unknown);
  transfer(io, damage);
  Maps kind = maps == nullptr                             ? Maps::None
              : before != nullptr && before->maps == maps ? Maps::Same
                                                          : Maps::Own;
  transfer(io, kind);
  if constexpr (Io::kFills) {
    if (kind == Maps::Same) maps = before->maps;
    if (kind == Maps::Own) maps = std::make_shared<LocalMaps>();
  }
  if (kind != Maps::Own) return;
  for (LocalMaps::Table& table : maps->tables()) {
    transfer(io, table.dense);
    transfer(io, table.sparse);
  }
}

}  // namespace

Bytes packed(GlobalPart& part) {
  Packing io;
  transfer(io, part);
  return std::move(io.bytes);
}

GlobalPart unpacked_global_part(const Bytes& bytes) {
  GlobalPart part;
  Unpacking io{bytes};
  transfer(io, part);
  return part;
}

Bytes packed(std::vector<LocalDefinitions>& locations) {
  Packing io;
  transfer_size(io, locations.size());
  for (std::size_t i = 0; i < locations.size(); ++i)
    transfer_local(io, locations[i], i == 0 ? nullptr : &locations[i - 1]);
  return std::move(io.bytes);
}

void unpack(const Bytes& bytes, std::vector<LocalDefinitions>& locations) {
  Unpacking io{bytes};
  const std::size_t begin = locations.size();
  locations.resize(begin + transfer_size(io, 0));
  for (std::size_t i = begin; i < locations.size(); ++i)
    transfer_local(io, locations[i], i == begin ? nullptr : &locations[i - 1]);
}

}  // namespace lull::otf2
