// SPDX-License-Identifier: Apache-2.0
// Rules decide; specs assess. Among rules deny beats ask beats allow, whatever the order and the
// layer; a rule beats the mode, and nothing beats a block. A rule may also name categories: the act
// has them besides those that were assessed. Values.
#ifndef GUARD_POLICY_MODEL_RULE_H_
#define GUARD_POLICY_MODEL_RULE_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/decision.h"

namespace guard::policy {

// Every present field must hold; a list holds when one of its members does.
struct Condition {
  std::vector<std::string> command;     // base names or globs of them: "git"; with a '/': the path
  std::vector<std::string> subcommand;  // key `sub`
  std::vector<std::string> flags;       // any of these flags present, without dashes: "force", "f"
  std::vector<std::string> has;         // any operand equal to or glob-matching
  std::vector<Act>
      act;  // read write create modify delete rename link metadata connect listen exec ...
  std::vector<std::string>
      path;  // globs over canonical paths; relative ones hang from the workspace
  std::vector<std::string> mentions;  // globs over each path that it names, in any case
  bool outside = false;           // a path that it names has `../` or lies outside of the workspace
  std::vector<std::string> host;  // "example.org", "*.example.org", "192.0.2.7:443"
  std::vector<Category> category;
  bool no_category = false;     // `none` among them: nobody else gives it one
  std::optional<int> min_tier;  // key `tier`
  bool operator==(const Condition&) const = default;
};

// Whether `match` and `no_match` are read. Those of the built-in packs are for tests and `guard
// policy test`: that they hold was seen before guard was shipped, and reading them at each start
// costs time.
enum class Examples { kLeftOut, kRead };

struct Rule {
  std::string id;
  Condition when;
  Verdict decision = Verdict::kDeny;  // kAllow, kAsk or kDeny
  bool decides = true;  // false: it names categories alone; `decision` is kAsk, whom it restricts
  std::vector<Category> categories;  // key `category`: what an act that it holds for is
  std::optional<int> tier;           // for ask: the tier it is asked at
  bool only_tightens = false;        // from an untrusted file: `tier` raises, never lowers
  bool joins_only = false;  // its categories count beside others only: the first one lets a session
                            // approval cover the act
  bool monitors = false;    // key `monitor`: what it would decide is put on record alone
  std::string message;
  std::vector<std::string> match;  // shell lines that must match, checked at load
  std::vector<std::string> no_match;
  std::string source;  // "file:line"
  bool operator==(const Rule&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_RULE_H_
