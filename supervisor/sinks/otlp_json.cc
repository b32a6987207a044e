// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/otlp_json.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace guard::supervisor {
namespace {

using Json = nlohmann::ordered_json;

// 64-bit numbers are texts in this JSON.
Json value_of(const OtlpAttribute& attribute) {
  if (const auto* number = std::get_if<std::int64_t>(&attribute.value))
    return {{"intValue", std::to_string(*number)}};
  return {{"stringValue", std::get<std::string>(attribute.value)}};
}

Json list_of(const std::vector<OtlpAttribute>& attributes) {
  Json list = Json::array();
  for (const OtlpAttribute& attribute : attributes)
    list.push_back({{"key", attribute.key}, {"value", value_of(attribute)}});
  return list;
}

Json log_record(const OtlpLog& log) {
  const std::string time = std::to_string(log.nanoseconds);
  Json record = {{"timeUnixNano", time},
                 {"observedTimeUnixNano", time},
                 {"severityNumber", log.severity},
                 {"severityText", log.severity_text},
                 {"eventName", log.event},
                 {"body", {{"stringValue", log.body}}},
                 {"attributes", list_of(log.attributes)}};
  if (!log.trace) return record;
  record["traceId"] = log.trace->trace_id;
  record["spanId"] = log.trace->span_id;
  record["flags"] = log.trace->flags;
  return record;
}

}  // namespace

std::string otlp_json(const OtlpLogs& logs) {
  Json records = Json::array();
  for (const OtlpLog& log : logs.logs) records.push_back(log_record(log));
  const Json resource = {{"attributes", list_of(logs.resource)}};
  const Json scope = {{"name", logs.scope}, {"version", logs.version}};
  const Json scope_logs = {{"scope", scope}, {"logRecords", std::move(records)}};
  const Json request = {
      {"resourceLogs",
       Json::array({{{"resource", resource}, {"scopeLogs", Json::array({scope_logs})}}})}};
  return request.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<OtlpRefusal> refusal_in_json(const std::string& answer) {
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
