// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/library/library.hpp"

#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <utility>

#include "lull/trace/otf2/library/library_locks.hpp"

namespace lull::otf2 {
namespace {

thread_local std::string last_error;

// The innermost error names the cause; the library adds outer ones while unwinding.
OTF2_ErrorCode remember(void* /*user*/, const char* /*file*/, uint64_t /*line*/,
                        const char* /*function*/, OTF2_ErrorCode code, const char* format,
                        va_list arguments) {
  if (!last_error.empty()) return code;
  if (code == OTF2_ERROR_INVALID_RECORD) {  // the library means its own buffers
    last_error = "a record is damaged or truncated";
    return code;
  }
  char text[512];
  std::vsnprintf(text, sizeof text, format, arguments);
  last_error = OTF2_Error_GetDescription(code);
  if (text[0] != '\0') last_error += std::string(" (") + text + ")";
  return code;
}

}  // namespace

void keep_library_errors() {
  static std::once_flag once;
  std::call_once(once, [] { OTF2_Error_RegisterCallback(remember, nullptr); });
  last_error.clear();
  release_library_locks();
}

std::string take_library_error(OTF2_ErrorCode otherwise) {
  release_library_locks();
  std::string text = std::exchange(last_error, {});
  return text.empty() ? OTF2_Error_GetDescription(otherwise) : text;
}

Value to_value(OTF2_Type type, OTF2_AttributeValue value) {
  Value result;
  switch (type) {
    case OTF2_TYPE_UINT8:
      result.kind = ValueKind::Unsigned;
      result.as_unsigned = value.uint8;
      break;
    case OTF2_TYPE_UINT16:
      result.kind = ValueKind::Unsigned;
      result.as_unsigned = value.uint16;
      break;
    case OTF2_TYPE_UINT32:
      result.kind = ValueKind::Unsigned;
      result.as_unsigned = value.uint32;
      break;
    case OTF2_TYPE_UINT64:
      result.kind = ValueKind::Unsigned;
      result.as_unsigned = value.uint64;
      break;
    case OTF2_TYPE_INT8:
      result.kind = ValueKind::Signed;
      result.as_signed = value.int8;
      break;
    case OTF2_TYPE_INT16:
      result.kind = ValueKind::Signed;
      result.as_signed = value.int16;
      break;
    case OTF2_TYPE_INT32:
      result.kind = ValueKind::Signed;
      result.as_signed = value.int32;
      break;
    case OTF2_TYPE_INT64:
      result.kind = ValueKind::Signed;
      result.as_signed = value.int64;
      break;
    case OTF2_TYPE_FLOAT:
      result.kind = ValueKind::Floating;
      result.as_floating = value.float32;
      break;
    case OTF2_TYPE_DOUBLE:
      result.kind = ValueKind::Floating;
      result.as_floating = value.float64;
      break;
    case OTF2_TYPE_LOCATION:
      result.kind = ValueKind::Reference;
      result.as_unsigned = value.locationRef;
      break;
    case OTF2_TYPE_NONE:
      break;
    default:
      result.kind = ValueKind::Reference;
      result.as_unsigned = value.stringRef;
      break;
  }
  return result;
}

Value to_value(OTF2_Type type, OTF2_MetricValue value) {
  Value result;
  if (type == OTF2_TYPE_DOUBLE) {
    result.kind = ValueKind::Floating;
    result.as_floating = value.floating_point;
  } else if (type == OTF2_TYPE_INT64) {
    result.kind = ValueKind::Signed;
    result.as_signed = value.signed_int;
  } else {
    result.kind = ValueKind::Unsigned;
    result.as_unsigned = value.unsigned_int;
  }
  return result;
}

}  // namespace lull::otf2
