// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/regions/mpi_queries.hpp"

#include <algorithm>
#include <array>

namespace lull::analysis {
namespace {

// Names without "mpi_"; * matches anything.
constexpr std::array<std::string_view, 46> kQueries{"comm_rank",
                                                    "comm_size",
                                                    "comm_remote_*",
                                                    "comm_group",
                                                    "comm_compare",
                                                    "comm_test_inter",
                                                    "comm_get_*",
                                                    "comm_set_*",
                                                    "comm_*_attr",
                                                    "comm_*_keyval",
                                                    "comm_*_errhandler",
                                                    "win_get_*",
                                                    "win_set_*",
                                                    "win_*_attr",
                                                    "win_*_keyval",
                                                    "win_*_errhandler",
                                                    "group_*",
                                                    "type_*",
                                                    "info_*",
                                                    "op_*",
                                                    "attr_*",
                                                    "keyval_*",
                                                    "error_*",
                                                    "errhandler_*",
                                                    "add_error_*",
                                                    "status_*",
                                                    "wtime",
                                                    "wtick",
                                                    "get_count*",
                                                    "get_elements*",
                                                    "get_address*",
                                                    "get_version",
                                                    "get_library_version",
                                                    "get_processor_name",
                                                    "address",
                                                    "aint_*",
                                                    "initialized",
                                                    "finalized",
                                                    "is_thread_main",
                                                    "query_thread",
                                                    "topo_test",
                                                    "cart_coords",
                                                    "cart_rank",
                                                    "cart_get",
                                                    "cart_shift",
                                                    "cartdim_get"};

}  // namespace

bool is_mpi_query(std::string_view function) {
  const std::string_view name = function.substr(4);  // without "mpi_"
  return std::ranges::any_of(kQueries, [name](std::string_view query) {
    const std::size_t star = query.find('*');
    if (star == query.npos) return name == query;
    return name.starts_with(query.substr(0, star)) && name.ends_with(query.substr(star + 1));
  });
}

}  // namespace lull::analysis
