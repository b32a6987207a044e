// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/short_body.h"

#include <array>
#include <string_view>

#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestText = 500;

constexpr std::array<std::string_view, 20> kKept = {
    "act",         "decision",  "errno",        "hash",
    "kind",        "outcome",   "outcome_hash", "outcome_prev_hash",
    "outcome_seq", "pid",       "prev_hash",    "request_id",
    "risk_tier",   "rule",      "seq",          "session_id",
    "timestamp",   "tool_name", "undo_id",      "user_id"};

}  // namespace

std::string short_body(const StoredRecord& stored) {
  const nlohmann::json whole = to_json(stored);
  nlohmann::json kept = {{"cut", true},
                         {"result_summary", shortened(stored.record.result_summary, kLongestText)}};
  for (const std::string_view name : kKept) kept[std::string(name)] = whole.at(std::string(name));
  return safe_json(json_text(kept));
}

}  // namespace guard::supervisor
