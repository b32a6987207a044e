// SPDX-License-Identifier: Apache-2.0
// The policy file that `guard policy init` writes: a line for each thing that most people ever set,
// as a comment. Prose begins with "# ", what is to be taken with "#" alone. Pure.
#ifndef GUARD_CONSOLE_POLICY_POLICY_TEMPLATE_H_
#define GUARD_CONSOLE_POLICY_POLICY_TEMPLATE_H_

#include <string_view>

namespace guard::console {

inline constexpr std::string_view kPolicyTemplate =
    R"yaml(# Your policy for guard: it holds in every run of yours. A project's .guard.yaml may tighten it.
# A line that begins with "#" and no blank is an example: take the "#" away, and it holds.
#
#   guard policy edit          opens this file, and says afterwards whether it is sound
#   guard policy show          says what holds here
#   man guard-policy           explains all keys
version: 1
extends: [default]

# How much is asked. balanced asks from tier 2 up: deleting folders, publishing, new hosts, new
# packages. paranoid asks about tier 1, too. trusting asks, and remembers the answer for the session.
#mode: balanced

# Hosts that programs may talk to without a question.
#network: {allow: [api.example.org, "192.0.2.7:443"]}

# Commands that run without a question.
#pre_confirmed: ["rm -rf ./build/*"]

# Files that hold secrets, besides those that guard knows.
#paths: {secret: ["**/*.sealed"]}

# How long a question waits before it is denied.
#timeouts: {tier2: 8h, tier3: 30m}

# Rules of your own. A deny counts more than an ask, and an ask more than an allow.
#rules:
#- {id: no-force-push, when: {command: git, sub: push, flags: [force, f]}, decision: deny, message: Open a pull request instead.}
#- {id: migrations, when: {act: [write, delete], path: "db/migrations/**"}, decision: ask}
)yaml";

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_POLICY_TEMPLATE_H_
