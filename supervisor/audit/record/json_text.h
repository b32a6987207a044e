// SPDX-License-Identifier: Apache-2.0
// Canonical JSON as text: keys in the order of their bytes, no blanks, only what must be escaped is
// escaped ("\n", "\u001f"). The hash chain runs over exactly these bytes, so the form never
// changes. The same text comes from nlohmann's dump() and from Python's json.dumps(sort_keys=True,
// separators=(",", ":"), ensure_ascii=False). Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_JSON_TEXT_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_JSON_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

// Names and arguments are bytes; JSON is UTF-8. Every byte that is not part of valid UTF-8 becomes
// the four characters \xNN.
[[nodiscard]] std::string utf8_text(std::string_view bytes);
[[nodiscard]] bool is_utf8(std::string_view bytes);

void append_json(std::string& out, std::string_view valid_utf8);  // quoted and escaped
void append_json(std::string& out, const std::vector<std::string>& list);
[[nodiscard]] std::string json_text(const nlohmann::json& value);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_JSON_TEXT_H_
