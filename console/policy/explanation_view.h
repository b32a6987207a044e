// SPDX-License-Identifier: Apache-2.0
// An explanation (supervisor/check/explain.h) as text: one block an act, its steps in the order in
// which they were taken. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_EXPLANATION_VIEW_H_
#define GUARD_CONSOLE_POLICY_EXPLANATION_VIEW_H_

#include <nlohmann/json.hpp>
#include <string>

namespace guard::console {

// "14 files and 2 folders, 1.2 kB; 3 existed before", without what is none.
[[nodiscard]] std::string taken_text(const nlohmann::json& effect);
[[nodiscard]] std::string explanation_text(const nlohmann::json& explanation);
// "would ask (tier 2, GIT_PUBLISH): pushes to a remote [git.push]".
[[nodiscard]] std::string decision_line(const nlohmann::json& decision);
// "instead: Open a pull request."; "" for what would run, and where there is nothing to say.
// For a command that would start: says that its own acts are judged when it runs, and which of them
// are known to be asked. A line each; empty: nothing is judged later.
[[nodiscard]] std::string later_lines(const nlohmann::json& decision);
[[nodiscard]] std::string instead_line(const nlohmann::json& decision);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_EXPLANATION_VIEW_H_
