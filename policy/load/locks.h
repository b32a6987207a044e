// SPDX-License-Identifier: Apache-2.0
// The keys that a lock of a policy file holds: the key that it names, whole, and of some others
// what would loosen the same outcome. Pure; any thread.
#ifndef GUARD_POLICY_LOAD_LOCKS_H_
#define GUARD_POLICY_LOAD_LOCKS_H_

#include <map>
#include <string>
#include <string_view>

#include "policy/model/policy.h"

namespace guard::policy {

// No key of a file: `guard run --on-ask allow`.
inline constexpr std::string_view kOnAsk = "on_ask";

using Locks = std::map<std::string, std::string>;  // key -> where it was locked, "FILE:LINE"

// "mode is locked by FILE:LINE", where a lock holds what loosens KEY; empty where none does.
[[nodiscard]] std::string lock_over(const Locks& locks, std::string_view key);
// The same of a rule of a later file, which may allow as much as a key that is held.
[[nodiscard]] std::string lock_over(const Locks& locks, const Rule& rule);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_LOCKS_H_
