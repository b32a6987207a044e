// SPDX-License-Identifier: Apache-2.0
// One field's value as canonical JSON (json_text.h), appended: for hashes and exports alike. Only
// valid UTF-8 is appended (make_storable). Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_FIELD_TEXT_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_FIELD_TEXT_H_

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/audit/record/fields.h"
#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {

inline void append_value(std::string& out, const std::string& value) {
  append_json(out, value);
}

inline void append_value(std::string& out, const std::vector<std::string>& value) {
  append_json(out, value);
}

inline void append_value(std::string& out, const nlohmann::json& value) {
  if (value.is_null()) {
    out += "null";
  } else {
    out += json_text(value);
  }
}

inline void append_value(std::string& out, const std::optional<std::string>& value) {
  if (value) return append_json(out, *value);
  out += "null";
}

inline void append_value(std::string& out, std::integral auto value) {
  out += std::to_string(value);
}

// `,"NAME":`, without the comma for the first.
inline void append_name(std::string& out, std::string_view name) {
  out += out.back() == '{' ? "\"" : ",\"";
  out += name;
  out += "\":";
}

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_FIELD_TEXT_H_
