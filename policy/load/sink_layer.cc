// SPDX-License-Identifier: Apache-2.0
// Layers: the `audit` of a file. A project that nobody trusts names no sink: it would send the
// record to its author, or write a file outside of the tree.
#include <algorithm>
#include <array>
#include <set>

#include "policy/load/key_names.h"
#include "policy/load/layers.h"
#include "policy/text/scalars.h"

namespace guard::policy {
namespace {

bool is_absolute(std::string_view path) {
  return path.starts_with('/') || path.starts_with("~/");
}

// Keys that only some types have, and the key that a type cannot do without.
struct TypeRow {
  SinkType type;
  std::string_view required;
  std::array<std::string_view, 7> keys;
};
constexpr std::array kTypes = {
    TypeRow{SinkType::kFile, "path", {"path", "max_size", "keep"}},
    TypeRow{SinkType::kSyslog,
            "host",
            {"host", "port", "transport", "ca_file", "cert_file", "key_file"}},
    TypeRow{SinkType::kJournald, "", {"path"}},
    TypeRow{SinkType::kCommand, "command", {"command"}},
    TypeRow{SinkType::kOtlp,
            "url",
            {"url", "headers_file", "encoding", "compression", "ca_file", "cert_file", "key_file"}},
};
constexpr std::array<std::string_view, 3> kOfAll = {"name", "type", "format"};

const TypeRow& row_of(SinkType type) {
  return *std::ranges::find(kTypes, type, &TypeRow::type);
}

Result<void> check_keys(const Node& map, SinkType type) {
  const TypeRow& row = row_of(type);
  const std::string of = std::string(" a sink of type ") + name_of(type);
  const auto members = map.children();
  for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
    const std::string_view key = members[i].text();
    const bool fits = std::ranges::count(kOfAll, key) + std::ranges::count(row.keys, key) > 0;
    if (!fits) return forward(members[i].fault(std::string(key) + ":" + of + " has no such key"));
  }
  if (!row.required.empty() && !map.find(row.required))
    return forward(map.fault(of.substr(1) + " needs \"" + std::string(row.required) + "\""));
  return {};
}

// The name is that of a file in the state folder, too.
Result<void> check_name(const Node& name) {
  const std::string_view text = name.text();
  if (text.find('/') == std::string_view::npos && !text.starts_with('.')) return {};
  return forward(name.fault("name: use letters, digits and . _ - + only, a letter or digit first"));
}

// The folder that guard was started in says nothing about the sink.
Result<void> check_path(const Node& map, std::string_view key) {
  const auto path = map.find(key);
  if (!path || is_absolute(path->text())) return {};
  return forward(path->fault(std::string(key) + ": write the whole path (/... or ~/...)"));
}

Result<void> check_program(const Node& command) {
  const auto words = command.kind() == NodeKind::kList ? command.children() : std::vector{command};
  const std::string_view program = words.empty() ? "" : words.front().text();
  if (program.empty()) return forward(command.fault("command: no program is named"));
  const bool is_name = program.find('/') == std::string_view::npos;
  if (is_name || is_absolute(program)) return {};
  return forward(words.front().fault("command: write the program's whole path (/... or ~/...)"));
}

// A certificate without its key, or a key without its certificate, would show nothing.
Result<void> check_pair(const Node& map) {
  const auto certificate = map.find("cert_file");
  const auto key = map.find("key_file");
  if (certificate.has_value() == key.has_value()) return {};
  return forward((certificate ? *certificate : *key).fault("cert_file and key_file go together"));
}

bool speaks_tls(const Sink& sink) {
  if (sink.type == SinkType::kOtlp) return sink.url.starts_with("https://");
  return sink.transport == SyslogTransport::kTls;
}

void read_tls(const Node& map, Sink& sink) {
  sink.ca_file = text_of(map, "ca_file");
  sink.cert_file = text_of(map, "cert_file");
  sink.key_file = text_of(map, "key_file");
}

Result<Sink> read_sink(const Node& map) {
  Sink sink;
  sink.name = text_of(map, "name");
  sink.type = sink_type_named(text_of(map, "type"));
  if (auto checked = check_name(*map.find("name")); !checked) return forward(checked.error());
  if (auto checked = check_keys(map, sink.type); !checked) return forward(checked.error());
  for (const char* key : {"path", "headers_file", "ca_file", "cert_file", "key_file"})
    if (auto checked = check_path(map, key); !checked) return forward(checked.error());
  if (auto checked = check_pair(map); !checked) return forward(checked.error());
  if (const auto program = map.find("command"))
    if (auto checked = check_program(*program); !checked) return forward(checked.error());
  if (map.find("format")) sink.format = sink_format_named(text_of(map, "format"));
  sink.path = text_of(map, "path");
  if (const auto size = map.find("max_size")) sink.max_size = *parse_size(size->text());
  sink.keep = int_of(map, "keep").value_or(sink.keep);
  sink.host = text_of(map, "host");
  sink.port = int_of(map, "port").value_or(0);
  if (map.find("transport")) sink.transport = syslog_transport_named(text_of(map, "transport"));
  sink.url = text_of(map, "url");
  sink.headers_file = text_of(map, "headers_file");
  if (map.find("encoding")) sink.encoding = otlp_encoding_named(text_of(map, "encoding"));
  if (map.find("compression"))
    sink.compression = otlp_compression_named(text_of(map, "compression"));
  read_tls(map, sink);
  if (!sink.cert_file.empty() && !speaks_tls(sink))
    return forward(map.find("cert_file")->fault("cert_file: this sink speaks no TLS"));
  sink.command = texts_of(map, "command");
  return sink;
}

}  // namespace

// A later file's sink of a name stands for the earlier one.
Result<void> Layers::apply_audit(const Node& value) {
  std::set<std::string> names;
  for (const Node& item : items_of(value, "sinks")) {
    if (tighten_only_) {
      not_applied(item, "audit.sinks: only a trusted file sets them");
      continue;
    }
    auto sink = read_sink(item);
    if (!sink) return forward(sink.error());
    if (!names.insert(sink->name).second)
      return forward(item.fault("audit.sinks: two sinks are called \"" + sink->name + "\""));
    std::erase_if(policy_.sinks, [&](const Sink& other) { return other.name == sink->name; });
    policy_.sinks.push_back(std::move(*sink));
  }
  return {};
}

}  // namespace guard::policy
