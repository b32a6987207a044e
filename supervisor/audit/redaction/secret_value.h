// SPDX-License-Identifier: Apache-2.0
// Tells a secret from text that only stands where one could: entropy, templates, ids. A Secret is a
// part of the text it was found in. Pure, any thread; every question costs a bounded time.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_VALUE_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_VALUE_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace guard::supervisor {

struct Secret {
  std::string_view bytes;  // points into the text
  std::size_t keep = 0;    // of them this many, a vendor's prefix, may be shown
};

using Secrets = std::vector<Secret>;

// The text in a secret's place begins so: "[redacted 5f2c]".
inline constexpr std::string_view kRedactedMark = "[redacted";

// Without the pair of quotes around all of it, if there is one.
[[nodiscard]] std::string_view without_quotes(std::string_view value);
// Shannon, in bits a character, over the first 256.
[[nodiscard]] double entropy_of(std::string_view text);
[[nodiscard]] bool has_digit(std::string_view text);  // among the first 256
// "$TOKEN", "${X}", "$(cmd)", "{{ x }}", "<token>", "%s", "****", what is redacted already,
// nothing.
[[nodiscard]] bool is_placeholder(std::string_view value);
// A commit id (40 or 64 hex digits) or a UUID.
[[nodiscard]] bool is_public_id(std::string_view value);
// Begins as a path does: "/x", "./x", "../x", "~/x".
[[nodiscard]] bool is_path(std::string_view value);
// A path, or written as the name of a file that holds a key: "deploy.pem", "keys/id_rsa".
[[nodiscard]] bool is_key_file(std::string_view value);
// Behind "%3D" or another percent-encoded character: a word begins here, whatever its last letter
// is.
[[nodiscard]] bool behind_escape(std::string_view text, std::size_t at);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_VALUE_H_
