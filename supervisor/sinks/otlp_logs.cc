// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_logs.h"

#include <chrono>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "supervisor/audit/record/json_text.h"
#include "supervisor/sinks/syslog_message.h"

namespace guard::supervisor {
namespace {

OtlpAttribute attribute(const char* key, std::string_view value) {
  return {key, utf8_text(value)};
}

OtlpAttribute attribute(const char* key, std::int64_t value) {
  return {key, value};
}

std::uint64_t nanoseconds_of(const std::string& timestamp) {
  const auto time = parse_iso_time(timestamp);
  if (!time) return 0;
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(time->time_since_epoch());
  return static_cast<std::uint64_t>(since.count());
}

std::vector<OtlpAttribute> attributes_of(const AuditRecord& record) {
  std::vector<OtlpAttribute> all = {attribute("guard.session.id", record.session_id),
                                    attribute("guard.seq", static_cast<std::int64_t>(record.seq)),
                                    attribute("guard.request.id", record.request_id),
                                    attribute("guard.act", record.act),
                                    attribute("guard.decision", record.decision),
                                    attribute("guard.rule", record.rule),
                                    attribute("guard.tier", record.risk_tier),
                                    attribute("guard.outcome", record.outcome),
                                    attribute("user.name", record.user_id),
                                    attribute("process.pid", record.pid)};
  if (!record.category.empty()) all.push_back(attribute("guard.category", record.category));
  if (!record.exe.empty()) all.push_back(attribute("process.executable.path", record.exe));
  return all;
}

// The numbers 4 to 6 of syslog as OTLP has them.
std::pair<int, const char*> severity_number(const AuditRecord& record) {
  const int severity = severity_of(record);
  if (severity == 4) return {13, "WARN"};
  return severity == 5 ? std::pair(10, "INFO2") : std::pair(9, "INFO");
}

OtlpLog log_of(const SinkRecord& sent, const TraceOf& trace_of) {
  const AuditRecord& record = sent.stored.record;
  const auto [severity, text] = severity_number(record);
  return {nanoseconds_of(record.timestamp),
          severity,
          text,
          utf8_text("guard." + record.act),
          utf8_text(sent.body),
          attributes_of(record),
          trace_of(record)};
}

}  // namespace

OtlpLogs otlp_logs(const std::vector<SinkRecord>& records, const std::string& host,
                   const TraceOf& trace_of) {
  OtlpLogs all{{attribute("service.name", "guard"), attribute("service.version", GUARD_VERSION),
                attribute("host.name", host)},
               "guard.audit",
               GUARD_VERSION,
               {}};
  all.logs.reserve(records.size());
  for (const SinkRecord& record : records) all.logs.push_back(log_of(record, trace_of));
  return all;
}

}  // namespace guard::supervisor
