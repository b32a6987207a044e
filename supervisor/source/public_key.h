// SPDX-License-Identifier: Apache-2.0
// The public keys that may sign a policy: a line of ssh ("ssh-ed25519 AAAA... comment") or of
// minisign ("RWQ..."). Ed25519 alone. Values; pure, any thread.
#ifndef GUARD_SUPERVISOR_SOURCE_PUBLIC_KEY_H_
#define GUARD_SUPERVISOR_SOURCE_PUBLIC_KEY_H_

#include <string>
#include <string_view>

#include "base/error.h"

namespace guard::supervisor {

enum class KeyForm { kSsh, kMinisign };

struct PublicKey {
  KeyForm form = KeyForm::kSsh;
  std::string bytes;    // the raw key
  std::string id;       // "SHA256:..." as ssh shows it, "6F2A..." as minisign does
  std::string comment;  // behind an ssh key
  bool operator==(const PublicKey&) const = default;
};

// kInvalid: neither form, or of another algorithm.
[[nodiscard]] Result<PublicKey> read_public_key(std::string_view line);

// The blob of an ssh key: its algorithm and the raw key.
[[nodiscard]] std::string ssh_blob_of(std::string_view raw_key);
// The raw key of a blob; empty: another algorithm, or no such blob.
[[nodiscard]] std::string raw_key_of(std::string_view ssh_blob);
// The eight bytes by which minisign calls a key, as it prints them.
[[nodiscard]] std::string minisign_id(std::string_view bytes);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOURCE_PUBLIC_KEY_H_
