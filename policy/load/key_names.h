// SPDX-License-Identifier: Apache-2.0
// The names that a policy file may use for each enumeration, made from name_of() once, so that
// files, records and errors use the same words. Any thread.
#ifndef GUARD_POLICY_LOAD_KEY_NAMES_H_
#define GUARD_POLICY_LOAD_KEY_NAMES_H_

#include <string_view>
#include <vector>

#include "policy/model/command_spec.h"
#include "policy/model/policy.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/decision.h"

namespace guard::policy {

[[nodiscard]] const std::vector<std::string_view>& category_names();
// Those of a condition: also `none`, no category at all.
inline constexpr std::string_view kNoCategory = "none";
[[nodiscard]] const std::vector<std::string_view>& condition_category_names();
[[nodiscard]] const std::vector<std::string_view>& act_names();         // those of Act, and "write"
[[nodiscard]] const std::vector<std::string_view>& path_class_names();  // all
[[nodiscard]] const std::vector<std::string_view>& decision_names();    // allow ask deny
[[nodiscard]] const std::vector<std::string_view>& tier_action_names();
[[nodiscard]] const std::vector<std::string_view>& secret_read_names();
[[nodiscard]] const std::vector<std::string_view>& after_read_names();
[[nodiscard]] const std::vector<std::string_view>& environment_secrets_names();
[[nodiscard]] const std::vector<std::string_view>& install_scripts_names();
[[nodiscard]] const std::vector<std::string_view>& collision_writes_names();
[[nodiscard]] const std::vector<std::string_view>& landlock_use_names();
[[nodiscard]] const std::vector<std::string_view>& sudo_use_names();
[[nodiscard]] const std::vector<std::string_view>& sudo_ticket_names();
[[nodiscard]] const std::vector<std::string_view>& set_user_id_names();
[[nodiscard]] const std::vector<std::string_view>& runs_code_names();
[[nodiscard]] const std::vector<std::string_view>& signature_use_names();
[[nodiscard]] const std::vector<std::string_view>& listen_use_names();
[[nodiscard]] const std::vector<std::string_view>& name_use_names();
[[nodiscard]] const std::vector<std::string_view>& desktop_alerts_names();
[[nodiscard]] const std::vector<std::string_view>& tmux_alerts_names();
[[nodiscard]] const std::vector<std::string_view>& alert_event_names();
[[nodiscard]] const std::vector<std::string_view>& sink_type_names();
[[nodiscard]] const std::vector<std::string_view>& sink_format_names();
[[nodiscard]] const std::vector<std::string_view>& syslog_transport_names();
[[nodiscard]] const std::vector<std::string_view>& otlp_encoding_names();
[[nodiscard]] const std::vector<std::string_view>& otlp_compression_names();
[[nodiscard]] const std::vector<std::string_view>& operand_role_names();
[[nodiscard]] const std::vector<std::string_view>& lockable_names();  // the keys of a file

// For names that the schema has checked.
[[nodiscard]] std::vector<Act> acts_named(const std::vector<std::string>& names);
[[nodiscard]] PathClass path_class_named(std::string_view name);
[[nodiscard]] Verdict decision_named(std::string_view name);
[[nodiscard]] SecretReads secret_reads_named(std::string_view name);
[[nodiscard]] AfterRead after_read_named(std::string_view name);
[[nodiscard]] EnvironmentSecrets environment_secrets_named(std::string_view name);
[[nodiscard]] InstallScripts install_scripts_named(std::string_view name);
[[nodiscard]] CollisionWrites collision_writes_named(std::string_view name);
[[nodiscard]] LandlockUse landlock_use_named(std::string_view name);
[[nodiscard]] SudoUse sudo_use_named(std::string_view name);
[[nodiscard]] SudoTicket sudo_ticket_named(std::string_view name);
[[nodiscard]] SetUserId set_user_id_named(std::string_view name);
[[nodiscard]] RunsCode runs_code_named(std::string_view name);
[[nodiscard]] SignatureUse signature_use_named(std::string_view name);
[[nodiscard]] ListenUse listen_use_named(std::string_view name);
[[nodiscard]] NameUse name_use_named(std::string_view name);
[[nodiscard]] DesktopAlerts desktop_alerts_named(std::string_view name);
[[nodiscard]] TmuxAlerts tmux_alerts_named(std::string_view name);
[[nodiscard]] AlertEvent alert_event_named(std::string_view name);
[[nodiscard]] SinkType sink_type_named(std::string_view name);
[[nodiscard]] SinkFormat sink_format_named(std::string_view name);
[[nodiscard]] SyslogTransport syslog_transport_named(std::string_view name);
[[nodiscard]] OtlpEncoding otlp_encoding_named(std::string_view name);
[[nodiscard]] OtlpCompression otlp_compression_named(std::string_view name);
[[nodiscard]] OperandRole operand_role_named(std::string_view name);
[[nodiscard]] const char* name_of(SecretReads reads);
[[nodiscard]] const char* name_of(AfterRead after);
[[nodiscard]] const char* name_of(EnvironmentSecrets secrets);
[[nodiscard]] const char* name_of(InstallScripts scripts);
[[nodiscard]] const char* name_of(CollisionWrites writes);
[[nodiscard]] const char* name_of(LandlockUse use);
[[nodiscard]] const char* name_of(SudoUse use);
[[nodiscard]] const char* name_of(SudoTicket ticket);
[[nodiscard]] const char* name_of(SignatureUse use);
[[nodiscard]] const char* name_of(ListenUse use);
[[nodiscard]] const char* name_of(NameUse use);
[[nodiscard]] const char* name_of(DesktopAlerts desktop);
[[nodiscard]] const char* name_of(TmuxAlerts tmux);
[[nodiscard]] const char* name_of(AlertEvent event);
[[nodiscard]] const char* name_of(SinkType type);
[[nodiscard]] const char* name_of(SinkFormat format);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_KEY_NAMES_H_
