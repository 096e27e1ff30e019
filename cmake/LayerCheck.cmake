# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs scripts/check-layers in every build in which a source has changed; a violation fails it.
if(NOT Python3_Interpreter_FOUND)
  message(STATUS "Layers are not checked: there is no Python 3")
  return()
endif()

file(GLOB_RECURSE layer_check_inputs CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/src/*.[ch]pp ${CMAKE_SOURCE_DIR}/src/*.def
  ${CMAKE_SOURCE_DIR}/src/*CMakeLists.txt ${CMAKE_SOURCE_DIR}/apps/*.[ch]pp
  ${CMAKE_SOURCE_DIR}/tests/*.[ch]pp ${CMAKE_SOURCE_DIR}/bench/*.[ch]pp)
set(layer_check_stamp ${CMAKE_BINARY_DIR}/layers-checked)
add_custom_command(OUTPUT ${layer_check_stamp}
  COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/scripts/check-layers
  COMMAND ${CMAKE_COMMAND} -E touch ${layer_check_stamp}
  DEPENDS ${CMAKE_SOURCE_DIR}/scripts/check-layers ${layer_check_inputs}
  COMMENT "Checking layers" VERBATIM)
add_custom_target(check_layers ALL DEPENDS ${layer_check_stamp})
