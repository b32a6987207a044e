// SPDX-License-Identifier: Apache-2.0
#include "policy/load/key_names.h"

#include <algorithm>

#include "policy/load/schema.h"

namespace guard::policy {
namespace {

using Names = std::vector<std::string_view>;

// Every name of an enumeration that starts at 0 and ends at `last`.
template <class Enum>
Names names_up_to(Enum last) {
  Names names;
  for (int i = 0; i <= static_cast<int>(last); ++i)
    names.emplace_back(name_of(static_cast<Enum>(i)));
  return names;
}

// The place of a checked name. A name that the schema let through and no table knows is a defect of
// the tables: the last enumerator is the strictest or the least meaning in each of them.
std::size_t index_of(const Names& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? names.size() - 1 : static_cast<std::size_t>(found - names.begin());
}

}  // namespace

const Names& category_names() {
  static const Names names = names_up_to(Category::kExecArbitrary);
  return names;
}

const Names& condition_category_names() {
  static const Names names = [] {
    Names categories = category_names();
    categories.emplace_back(kNoCategory);
    return categories;
  }();
  return names;
}

const Names& act_names() {
  static const Names names = [] {
    Names acts = names_up_to(Act::kSign);
    acts.emplace_back("write");
    return acts;
  }();
  return names;
}

const Names& path_class_names() {
  static const Names names = names_up_to(PathClass::kOutside);
  return names;
}

const Names& decision_names() {
  static const Names names = names_up_to(Verdict::kDeny);
  return names;
}

const Names& tier_action_names() {
  static const Names names = names_up_to(TierAction::kConfirmThenRemember);
  return names;
}

const Names& secret_read_names() {
  static const Names names = {"judge", "log", "off"};
  return names;
}

const Names& after_read_names() {
  static const Names names = {"ask", "off"};
  return names;
}

const Names& environment_secrets_names() {
  static const Names names = {"counts", "ignored"};
  return names;
}

const Names& install_scripts_names() {
  static const Names names = {"on", "log", "off"};
  return names;
}

const Names& collision_writes_names() {
  static const Names names = {"ask", "log", "off"};
  return names;
}

const Names& landlock_use_names() {
  static const Names names = {"on", "auto", "off"};
  return names;
}

const Names& sudo_use_names() {
  static const Names names = {"off", "ask"};
  return names;
}

const Names& sudo_ticket_names() {
  static const Names names = {"drop", "keep"};
  return names;
}

const Names& set_user_id_names() {
  static const Names names = {"plain", "asked", "refused"};
  return names;
}

const Names& runs_code_names() {
  static const Names names = {"unknown", "none", "words", "named", "folder", "typed", "shell"};
  return names;
}

const Names& signature_use_names() {
  static const Names names = {"ask", "off"};
  return names;
}

const Names& listen_use_names() {
  static const Names names = {"ask", "narrow", "allow"};
  return names;
}

const Names& name_use_names() {
  static const Names names = {"fake", "real", "off"};
  return names;
}

const Names& desktop_alerts_names() {
  static const Names names = {"auto", "on", "off"};
  return names;
}

const Names& tmux_alerts_names() {
  static const Names names = {"popup", "window", "message", "off"};
  return names;
}

const Names& alert_event_names() {
  static const Names names = {"asked", "settled", "executed", "finished"};
  return names;
}

const Names& sink_type_names() {
  static const Names names = {"file", "syslog", "journald", "command", "otlp"};
  return names;
}

const Names& sink_format_names() {
  static const Names names = {"json", "ocsf", "cef"};
  return names;
}

const Names& syslog_transport_names() {
  static const Names names = {"udp", "tcp", "tls"};
  return names;
}

const Names& otlp_encoding_names() {
  static const Names names = {"json", "protobuf"};
  return names;
}

const Names& otlp_compression_names() {
  static const Names names = {"none", "gzip"};
  return names;
}

const Names& operand_role_names() {
  static const Names names = {"none",      "delete",       "find_roots", "move",
                              "overwrite", "device_write", "metadata",   "edit_in_place"};
  return names;
}

const Names& lockable_names() {
  static const Names names = [] {
    Names keys;
    for (const auto& key : section_named("file").keys) keys.push_back(key.name);
    keys.emplace_back("on_ask");  // guard run --on-ask allow (locks.h)
    return keys;
  }();
  return names;
}

std::vector<Act> acts_named(const std::vector<std::string>& names) {
  std::vector<Act> acts;
  for (const auto& name : names) {
    if (name == "write") {
      // Whatever gives a name new content: a new file, a changed one, a further link.
      acts.insert(acts.end(), {Act::kCreate, Act::kModify, Act::kLink});
    } else {
      acts.push_back(static_cast<Act>(index_of(act_names(), name)));
    }
  }
  return acts;
}

PathClass path_class_named(std::string_view name) {
  return static_cast<PathClass>(index_of(path_class_names(), name));
}
Verdict decision_named(std::string_view name) {
  return static_cast<Verdict>(index_of(decision_names(), name));
}
SecretReads secret_reads_named(std::string_view name) {
  return static_cast<SecretReads>(index_of(secret_read_names(), name));
}
AfterRead after_read_named(std::string_view name) {
  return static_cast<AfterRead>(index_of(after_read_names(), name));
}
EnvironmentSecrets environment_secrets_named(std::string_view name) {
  return static_cast<EnvironmentSecrets>(index_of(environment_secrets_names(), name));
}
InstallScripts install_scripts_named(std::string_view name) {
  return static_cast<InstallScripts>(index_of(install_scripts_names(), name));
}
CollisionWrites collision_writes_named(std::string_view name) {
  return static_cast<CollisionWrites>(index_of(collision_writes_names(), name));
}
LandlockUse landlock_use_named(std::string_view name) {
  return static_cast<LandlockUse>(index_of(landlock_use_names(), name));
}
SudoUse sudo_use_named(std::string_view name) {
  return static_cast<SudoUse>(index_of(sudo_use_names(), name));
}
SudoTicket sudo_ticket_named(std::string_view name) {
  return static_cast<SudoTicket>(index_of(sudo_ticket_names(), name));
}
SetUserId set_user_id_named(std::string_view name) {
  return static_cast<SetUserId>(index_of(set_user_id_names(), name));
}
RunsCode runs_code_named(std::string_view name) {
  return static_cast<RunsCode>(index_of(runs_code_names(), name));
}
SignatureUse signature_use_named(std::string_view name) {
  return static_cast<SignatureUse>(index_of(signature_use_names(), name));
}
ListenUse listen_use_named(std::string_view name) {
  return static_cast<ListenUse>(index_of(listen_use_names(), name));
}
NameUse name_use_named(std::string_view name) {
  return static_cast<NameUse>(index_of(name_use_names(), name));
}
DesktopAlerts desktop_alerts_named(std::string_view name) {
  return static_cast<DesktopAlerts>(index_of(desktop_alerts_names(), name));
}
TmuxAlerts tmux_alerts_named(std::string_view name) {
  return static_cast<TmuxAlerts>(index_of(tmux_alerts_names(), name));
}
SinkType sink_type_named(std::string_view name) {
  return static_cast<SinkType>(index_of(sink_type_names(), name));
}

SinkFormat sink_format_named(std::string_view name) {
  return static_cast<SinkFormat>(index_of(sink_format_names(), name));
}

SyslogTransport syslog_transport_named(std::string_view name) {
  return static_cast<SyslogTransport>(index_of(syslog_transport_names(), name));
}

OtlpEncoding otlp_encoding_named(std::string_view name) {
  return static_cast<OtlpEncoding>(index_of(otlp_encoding_names(), name));
}

OtlpCompression otlp_compression_named(std::string_view name) {
  return static_cast<OtlpCompression>(index_of(otlp_compression_names(), name));
}

AlertEvent alert_event_named(std::string_view name) {
  return static_cast<AlertEvent>(index_of(alert_event_names(), name));
}
OperandRole operand_role_named(std::string_view name) {
  return static_cast<OperandRole>(index_of(operand_role_names(), name));
}
const char* name_of(SecretReads reads) {
  return secret_read_names().at(static_cast<std::size_t>(reads)).data();
}
const char* name_of(AfterRead after) {
  return after_read_names().at(static_cast<std::size_t>(after)).data();
}
const char* name_of(EnvironmentSecrets secrets) {
  return environment_secrets_names().at(static_cast<std::size_t>(secrets)).data();
}
const char* name_of(InstallScripts scripts) {
  return install_scripts_names().at(static_cast<std::size_t>(scripts)).data();
}
const char* name_of(CollisionWrites writes) {
  return collision_writes_names().at(static_cast<std::size_t>(writes)).data();
}
const char* name_of(LandlockUse use) {
  return landlock_use_names().at(static_cast<std::size_t>(use)).data();
}
const char* name_of(SudoUse use) {
  return sudo_use_names().at(static_cast<std::size_t>(use)).data();
}
const char* name_of(SudoTicket ticket) {
  return sudo_ticket_names().at(static_cast<std::size_t>(ticket)).data();
}
const char* name_of(SignatureUse use) {
  return signature_use_names().at(static_cast<std::size_t>(use)).data();
}
const char* name_of(ListenUse use) {
  return listen_use_names().at(static_cast<std::size_t>(use)).data();
}
const char* name_of(NameUse use) {
  return name_use_names().at(static_cast<std::size_t>(use)).data();
}
const char* name_of(DesktopAlerts desktop) {
  return desktop_alerts_names().at(static_cast<std::size_t>(desktop)).data();
}
const char* name_of(TmuxAlerts tmux) {
  return tmux_alerts_names().at(static_cast<std::size_t>(tmux)).data();
}
const char* name_of(SinkType type) {
  return sink_type_names().at(static_cast<std::size_t>(type)).data();
}

const char* name_of(SinkFormat format) {
  return sink_format_names().at(static_cast<std::size_t>(format)).data();
}

const char* name_of(AlertEvent event) {
  return alert_event_names().at(static_cast<std::size_t>(event)).data();
}

}  // namespace guard::policy
