# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
#
# Finds elfutils' reader of debug information (Debian: libdw-dev) and defines Libdw::Libdw.
find_path(Libdw_INCLUDE_DIR elfutils/libdwfl.h)
find_library(Libdw_LIBRARY NAMES dw)
find_library(Libdw_ELF_LIBRARY NAMES elf)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libdw REQUIRED_VARS Libdw_LIBRARY Libdw_ELF_LIBRARY
  Libdw_INCLUDE_DIR)
if(Libdw_FOUND AND NOT TARGET Libdw::Libdw)
  add_library(Libdw::Libdw UNKNOWN IMPORTED)
  set_target_properties(Libdw::Libdw PROPERTIES IMPORTED_LOCATION "${Libdw_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Libdw_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${Libdw_ELF_LIBRARY}")
endif()
mark_as_advanced(Libdw_INCLUDE_DIR Libdw_LIBRARY Libdw_ELF_LIBRARY)
