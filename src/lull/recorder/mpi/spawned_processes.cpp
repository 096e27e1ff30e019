// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/spawned_processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::mpi {
namespace {

using Token = std::array<std::uint64_t, 2>;

// The file that says that some process of this recording expects tokens.
std::filesystem::path announcement() {
  const char* const directory = std::getenv("LULL_RECORD_DIRECTORY");
  return std::filesystem::path(directory == nullptr ? "" : directory) / ".parts" / "sides";
}

bool is_announced() {
  std::error_code unknown;
  return std::filesystem::exists(announcement(), unknown);
}

bool is_first(MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  return rank == 0;
}

// A tag that programs hardly use: the greatest.
int token_tag() {
  int* greatest = nullptr;
  int known = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&greatest), &known);
  return known != 0 ? *greatest : 32767;
}

Token new_token() {
  static std::atomic<std::uint64_t> count{0};
  return {nanoseconds() ^ std::uint64_t(::getpid()) << 40, count++};
}

void note_token(std::uint32_t communicator, const std::string& token) {
  Measurement::instance().note({{"bridge", {{"communicator", communicator}, {"token", token}}}});
}
void note_token(std::uint32_t communicator, const Token& token) {
  note_token(communicator, fmt::format("{:x}.{:x}", token[0], token[1]));
}

// It is small enough to be under way before it is received.
void send_token(std::uint32_t number, MPI_Comm communicator) {
  const Token token = new_token();
  PMPI_Send(token.data(), 2, MPI_UINT64_T, 0, token_tag(), communicator);
  note_token(number, token);
}

// Of a process that has just been through the same call. One that is not recorded sends none: once
// that is known, nobody waits again.
void receive_token(std::uint32_t number, MPI_Comm communicator) {
  static std::atomic<bool> hopeless{false};
  constexpr std::chrono::seconds kLongestWait{5};
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  int there = 0;
  do {
    PMPI_Iprobe(0, token_tag(), communicator, &there, MPI_STATUS_IGNORE);
    if (there == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
  } while (there == 0 && !hopeless && std::chrono::steady_clock::now() < until);
  hopeless = there == 0;
  if (hopeless) return;
  Token token{};
  PMPI_Recv(token.data(), 2, MPI_UINT64_T, 0, token_tag(), communicator, MPI_STATUS_IGNORE);
  note_token(number, token);
}

// The address of one end, as bytes; empty where it has none.
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

}  // namespace

void announce_sides() {
  const int file = ::open(announcement().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0) ::close(file);
}

void join_sides(MPI_Comm communicator, MPI_Comm parent, bool first) {
  const auto number = Communicators::instance().add_side(communicator, parent, first);
  if (!number || !is_first(communicator) || !is_announced()) return;
  if (first)
    receive_token(*number, communicator);
  else
    send_token(*number, communicator);
}

void join_parent() {
  MPI_Comm parent = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parent);
  const auto number = Communicators::instance().add_parent(parent);
  if (number && is_first(parent) && is_announced()) send_token(*number, parent);
}

void join_over_socket(int socket, MPI_Comm communicator) {
  const std::string here = address_of(socket, ::getsockname);
  const std::string there = address_of(socket, ::getpeername);
  if (here.empty() || there.empty()) return;
  const auto number = Communicators::instance().add_side(communicator, MPI_COMM_SELF, here < there);
  if (number) note_token(*number, std::min(here, there) + "-" + std::max(here, there));
}

}  // namespace lull::recorder::mpi
