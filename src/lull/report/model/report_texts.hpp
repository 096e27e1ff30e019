// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The texts of a report.
#pragma once

#include <functional>
#include <string>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Calls change(text) for each name, description and attribute of the report, but not for its
// members.
void change_texts(Report& report, const std::function<void(std::string&)>& change);

}  // namespace lull::report
