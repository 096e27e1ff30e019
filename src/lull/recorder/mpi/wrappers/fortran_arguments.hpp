// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Converts arguments of a call from Fortran, which passes the addresses of all arguments, to C
// arguments. Each class represents a kind of argument at a fixed position. value() returns what C
// would pass; take_results() updates it with what the call has stored.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/recorder/mpi/hooks/collective_hooks.hpp"

namespace lull::recorder::mpi {

// Addresses in the order of the call, then the lengths of its strings. An address may be replaced
// before the call.
using FortranArguments = void**;

// Some of MPI's constants are identified by their addresses.
[[nodiscard]] bool is_in_place(const void* buffer);
[[nodiscard]] bool is_status_ignore(const void* status);  // also MPI_STATUSES_IGNORE

struct ArgumentWithoutResult {
  void take_results() {}
};

// A number.
template <class T, std::size_t Place>
class Value : public ArgumentWithoutResult {
 public:
  using Type = T;
  explicit Value(FortranArguments given) : value_(*static_cast<const T*>(given[Place])) {}
  [[nodiscard]] T value() const { return value_; }

 private:
  T value_;
};

// Numbers, or logical values, which are non-zero when true.
template <class T, std::size_t Place>
class Numbers : public ArgumentWithoutResult {
 public:
  using Type = T*;
  explicit Numbers(FortranArguments given) : numbers_(static_cast<T*>(given[Place])) {}
  [[nodiscard]] T* value() const { return numbers_; }

 private:
  T* numbers_;
};

template <std::size_t Place>
class Buffer : public ArgumentWithoutResult {
 public:
  using Type = void*;
  explicit Buffer(FortranArguments given) : buffer_(given[Place]) {}
  [[nodiscard]] void* value() const { return is_in_place(buffer_) ? MPI_IN_PLACE : buffer_; }

 private:
  void* buffer_;
};

// An argument that only the C function has, or that no hook uses.
template <class T>
struct Absent : ArgumentWithoutResult {
  using Type = T;
  explicit Absent(FortranArguments) {}
  [[nodiscard]] T value() const { return T{}; }
};

// A string, without trailing blanks.
template <std::size_t Place, std::size_t LengthPlace>
class Text : public ArgumentWithoutResult {
 public:
  using Type = const char*;
  explicit Text(FortranArguments given)
      : text_(static_cast<const char*>(given[Place]),
              reinterpret_cast<std::uintptr_t>(given[LengthPlace])) {
    text_.erase(text_.find_last_not_of(' ') + 1);
  }
  [[nodiscard]] const char* value() const { return text_.c_str(); }

 private:
  std::string text_;
};

// Kinds of handles; some libraries have one C type for all of them.
struct CommunicatorHandle {
  using Type = MPI_Comm;
  static Type of(MPI_Fint handle) { return PMPI_Comm_f2c(handle); }
};
struct TypeHandle {
  using Type = MPI_Datatype;
  static Type of(MPI_Fint handle) { return PMPI_Type_f2c(handle); }
};
struct OperatorHandle {
  using Type = MPI_Op;
  static Type of(MPI_Fint handle) { return PMPI_Op_f2c(handle); }
};
struct GroupHandle {
  using Type = MPI_Group;
  static Type of(MPI_Fint handle) { return PMPI_Group_f2c(handle); }
};
struct RequestHandle {
  using Type = MPI_Request;
  static Type of(MPI_Fint handle) { return PMPI_Request_f2c(handle); }
};
struct WindowHandle {
  using Type = MPI_Win;
  static Type of(MPI_Fint handle) { return PMPI_Win_f2c(handle); }
};
struct FileHandle {
  using Type = MPI_File;
  static Type of(MPI_Fint handle) { return PMPI_File_f2c(handle); }
};
struct MessageHandle {
  using Type = MPI_Message;
  static Type of(MPI_Fint handle) { return PMPI_Message_f2c(handle); }
};
struct InfoHandle {
  using Type = MPI_Info;
  static Type of(MPI_Fint handle) { return PMPI_Info_f2c(handle); }
};

template <class Kind, std::size_t Place>
class Handle : public ArgumentWithoutResult {
 public:
  using Type = typename Kind::Type;
  explicit Handle(FortranArguments given)
      : handle_(Kind::of(*static_cast<const MPI_Fint*>(given[Place]))) {}
  [[nodiscard]] Type value() const { return handle_; }

