# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
#
# lull_layer(NAME [INSTALL] [USES layer...] [LINK_PUBLIC target...] [LINK_PRIVATE target...] [APART folder-or-file...]
#            [TOGETHER folder...] SOURCES file...)
# declares one layer as one static library, lull_<name>; INSTALL: for other people's programs, too. scripts/check-layers reads the same
# USES lines and fails when a file includes a layer that its own does not declare.

add_library(lull_warnings INTERFACE)
target_compile_options(lull_warnings INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor)
if(LULL_UNITS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # The compiler mistakes each source of a unit for a header, whose names the other sources share.
  target_compile_options(lull_warnings INTERFACE -Wshadow=local -Wno-subobject-linkage)
else()
  target_compile_options(lull_warnings INTERFACE -Wshadow)
endif()
if(LULL_WERROR)
  target_compile_options(lull_warnings INTERFACE -Werror)
endif()

# lull_units(TARGET [APART folder-or-file...] [TOGETHER folder...]): compiles the sources of each
# folder as one unit, which reads headers and instantiates templates once for all of them; a folder
# that is TOGETHER also includes the sources of the folders below it. So names in unnamed namespaces
# have to differ within a unit. Sources that are APART are compiled separately.
function(lull_units target)
  cmake_parse_arguments(ARG "" "" "APART;TOGETHER" ${ARGN})
  if(NOT LULL_UNITS)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    foreach(together IN LISTS ARG_TOGETHER)
      if(folder MATCHES "^${together}/")
        set(folder ${together})
      endif()
    endforeach()
    if(source MATCHES "\\.cpp$" AND NOT folder IN_LIST ARG_APART AND NOT source IN_LIST ARG_APART)
      string(MAKE_C_IDENTIFIER "of_${folder}" unit)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${unit})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# lull_sources(VARIABLE): lists all sources in this folder and below, so that new ones are found
# automatically.
macro(lull_sources variable)
  file(GLOB_RECURSE ${variable} RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cpp)
endmacro()

# lull_folder(FOLDER [USES folder...]): which other folders of the layer the sources of this one include, "." being the
# layer's own folder. lull_uses(LAYER...): the layers that a program includes. Only scripts/check-layers reads these.
function(lull_folder folder)
endfunction()
function(lull_uses)
endfunction()

function(lull_layer name)
  cmake_parse_arguments(ARG "INSTALL" "" "USES;LINK_PUBLIC;LINK_PRIVATE;APART;TOGETHER;SOURCES" ${ARGN})
  add_library(lull_${name} STATIC ${ARG_SOURCES})
  add_library(Lull::${name} ALIAS lull_${name})
  lull_units(lull_${name} APART ${ARG_APART} TOGETHER ${ARG_TOGETHER})
  target_include_directories(lull_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(layer IN LISTS ARG_USES)
    target_link_libraries(lull_${name} PUBLIC lull_${layer})
  endforeach()
  target_link_libraries(lull_${name} PUBLIC ${ARG_LINK_PUBLIC} PRIVATE ${ARG_LINK_PRIVATE}
    $<BUILD_INTERFACE:lull_warnings>)
  if(ARG_INSTALL)
    target_compile_features(lull_${name} PUBLIC cxx_std_20)
    set_target_properties(lull_${name} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS lull_${name} EXPORT LullTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lull/${name} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.def")
  endif()
endfunction()

# lull_test(NAME SOURCES file... [APART file...] LINK target...): one GoogleTest program, its cases known to ctest.
function(lull_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;APART;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  lull_units(${name} APART ${ARG_APART})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} lull_test_shared lull_warnings GTest::gtest_main GTest::gmock)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
