// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/failure.hpp"

#include <cerrno>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <variant>

namespace lull {
namespace {

// Returns whether the error concerns the file's name rather than the system.
bool is_about_a_name(int error_number) {
  return error_number == ENOENT || error_number == ENOTDIR || error_number == ELOOP ||
         error_number == ENAMETOOLONG || error_number == EISDIR;
}

Error defect(const std::string& doing) {
  return {ExitStatus::System,
          fmt::format("a defect in Lull ended {}; please report it with the input that causes it",
                      doing.empty() ? "this command" : doing)};
}

}  // namespace

Error error_at_hand(const std::string& doing) {
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return {ExitStatus::System, "not enough memory"};
  } catch (const std::filesystem::filesystem_error& error) {
    const int number = error.code().value();
    return {is_about_a_name(number) ? ExitStatus::Input : ExitStatus::System,
            system_error(error.path1().string(), number).what()};
  } catch (const std::system_error& error) {
    if (error.code().category() == std::generic_category() ||
        error.code().category() == std::system_category())
      return system_error("the operating system reported an error", error.code().value());
    return defect(doing);
  } catch (...) {
    return defect(doing);
  }
}

std::string describe_exception() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "it runs out of memory";
  } catch (const std::out_of_range&) {
    return "it throws std::out_of_range: an index or a key that does not exist";
  } catch (const std::length_error&) {
    return "it throws std::length_error: a container would be too large";
  } catch (const std::bad_optional_access&) {
    return "it throws std::bad_optional_access: a value does not exist";
  } catch (const std::bad_variant_access&) {
    return "it throws std::bad_variant_access: a value has another type";
  } catch (const std::bad_function_call&) {
    return "it throws std::bad_function_call: a function does not exist";
  } catch (const std::bad_cast&) {
    return "it throws std::bad_cast: an object has another type";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception that does not derive from std::exception";
  }
}

}  // namespace lull