 private:
  Type handle_;
};

// A handle that the call may change.
template <class Kind, std::size_t Place>
class HandleAddress {
 public:
  using Type = typename Kind::Type*;
  explicit HandleAddress(FortranArguments given)
      : given_(static_cast<const MPI_Fint*>(given[Place])), handle_(Kind::of(*given_)) {}
  [[nodiscard]] Type value() { return &handle_; }
  void take_results() { handle_ = Kind::of(*given_); }

 private:
  const MPI_Fint* given_;
  typename Kind::Type handle_;
};

// Lengths of arrays: another argument, or the size of a communicator.
template <std::size_t Place>
struct CountedBy {
  static std::size_t of(FortranArguments given) {
    return static_cast<std::size_t>(std::max(0, *static_cast<const MPI_Fint*>(given[Place])));
  }
};
template <std::size_t Place>
struct MembersOf {
  static std::size_t of(FortranArguments given) {
    return Membership(Handle<CommunicatorHandle, Place>(given).value()).size;
  }
};

// Handles; hooks use them only before the call.
template <class Kind, std::size_t Place, class Length>
class Handles : public ArgumentWithoutResult {
 public:
  using Type = typename Kind::Type*;
  explicit Handles(FortranArguments given) : handles_(Length::of(given)) {
    const auto* const from = static_cast<const MPI_Fint*>(given[Place]);
    std::transform(from, from + handles_.size(), handles_.begin(), Kind::of);
  }
  [[nodiscard]] Type value() { return handles_.data(); }

 private:
  std::vector<typename Kind::Type> handles_;
};

// A status: replaces MPI_STATUS_IGNORE for the library.
constexpr std::size_t kStatusNumbers = sizeof(MPI_Status) / sizeof(MPI_Fint);

template <std::size_t Place>
class Status {
 public:
  using Type = MPI_Status*;
  explicit Status(FortranArguments given) : given_(given) {}
  [[nodiscard]] MPI_Status* value() {
    if (is_status_ignore(given_[Place])) given_[Place] = own_.data();
    return &status_;
  }
  void take_results() { PMPI_Status_f2c(static_cast<const MPI_Fint*>(given_[Place]), &status_); }

 private:
  FortranArguments given_;
  MPI_Status status_;
  std::array<MPI_Fint, kStatusNumbers> own_{};
};

template <std::size_t Place, class Length>
class Statuses {
 public:
  using Type = MPI_Status*;
  // Allocates at least one: an empty array would be MPI_STATUSES_IGNORE.
  explicit Statuses(FortranArguments given) : given_(given), statuses_(Length::of(given) + 1) {}
  [[nodiscard]] MPI_Status* value() {
    if (is_status_ignore(given_[Place])) {
      own_.resize(statuses_.size() * kStatusNumbers);
      given_[Place] = own_.data();
    }
    return statuses_.data();
  }
  void take_results() {
    const auto* from = static_cast<const MPI_Fint*>(given_[Place]);
    for (std::size_t i = 0; i + 1 < statuses_.size(); ++i, from += kStatusNumbers)
      PMPI_Status_f2c(from, &statuses_[i]);
  }

 private:
  FortranArguments given_;
  std::vector<MPI_Status> statuses_;
  std::vector<MPI_Fint> own_;
};

struct One {
  static std::size_t of(FortranArguments) { return 1; }
};

// Places in arrays, which Fortran counts from one; MPICH 4.0 counts them from zero in mpi_f08.
[[nodiscard]] int first_index();

template <std::size_t Place, class Length>
class Indices {
 public:
  using Type = int*;
  explicit Indices(FortranArguments given)
      : given_(static_cast<const MPI_Fint*>(given[Place])), indices_(Length::of(given)) {}
  [[nodiscard]] int* value() { return indices_.data(); }
  void take_results() {
    const auto from_zero = [first = first_index()](MPI_Fint index) {
      return index == MPI_UNDEFINED ? index : index - first;
    };
    std::transform(given_, given_ + indices_.size(), indices_.begin(), from_zero);
  }

 private:
  const MPI_Fint* given_;
  std::vector<int> indices_;
};

}  // namespace lull::recorder::mpi
