// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that create descriptors, or close many: they are not recorded, but change what
// descriptor numbers stand for.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>

#include "lull/recorder/io/function.hpp"

#ifndef CLOSE_RANGE_CLOEXEC  // from <linux/close_range.h>
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace lull::recorder::io {
namespace {

template <class Step>
void if_recorded(const void* caller, Step step) {
  if (!Measurement::instance().running() || !pthread::is_recorded(caller) || !in_own_memory())
    return;
  const KeptErrno kept;
  if (const Recording recording; recording) guarded([&] { step(*recording); });
}

// Forgets descriptors whose closing was not seen.
void forget(const void* caller, std::initializer_list<int> made) {
  if_recorded(caller, [&](Location& location) {
    for (const int descriptor : made) record_closed(location, descriptor, location.look_at_clock());
  });
}

int made(const void* caller, int descriptor) {
  if (descriptor >= 0) forget(caller, {descriptor});
  return descriptor;
}

int made_two(const void* caller, int result, const int* made) {
  if (result == 0) forget(caller, {made[0], made[1]});
  return result;
}

// Called before they are closed: afterwards another thread may open something.
void close_all(const void* caller, unsigned first, unsigned last) {
  if_recorded(caller, [&](Location& location) {
    for (const int descriptor : Handles::instance().known(first, last))
      record_closed(location, descriptor, location.look_at_clock());
  });
}

constinit Function<int(int*)> make_pipe{"pipe"};
constinit Function<int(int*, int)> make_pipe_with{"pipe2"};
constinit Function<int(int, int, int)> make_socket{"socket"};
constinit Function<int(int, int, int, int*)> make_sockets{"socketpair"};
constinit Function<int(int, sockaddr*, socklen_t*)> accept_one{"accept"};
constinit Function<int(int, sockaddr*, socklen_t*, int)> accept_with{"accept4"};
constinit Function<int(unsigned, int)> make_event{"eventfd"};
constinit Function<int(const char*, unsigned)> make_memory{"memfd_create"};
constinit Function<int(int)> make_epoll{"epoll_create"};
constinit Function<int(int)> make_epoll_with{"epoll_create1"};
constinit Function<int(clockid_t, int)> make_timer{"timerfd_create"};
constinit Function<int(char*)> make_file{"mkstemp"};
constinit Function<int(unsigned, unsigned, int)> close_some{"close_range"};
constinit Function<void(int)> close_rest{"closefrom"};

}  // namespace
}  // namespace lull::recorder::io

namespace own = lull::recorder::io;

#define LULL_CALLER __builtin_return_address(0)

extern "C" {

int pipe(int ends[2]) noexcept { return own::made_two(LULL_CALLER, own::make_pipe(ends), ends); }
int pipe2(int ends[2], int flags) noexcept {
  return own::made_two(LULL_CALLER, own::make_pipe_with(ends, flags), ends);
}
int socket(int domain, int type, int protocol) noexcept {
  return own::made(LULL_CALLER, own::make_socket(domain, type, protocol));
}
int socketpair(int domain, int type, int protocol, int ends[2]) noexcept {
  return own::made_two(LULL_CALLER, own::make_sockets(domain, type, protocol, ends), ends);
}
int accept(int listening, sockaddr* address, socklen_t* size) {
  return own::made(LULL_CALLER, own::accept_one(listening, address, size));
}
int accept4(int listening, sockaddr* address, socklen_t* size, int flags) {
  return own::made(LULL_CALLER, own::accept_with(listening, address, size, flags));
}
int eventfd(unsigned count, int flags) noexcept {
  return own::made(LULL_CALLER, own::make_event(count, flags));
}
int memfd_create(const char* name, unsigned flags) noexcept {
  return own::made(LULL_CALLER, own::make_memory(name, flags));
}
int epoll_create(int size) noexcept { return own::made(LULL_CALLER, own::make_epoll(size)); }
int epoll_create1(int flags) noexcept {
  return own::made(LULL_CALLER, own::make_epoll_with(flags));
}
int timerfd_create(clockid_t clock, int flags) noexcept {
  return own::made(LULL_CALLER, own::make_timer(clock, flags));
}
int mkstemp(char* name) { return own::made(LULL_CALLER, own::make_file(name)); }

int close_range(unsigned first, unsigned last, int flags) noexcept {
  if ((static_cast<unsigned>(flags) & CLOSE_RANGE_CLOEXEC) == 0)
    own::close_all(LULL_CALLER, first, last);
  return own::close_some(first, last, flags);
}
void closefrom(int first) noexcept {
  own::close_all(LULL_CALLER, first < 0 ? 0u : static_cast<unsigned>(first), ~0u);
  own::close_rest(first);
}

}  // extern "C"
