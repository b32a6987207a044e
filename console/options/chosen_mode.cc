// SPDX-License-Identifier: Apache-2.0
#include "console/options/chosen_mode.h"

#include <cstdlib>
#include <vector>

#include "base/text/text.h"
#include "console/options/option_parser.h"
#include "policy/load/locks.h"

namespace guard::console {
namespace {

// "balanced, paranoid or trusting".
std::string alternatives_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_last = i + 1 == names.size();
    text += (i == 0 ? "" : is_last ? " or " : ", ") + safe_text(names[i]);
  }
  return text;
}

}  // namespace

Result<void> choose_mode(policy::Policy& policy, const std::string& name) {
  if (name.empty() || name == policy.mode.name) return {};
  const std::string lock = policy::lock_over(policy.locked_at, "mode");
  if (!lock.empty()) return fail(Code::kRefused, lock + ": it stays " + policy.mode.name);
  const auto mode = policy.modes.find(name);
  if (mode != policy.modes.end()) {
    policy.mode = mode->second;
    return {};
  }
  std::vector<std::string> known;
  for (const auto& entry : policy.modes) known.push_back(entry.first);
  return fail(Code::kInvalid, "no mode " + safe_text(name) + suggestion("", name, known) +
                                  ": use " + alternatives_text(known));
}

Result<void> choose_safe_mode(policy::Policy& policy) {
  const char* value = std::getenv("GUARD_SAFE_MODE");
  const std::string wanted = value == nullptr ? "" : value;
  if (wanted.empty()) return {};
  if (wanted != "on" && wanted != "off")
    return fail(Code::kInvalid, "GUARD_SAFE_MODE is on or off, not '" + safe_text(wanted) + "'");
  const bool on = wanted == "on";
  const std::string lock = policy::lock_over(policy.locked_at, "safe_mode");
  if (on != policy.safe_mode && !lock.empty())
    return fail(Code::kRefused, "GUARD_SAFE_MODE: " + lock);
  policy.safe_mode = on;
  return {};
}

}  // namespace guard::console
