// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_logs.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/clock.h"
#include "supervisor/sinks/syslog_message.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::ordered_json;

Json attribute(const char* key, std::string_view value) {
  return {{"key", key}, {"value", {{"stringValue", value}}}};
}

// 64-bit numbers are texts in this JSON.
Json attribute(const char* key, std::int64_t value) {
  return {{"key", key}, {"value", {{"intValue", std::to_string(value)}}}};
}

std::string nanoseconds_of(const std::string& timestamp) {
  const auto time = parse_iso_time(timestamp);
  if (!time) return "0";
  return std::to_string(
      std::chrono::duration_cast<std::chrono::nanoseconds>(time->time_since_epoch()).count());
}

Json attributes_of(const AuditRecord& record) {
  Json all = {attribute("guard.session.id", record.session_id),
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

struct Severity {
  int number;
  const char* text;
};

// The numbers 4 to 6 of syslog as OTLP has them.
Severity severity_number(const AuditRecord& record) {
  const int severity = severity_of(record);
  if (severity == 4) return {13, "WARN"};
  return severity == 5 ? Severity{10, "INFO2"} : Severity{9, "INFO"};
}

Json log_record(const SinkRecord& sent, const TraceOf& trace_of) {
  const AuditRecord& record = sent.stored.record;
  const Severity severity = severity_number(record);
  const std::string time = nanoseconds_of(record.timestamp);
  Json log = {{"timeUnixNano", time},
              {"observedTimeUnixNano", time},
              {"severityNumber", severity.number},
              {"severityText", severity.text},
              {"eventName", "guard." + record.act},
              {"body", {{"stringValue", sent.body}}},
              {"attributes", attributes_of(record)}};
  const auto trace = trace_of(record);
  if (!trace) return log;
  log["traceId"] = trace->trace_id;
  log["spanId"] = trace->span_id;
  log["flags"] = trace->flags;
  return log;
}

}  // namespace

std::string otlp_logs(const std::vector<SinkRecord>& records, const std::string& host,
                      const TraceOf& trace_of) {
  Json logs = Json::array();
  for (const SinkRecord& record : records) logs.push_back(log_record(record, trace_of));
  const Json resource = {
      {"attributes",
       {attribute("service.name", "guard"), attribute("service.version", GUARD_VERSION),
        attribute("host.name", host)}}};
  const Json scope = {{"name", "guard.audit"}, {"version", GUARD_VERSION}};
  const Json scope_logs = {{"scope", scope}, {"logRecords", std::move(logs)}};
  const Json request = {
      {"resourceLogs",
       Json::array({{{"resource", resource}, {"scopeLogs", Json::array({scope_logs})}}})}};
  return request.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<OtlpRefusal> refusal_in(const std::string& answer) {
  const Json said = Json::parse(answer, nullptr, false);
  const auto partial = said.is_object() ? said.find("partialSuccess") : said.end();
  if (partial == said.end() || !partial->is_object()) return std::nullopt;
  const auto count = partial->find("rejectedLogRecords");
  if (count == partial->end()) return std::nullopt;
  const std::string number = count->is_string() ? count->get<std::string>() : count->dump();
  if (number == "0") return std::nullopt;
  const auto why = partial->find("errorMessage");
  return OtlpRefusal{number,
                     why != partial->end() && why->is_string() ? why->get<std::string>() : ""};
}

}  // namespace guard::supervisor
