# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
#
# The OpenMP tools interface: its header, which belongs to the compiler (clang), not to the system.
#   OMPT::OMPT     the headers to include
#   OMPT_RUNTIME   LLVM's OpenMP runtime: the program's own gcc runtime has no such interface
file(GLOB hints LIST_DIRECTORIES true /usr/lib/llvm-*/lib/clang/*/include /usr/lib/clang/*/include)
list(SORT hints COMPARE NATURAL ORDER DESCENDING)
find_path(OMPT_HEADER_DIR omp-tools.h HINTS ${hints})
file(GLOB directories LIST_DIRECTORIES true /usr/lib/llvm-*/lib)
find_library(OMPT_RUNTIME NAMES libomp.so.5 omp HINTS ${directories})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OMPT REQUIRED_VARS OMPT_HEADER_DIR)
mark_as_advanced(OMPT_HEADER_DIR OMPT_RUNTIME)

# The directory holds headers of clang's own that another compiler must not see.
if(OMPT_FOUND AND NOT TARGET OMPT::OMPT)
  set(ompt_include ${CMAKE_BINARY_DIR}/ompt)
  configure_file(${OMPT_HEADER_DIR}/omp-tools.h ${ompt_include}/omp-tools.h COPYONLY)
  add_library(OMPT::OMPT INTERFACE IMPORTED)
  set_target_properties(OMPT::OMPT PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${ompt_include})
endif()
