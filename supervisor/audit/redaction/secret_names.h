// SPDX-License-Identifier: Apache-2.0
// The meaning that a name has for the value behind it: "GITHUB_TOKEN", "db_password", "X-Api-Key".
// Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_NAMES_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_NAMES_H_

#include <string_view>

namespace guard::supervisor {

enum class NameKind {
  kPlain,     // says nothing
  kHinting,   // token, secret, api_key, credential: the value must look like one
  kSigning,   // signature, auth: as kHinting, but a bare hash may be one too
  kPassword,  // whatever the value looks like, if it is written as an assignment
  kVariable,  // an environment variable that holds a secret by convention: whatever the value is
};

[[nodiscard]] NameKind kind_of_name(std::string_view name);
// An HTTP header whose value is secret.
[[nodiscard]] bool is_secret_header(std::string_view name);
// "Bearer", "Basic", ...: may be shown.
[[nodiscard]] bool is_auth_scheme(std::string_view word);
// A long option ("client-secret", without dashes) whose value is secret.
enum class OptionKind {
  kPlain,
  kSecret,  // not the name of a file
  kMode,    // "pin", "auth": neither the name of a file nor of a way ("--auth none")
};
[[nodiscard]] OptionKind kind_of_option(std::string_view name);
// The values of a kMode option that hold no secret: "none", "basic", "true".
// The names of options with one dash: "password", "storepass", "passin".
// "password-command", "BORG_PASSCOMMAND": its value is a command that prints the secret.
[[nodiscard]] bool is_command_that_tells(std::string_view name);
[[nodiscard]] bool is_single_dash_option(std::string_view name);
[[nodiscard]] bool is_mode(std::string_view value);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_NAMES_H_
