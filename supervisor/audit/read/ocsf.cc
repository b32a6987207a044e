// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/ocsf.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/text/text.h"
#include "supervisor/audit/record/json_object.h"

namespace guard::supervisor {
namespace {

struct OcsfClass {
  int uid;
  const char* name;
  int category;
  const char* category_name;
};

constexpr OcsfClass kFile = {1001, "File System Activity", 1, "System Activity"};
constexpr OcsfClass kKernel = {1003, "Kernel Activity", 1, "System Activity"};
constexpr OcsfClass kProcess = {1007, "Process Activity", 1, "System Activity"};
constexpr OcsfClass kEntity = {3004, "Entity Management", 3, "Identity & Access Management"};
constexpr OcsfClass kNetwork = {4001, "Network Activity", 4, "Network Activity"};
constexpr OcsfClass kBase = {0, "Base Event", 0, "Uncategorized"};

constexpr int kOther = 99;

struct Mapping {
  std::string_view act;
  const OcsfClass* event;
  int activity;
  const char* activity_name;
};

constexpr std::array kMappings = {
    Mapping{"exec", &kProcess, 1, "Launch"},
    Mapping{"signal", &kProcess, kOther, "Signal"},
    Mapping{"create", &kFile, 1, "Create"},
    Mapping{"read", &kFile, 2, "Read"},
    Mapping{"modify", &kFile, 3, "Update"},
    Mapping{"delete", &kFile, 4, "Delete"},
    Mapping{"rename", &kFile, 5, "Rename"},
    Mapping{"metadata", &kFile, 6, "Set Attributes"},
    Mapping{"link", &kFile, kOther, "Link"},
    Mapping{"connect", &kNetwork, 1, "Open"},
    Mapping{"listen", &kNetwork, kOther, "Listen"},
    Mapping{"system", &kKernel, 4, "Invoke"},
    Mapping{"sign", &kBase, kOther, "Use of a key"},
    Mapping{"api", &kBase, kOther, "Refused request"},
    Mapping{"answer", &kEntity, kOther, "Answer"},
    Mapping{"brake", &kBase, kOther, "Brake"},
    Mapping{"audit", &kBase, kOther, "Audit"},
    Mapping{"policy", &kBase, kOther, "Policy"},
    Mapping{"undo", &kBase, kOther, "Undo"},
};
constexpr Mapping kUnknown = {"", &kBase, kOther, "Other"};

struct Severity {
  int id;
  const char* name;
};
// By tier.
constexpr std::array kSeverities = {Severity{1, "Informational"}, Severity{2, "Low"},
                                    Severity{3, "Medium"}, Severity{4, "High"}};

struct Ending {
  std::string_view outcome;
  int status;
  const char* status_name;
  int action;  // of the security_control profile: 1 allowed, 2 denied
  const char* action_name;
  const char* disposition;  // has the action's number
};
constexpr std::array kEndings = {
    Ending{"done", 1, "Success", 1, "Allowed", "Allowed"},
    Ending{"failed", 2, "Failure", 1, "Allowed", "Allowed"},
    Ending{"refused", 2, "Failure", 2, "Denied", "Blocked"},
};
constexpr Ending kNoEnding = {"", 0, "Unknown", 0, "Unknown", "Unknown"};

const Mapping& mapping_of(const AuditRecord& record) {
  for (const Mapping& mapping : kMappings) {
    if (mapping.act == record.act) return mapping;
  }
  return kUnknown;
}

const Ending& ending_of(const AuditRecord& record) {
  for (const Ending& ending : kEndings) {
    if (ending.outcome == record.outcome) return ending;
  }
  return kNoEnding;
}

const std::string& host_name() {
  static const std::string name = [] {
    std::array<char, 256> buffer{};
    ::gethostname(buffer.data(), buffer.size() - 1);
    return utf8_text(buffer.data());
  }();
  return name;
}

std::int64_t milliseconds_of(const std::string& timestamp) {
  const auto time = parse_iso_time(timestamp);
  if (!time) return 0;
  return std::chrono::duration_cast<std::chrono::milliseconds>(time->time_since_epoch()).count();
}

void add_class(JsonObject& event, const Mapping& mapping) {
  event.number("activity_id", mapping.activity);
  event.text("activity_name", mapping.activity_name);
  event.number("category_uid", mapping.event->category);
  event.text("category_name", mapping.event->category_name);
  event.number("class_uid", mapping.event->uid);
  event.text("class_name", mapping.event->name);
  event.number("type_uid", mapping.event->uid * 100 + mapping.activity);
  event.text("type_name", std::string(mapping.event->name) + ": " + mapping.activity_name);
}

void add_metadata(JsonObject& event, const AuditRecord& record, bool is_base) {
  JsonObject metadata = event.object("metadata");
  metadata.text("version", kOcsfVersion);
  metadata.text("uid", record.request_id);
  if (record.approval_id) metadata.text("correlation_uid", *record.approval_id);
  metadata.number("sequence", record.seq);
  metadata.text("original_time", record.timestamp);
  metadata.text("log_name", "guard audit");
  metadata.raw("profiles", is_base ? R"(["host"])" : R"(["host","security_control"])");
  JsonObject product = metadata.object("product");
  product.text("name", "guard");
  product.text("version", GUARD_VERSION);
  product.text("vendor_name", "guard");
}

void add_result(JsonObject& event, const AuditRecord& record, bool is_base) {
  const Ending& ending = ending_of(record);
  event.number("status_id", ending.status);
  event.text("status", ending.status_name);
  if (record.error != 0) event.text("status_code", std::to_string(record.error));
  if (!record.reason.empty()) event.text("status_detail", record.reason);
  if (!record.result_summary.empty()) event.text("message", record.result_summary);
  event.number("duration", record.duration_ms);
  if (is_base) return;
  event.number("action_id", ending.action);
  event.text("action", ending.action_name);
  event.number("disposition_id", ending.action);
  event.text("disposition", ending.disposition);
}

void add_file(JsonObject& parent, std::string_view field, std::string_view path) {
  JsonObject file = parent.object(field);
  file.text("path", path);
  file.text("name", base_name(path));
  file.number("type_id", 0);
}

// "4711 bash" of the chain.
void add_link(JsonObject& process, std::string_view link) {
  int pid = 0;
  const char* const end = link.data() + link.size();
  const auto [rest, error] = std::from_chars(link.data(), end, pid);
  if (error == std::errc()) process.number("pid", pid);
  const auto name = link.substr(static_cast<std::size_t>(rest - link.data()));
  process.text("name", name.starts_with(' ') ? name.substr(1) : name);
}

// The process that acts and those above it: the chain is as deep as the tree, an event is not.
void add_chain(JsonObject& actor, const AuditRecord& record) {
  constexpr std::size_t kDeepest = 8;
  if (record.chain.empty()) return;
  JsonObject process = actor.object("process");
  add_link(process, record.chain.front());
  if (record.act != "exec" && !record.exe.empty()) add_file(process, "file", record.exe);
  std::string parents;
  const std::size_t depth = std::min(record.chain.size(), kDeepest);
  for (std::size_t i = 1; i < depth; ++i) {
    parents += i == 1 ? "" : ",\"parent_process\":";
    std::string one;
    {
      JsonObject link(one);
      add_link(link, record.chain[i]);
    }
    one.pop_back();  // the next one above goes inside
    parents += one;
  }
  if (depth > 1) process.raw("parent_process", parents + std::string(depth - 1, '}'));
}

// USER: who did it, where that is not the session's user; empty: that one.
void add_actor(JsonObject& event, const AuditRecord& record, const std::string& user) {
  JsonObject actor = event.object("actor");
  add_chain(actor, record);
  actor.object("user").text("name", user.empty() ? record.user_id : user);
  actor.object("session").text("uid", record.session_id);
}

// For an answer, and for what a person did to the session (`guard stop`).
std::string person_of(const AuditRecord& record) {
  if (const auto answer = answer_of(record)) return answer->by;
  if (record.act != "brake" || !record.effect.is_object()) return {};
  const auto by = record.effect.find("by");
  return by != record.effect.end() && by->is_string() ? by->get<std::string>() : std::string();
}

void add_process(JsonObject& event, const AuditRecord& record) {
  JsonObject process = event.object("process");
  process.number("pid", record.pid);
  if (record.act != "exec") return;
  process.text("name", base_name(record.exe));
  process.text("cmd_line", command_text(record.argv));
  add_file(process, "file", record.exe);
}

bool is_numeric(std::string_view host) {
  return host.find(':') != std::string_view::npos ||
         host.find_first_not_of("0123456789.") == std::string_view::npos;
}

// "tcp 192.0.2.7 443", "tcp example.org 443", or a socket's path.
void add_endpoint(JsonObject& event, const AuditRecord& record) {
  const std::string peer = record.objects.empty() ? "" : record.objects.front();
  const std::string_view text = peer;
  const std::size_t address = peer.find(' ');
  const std::size_t port = peer.rfind(' ');
  const bool is_address = !peer.starts_with('/') && address != port && port != std::string::npos;
  {
    JsonObject endpoint = event.object("dst_endpoint");
    if (is_address) {
      const auto host = text.substr(address + 1, port - address - 1);
      endpoint.text(is_numeric(host) ? "ip" : "hostname", host);
      if (is_numeric(host) && record.objects.size() > 1)
        endpoint.text("hostname", record.objects[1]);
      endpoint.raw("port", text.substr(port + 1));
    } else {
      endpoint.text("name", peer.empty() ? record.result_summary : peer);
    }
  }
  JsonObject connection = event.object("connection_info");
  connection.number("direction_id", record.act == "listen" ? 1 : 2);
  if (is_address) connection.text("protocol_name", text.substr(0, address));
}

void add_subject(JsonObject& event, const OcsfClass& kind, const AuditRecord& record) {
  if (kind.uid == kProcess.uid) return add_process(event, record);
  if (kind.uid == kNetwork.uid) return add_endpoint(event, record);
  if (kind.uid == kFile.uid) {
    add_file(event, "file", record.objects.empty() ? "" : record.objects.front());
    if (record.objects.size() > 1) add_file(event, "file_result", record.objects[1]);
    return;
  }
  if (kind.uid == kEntity.uid) {
    JsonObject entity = event.object("entity");
    entity.text("name", record.result_summary);
    entity.text("type", "Question");
    if (record.approval_id) entity.text("uid", *record.approval_id);
    return;
  }
  if (kind.uid != kKernel.uid) return;
  JsonObject kernel = event.object("kernel");
  kernel.text("name", record.syscall);
  kernel.number("type_id", 2);
  kernel.text("type", "System Call");
}

void add_unmapped(JsonObject& event, const StoredRecord& stored) {
  const AuditRecord& record = stored.record;
  JsonObject rest = event.object("unmapped");
  for (const auto& [name, value] :
       {std::pair("approval_status", &record.approval_status), {"undo_id", &record.undo_id}}) {
    if (*value) rest.text(name, **value);
  }
  for (const auto& [name, value] : {std::pair("args_hash", &record.args_hash),
                                    {"category", &record.category},
                                    {"cwd", &record.cwd},
                                    {"decision", &record.decision},
                                    {"exe", &record.exe},
                                    {"hash", &record.hash},
                                    {"kind", &record.kind},
                                    {"level", &record.level},
                                    {"outcome", &record.outcome},
                                    {"prev_hash", &record.prev_hash},
                                    {"rule", &record.rule},
                                    {"session_id", &record.session_id},
                                    {"syscall", &record.syscall},
                                    {"tool_name", &record.tool_name},
                                    {"user_id", &record.user_id}}) {
    if (!value->empty()) rest.text(name, *value);
  }
  if (stored.answer) {
    rest.text("answer_by", stored.answer->by);
    rest.text("answer_channel", stored.answer->channel);
    rest.text("answer_scope", stored.answer->scope);
    rest.number("answer_ms", stored.answer->after_ms);
  }
  rest.number("risk_tier", record.risk_tier);
  if (!record.categories.empty()) rest.texts("categories", record.categories);
  if (!record.objects.empty()) rest.texts("objects", record.objects);
  if (!record.effect.is_null()) rest.raw("effect", json_text(record.effect));
  if (!stored.ending) return;
  rest.text("outcome_hash", stored.ending->hash);
  rest.text("outcome_prev_hash", stored.ending->prev_hash);
  rest.number("outcome_seq", stored.ending->seq);
}

}  // namespace

std::string ocsf_event(const StoredRecord& stored) {
  const AuditRecord& record = stored.record;
  const Mapping& mapping = mapping_of(record);
  const bool is_base = mapping.event == &kBase;
  const auto tier = static_cast<std::size_t>(std::clamp(record.risk_tier, 0, 3));
  std::string out;
  out.reserve(2048);
  {
    JsonObject event(out);
    add_class(event, mapping);
    event.number("time", milliseconds_of(record.timestamp));
    event.number("severity_id", kSeverities[tier].id);
    event.text("severity", kSeverities[tier].name);
    add_metadata(event, record, is_base);
    add_result(event, record, is_base);
    {
      JsonObject device = event.object("device");
      device.number("type_id", 0);
      device.text("hostname", host_name());
    }
    add_actor(event, record, person_of(record));
    add_subject(event, *mapping.event, record);
    add_unmapped(event, stored);
  }
  return out;
}

}  // namespace guard::supervisor
