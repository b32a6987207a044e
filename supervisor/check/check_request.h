// SPDX-License-Identifier: Apache-2.0
// CheckRequest: what is to be judged before it happens, as `guard check`, POST /v1/check and `guard
// policy explain` take it, and the acts it comes to. Reads the tree, acts on nothing. Any thread.
#ifndef GUARD_SUPERVISOR_CHECK_CHECK_REQUEST_H_
#define GUARD_SUPERVISOR_CHECK_CHECK_REQUEST_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/assess/preview.h"
#include "supervisor/check/check.h"

namespace guard::supervisor {

struct CheckRequest {
  std::vector<std::string> argv;
  std::string shell;
  bool is_shell = false;
  std::string cwd;
};

// {"argv": [...]} or {"shell": "..."}, either with "cwd"; kInvalid for anything else. CWD: where
// that one hangs from.
[[nodiscard]] Result<CheckRequest> read_check_request(const nlohmann::json& body,
                                                      const std::string& cwd);
[[nodiscard]] std::string shown_command(const CheckRequest& request);  // safe for a terminal

struct PreviewedActs {
  policy::Action origin;  // the act that holds them
  bool parsed = true;     // false: not all of the text could be read
  std::vector<policy::JudgedAct> acts;
};
[[nodiscard]] PreviewedActs preview_acts(const CheckContext& context, const CheckRequest& request,
                                         policy::Detail detail);

// By rules and mode, then by what is remembered of answers. Takes the act's assessment.
[[nodiscard]] policy::Decision decide_act(const CheckContext& context, policy::JudgedAct& act,
                                          policy::Steps* steps = nullptr);
// True when `a` is to be reported rather than `b`.
[[nodiscard]] bool outranks(const policy::Decision& a, const policy::Decision& b);
// The worst of the decisions of what PREVIEW holds, with the categories of all that would be asked;
// of none: nothing to do. A text that could not be read whole is never allowed (`shell.unread`).
[[nodiscard]] policy::Decision worst_of(const CheckContext& context, const PreviewedActs& preview,
                                        const std::vector<policy::Decision>& decisions);
}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_CHECK_REQUEST_H_
