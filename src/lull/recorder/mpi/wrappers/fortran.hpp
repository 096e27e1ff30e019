// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How a call from Fortran is recorded: by the same hooks as one from C, which get arguments as C
// has them (fortran_arguments.hpp). The call itself goes to the library's own Fortran function,
// with the arguments as they came. The wrappers are made by fortran_wrappers.py.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "lull/recorder/mpi/hooks/hooks.hpp"
#include "lull/recorder/mpi/wrappers/fortran_arguments.hpp"

namespace lull::recorder::mpi {

// The call of a hidden function that takes so many addresses, that of an error code, and so many
// lengths of strings. One type for all such functions: the wrappers mpi_x_ and mpi_x_f08_ differ in
// nothing else.
template <std::size_t Addresses, std::size_t Lengths>
struct HiddenCall {
  void* function;
  FortranArguments given;

  void operator()(MPI_Fint* code) const {
    call(code, std::make_index_sequence<Addresses>(), std::make_index_sequence<Lengths>());
  }

 private:
  template <std::size_t>
  using Address = void*;
  template <std::size_t>
  using Length = std::size_t;

  template <std::size_t... A, std::size_t... L>
  void call(MPI_Fint* code, std::index_sequence<A...>, std::index_sequence<L...>) const {
    using Signature = void (*)(Address<A>..., MPI_Fint*, Length<L>...);
    reinterpret_cast<Signature>(function)(given[A]..., code,
                                          reinterpret_cast<std::size_t>(given[Addresses + L])...);
  }
};

// `call` takes the address of an error code. `error` is where the program wants it, null where it
// does not.
template <Function F, class... Arguments, class Call>
void record_fortran(FortranArguments given, MPI_Fint* error, Call call) {
  const auto library = [&] {
    MPI_Fint result = MPI_SUCCESS;
    call(&result);
    return static_cast<int>(result);
  };
  constexpr bool kAlways = begins(F) || F == Function::Finalize;
  int result = MPI_SUCCESS;
  if constexpr (requires { typename Hook<F>::Plain; }) {
    result = record<F>(library);
  } else if (!kAlways && !Measurement::instance().running() && !Measurement::instance().paused()) {
    result = library();
  } else {
    std::tuple<Arguments...> converted{Arguments(given)...};
    std::apply(
        [&](Arguments&... arguments) {
          std::tuple<typename Arguments::Type...> values{arguments.value()...};
          const auto call_and_convert = [&] {
            const int code = library();
            (arguments.take_results(), ...);
            return code;
          };
          std::apply([&](auto&... each) { result = record<F>(call_and_convert, each...); }, values);
        },
        converted);
  }
  if (error != nullptr) *error = result;
}

}  // namespace lull::recorder::mpi
