// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/arrived_records.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/digest.h"
#include "supervisor/audit/record/json_text.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

std::string text_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::uint64_t number_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// Behind whatever a server put before it.
std::optional<Json> object_in(std::string_view line) {
  const std::size_t begin = line.find("{\"");
  if (begin == std::string_view::npos) return std::nullopt;
  Json object = Json::parse(line.substr(begin), nullptr, false);
  if (!object.is_object()) return std::nullopt;
  return object;
}

// The fields that stand in an export and are no part of the record's own link.
bool is_added(const std::string& name) {
  return name == "hash" || name.starts_with("outcome_") || name.starts_with("answer_");
}

std::string hash_of(const Json& link) {
  return sha256_hex(json_text(link));
}

ArrivedLink own_link(const Json& record) {
  Json link = Json::object();
  for (const auto& [name, value] : record.items())
    if (!is_added(name)) link[name] = value;
  if (text_in(record, "kind") == kKindIntent) {
    link["outcome"] = "";
    link["errno"] = 0;
    link["duration_ms"] = 0;
  }
  ArrivedLink arrived{text_in(record, "session_id"), number_in(record, "seq"),
                      text_in(record, "prev_hash"), text_in(record, "hash")};
  arrived.is_changed = hash_of(link) != arrived.hash;
  return arrived;
}

ArrivedLink outcome_link(const Json& record) {
  const Json link = {{"kind", "outcome"},
                     {"duration_ms", record.value("duration_ms", Json())},
                     {"errno", record.value("errno", Json())},
                     {"intent_seq", record.value("seq", Json())},
                     {"outcome", record.value("outcome", Json())},
                     {"prev_hash", record.value("outcome_prev_hash", Json())},
                     {"request_id", record.value("request_id", Json())},
                     {"result_summary", record.value("outcome_summary", Json())},
                     {"seq", record.value("outcome_seq", Json())},
                     {"session_id", record.value("session_id", Json())},
                     {"timestamp", record.value("outcome_timestamp", Json())}};
  ArrivedLink arrived{text_in(record, "session_id"), number_in(record, "outcome_seq"),
                      text_in(record, "outcome_prev_hash"), text_in(record, "outcome_hash"), true};
  arrived.is_changed = hash_of(link) != arrived.hash;
  return arrived;
}

ArrivedRecord from_own_json(const Json& record) {
  ArrivedRecord arrived;
  arrived.links.push_back(own_link(record));
  if (!text_in(record, "outcome_hash").empty()) arrived.links.push_back(outcome_link(record));
  arrived.is_cut = record.contains("cut");
  if (arrived.is_cut)
    for (ArrivedLink& link : arrived.links) link.is_changed = false;
  return arrived;
}

ArrivedRecord from_ocsf(const Json& event) {
  const Json& rest = event.at("unmapped");
  ArrivedRecord arrived;
  arrived.event = event.dump();
  arrived.links.push_back({text_in(rest, "session_id"), number_in(event.at("metadata"), "sequence"),
                           text_in(rest, "prev_hash"), text_in(rest, "hash")});
  if (!text_in(rest, "outcome_hash").empty())
    arrived.links.push_back({text_in(rest, "session_id"), number_in(rest, "outcome_seq"),
                             text_in(rest, "outcome_prev_hash"), text_in(rest, "outcome_hash"),
                             true});
  return arrived;
}

bool is_object_in(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_object();
}

void add_records(const Json& object, std::vector<ArrivedRecord>& records);

// An object may stand as text in another one: an entry of a journal, the body of a log record.
void add_text(const Json& object, const char* name, std::vector<ArrivedRecord>& records) {
  const auto inner = object_in(text_in(object, name));
  if (inner && !inner->contains(name)) add_records(*inner, records);
}

const Json& list_in(const Json& object, const char* name) {
  static const Json kNone = Json::array();
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found != object.end() && found->is_array() ? *found : kNone;
}

// A request of OTLP, as a collector writes it to a file.
void add_otlp(const Json& request, std::vector<ArrivedRecord>& records) {
  for (const Json& resource : list_in(request, "resourceLogs"))
    for (const Json& scope : list_in(resource, "scopeLogs"))
      for (const Json& log : list_in(scope, "logRecords"))
        if (is_object_in(log, "body")) add_text(log.at("body"), "stringValue", records);
}

std::optional<ArrivedRecord> record_of(const Json& object) {
  if (object.contains("session_id") && object.contains("hash")) return from_own_json(object);
  if (is_object_in(object, "unmapped") && is_object_in(object, "metadata"))
    return from_ocsf(object);
  return std::nullopt;
}

void add_records(const Json& object, std::vector<ArrivedRecord>& records) {
  if (auto record = record_of(object)) records.push_back(std::move(*record));
  add_text(object, "GUARD_RECORD", records);
  add_otlp(object, records);
}

// The value of KEY in the extension of a CEF line: none of those asked for holds a blank or '='.
std::string field_in(std::string_view line, const char* key) {
  const std::string wanted = std::string(" ") + key + "=";
  const std::size_t at = line.find(wanted);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + wanted.size());
  return std::string(rest.substr(0, std::min(rest.find(' '), rest.size())));
}

std::uint64_t number_of(const std::string& text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// No field of the record itself is compared: many of them are cut.
std::vector<ArrivedRecord> from_cef(std::string_view line) {
  const std::size_t begin = line.find("CEF:0|guard|guard|");
  // Behind the beginning of an object it is a word of a record, which a program may have chosen.
  if (begin == std::string_view::npos || line.find("{\"") < begin) return {};
  line.remove_prefix(begin);
  ArrivedRecord record;
  record.is_cut = true;
  const std::string session = field_in(line, "cs1");
  record.links.push_back(
      {session, number_of(field_in(line, "cn1")), field_in(line, "cs4"), field_in(line, "cs3")});
  if (const std::string hash = field_in(line, "cs5"); !hash.empty())
    record.links.push_back(
        {session, number_of(field_in(line, "cn2")), field_in(line, "cs6"), hash, true});
  return {std::move(record)};
}

}  // namespace

std::vector<ArrivedRecord> arrived_in(std::string_view line) {
  if (auto records = from_cef(line); !records.empty()) return records;
  std::vector<ArrivedRecord> records;
  if (const auto object = object_in(line)) add_records(*object, records);
  return records;
}

std::string comparable_event(std::string_view event) {
  Json object = Json::parse(event, nullptr, false);
  if (!object.is_object()) return {};
  object.erase("device");
  if (is_object_in(object, "metadata")) object["metadata"].erase("product");
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace guard::supervisor
