// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/spawned_processes.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/groups.hpp"

namespace lull::recorder::mpi {
namespace {

using nlohmann::json;

// Returns the address of one end, as bytes; empty if it has none.
std::string address_of(int socket, int (*end)(int, sockaddr*, socklen_t*)) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (end(socket, reinterpret_cast<sockaddr*>(&address), &length) != 0) return {};
  if (address.ss_family != AF_INET && address.ss_family != AF_INET6) return {};
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&address);
  std::string text;
  for (socklen_t i = 0; i < length; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

// One socket may be joined several times.
std::string next_token(const std::string& ends) {
  static std::mutex mutex;
  static auto* const times = new std::map<std::string, int>;
  const std::scoped_lock lock(mutex);
  return fmt::format("{}.{}", ends, (*times)[ends]++);
}

json meeting_of(Meeting kind, std::uint32_t number, MPI_Comm communicator) {
  int here = 0;
  int there = 0;
  PMPI_Comm_size(communicator, &here);
  PMPI_Comm_remote_size(communicator, &there);
  return {
      {"kind", static_cast<int>(kind)}, {"communicator", number}, {"here", here}, {"there", there}};
}

int world_rank_of(int rank, MPI_Comm communicator) {
  int of_world = -1;
  const Group world(Communicators::instance().world_group());
  PMPI_Group_translate_ranks(Group::of(communicator, false).get(), 1, &rank, world.get(),
                             &of_world);
  return std::max(of_world, -1);
}

}  // namespace

void join_sides(Meeting kind, MPI_Comm communicator, MPI_Comm parent, std::uint64_t from, int root,
                const char* port) {
  const bool first = kind != Meeting::Connect;
  const auto number = Communicators::instance().add_side(communicator, parent, first);
  if (!number) return;
  json meeting = meeting_of(kind, *number, communicator);
  meeting["from"] = from;
  meeting["until"] = nanoseconds();
  if (kind == Meeting::Spawn)
    meeting["root"] = world_rank_of(root, parent);
  else if (rank_in(parent) == root)
    meeting["port"] = port;
  Measurement::instance().note({{"meeting", meeting}});
}

// Open MPI's port contains the parent's job and rank; other libraries' ports contain anything.
void join_parent() {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  const auto number = Communicators::instance().add_parent(parent);
  if (!number) return;
  json meeting = meeting_of(Meeting::Spawned, *number, parent);
  if (const char* const port = std::getenv("OMPI_PARENT_PORT")) meeting["port"] = port;
  Measurement::instance().note({{"meeting", meeting}});
}

void join_over_socket(int socket, MPI_Comm communicator) {
  const std::string here = address_of(socket, ::getsockname);
  const std::string there = address_of(socket, ::getpeername);
  if (here.empty() || there.empty()) return;
  const auto number = Communicators::instance().add_side(communicator, MPI_COMM_SELF, here < there);
  if (!number) return;
  const std::string token = next_token(std::min(here, there) + "-" + std::max(here, there));
  Measurement::instance().note({{"bridge", {{"communicator", *number}, {"token", token}}}});
}

}  // namespace lull::recorder::mpi
