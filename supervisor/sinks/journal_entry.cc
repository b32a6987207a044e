// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/journal_entry.h"

#include <cstdint>
#include <string_view>

#include "base/text/text.h"
#include "supervisor/sinks/syslog_message.h"

namespace guard::supervisor {
namespace {

// A value with a line break stands behind its length, 64 bits, the lowest byte first.
void add_field(std::string& entry, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  entry += name;
  if (value.find('\n') == std::string_view::npos) {
    entry += '=';
  } else {
    entry += '\n';
    const auto size = static_cast<std::uint64_t>(value.size());
    for (int shift = 0; shift < 64; shift += 8) entry += static_cast<char>((size >> shift) & 0xffU);
  }
  entry += value;
  entry += '\n';
}

std::string message_of(const AuditRecord& record) {
  const std::string what =
      record.argv.empty() ? safe_text(record.result_summary) : command_text(record.argv);
  return record.decision + " " + record.act + ": " + what;
}

}  // namespace

std::string journal_entry(const SinkRecord& sent) {
  const AuditRecord& record = sent.stored.record;
  std::string entry;
  add_field(entry, "MESSAGE", message_of(record));
  add_field(entry, "PRIORITY", std::to_string(severity_of(record)));
  add_field(entry, "SYSLOG_FACILITY", "13");
  add_field(entry, "SYSLOG_IDENTIFIER", "guard");
  add_field(entry, "GUARD_SESSION", record.session_id);
  add_field(entry, "GUARD_SEQ", std::to_string(record.seq));
  add_field(entry, "GUARD_REQUEST_ID", record.request_id);
  add_field(entry, "GUARD_USER", record.user_id);
  add_field(entry, "GUARD_ACT", record.act);
  add_field(entry, "GUARD_DECISION", record.decision);
  add_field(entry, "GUARD_RULE", record.rule);
  add_field(entry, "GUARD_TIER", std::to_string(record.risk_tier));
  add_field(entry, "GUARD_CATEGORY", record.category);
  add_field(entry, "GUARD_OUTCOME", record.outcome);
  add_field(entry, "GUARD_TIMESTAMP", record.timestamp);
  add_field(entry, "GUARD_RECORD", sent.body);
  return entry;
}

}  // namespace guard::supervisor
