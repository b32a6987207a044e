// SPDX-License-Identifier: Apache-2.0
// This guard's own commands, run by the page's server as anybody would run them: the steps, the
// record and the way back are theirs. Any thread; blocks.
#ifndef GUARD_CONSOLE_WEB_GUARD_PROGRAM_H_
#define GUARD_CONSOLE_WEB_GUARD_PROGRAM_H_

#include <functional>
#include <string>
#include <vector>

#include "console/web/web_routes.h"

namespace guard::console {

// WORDS: the subcommand and what follows, without --state-dir. Gives the text that it prints;
// kInvalid, kRefused: its complaint.
[[nodiscard]] Result<std::string> guard_text(const WebCall& call, std::vector<std::string> words);
// With --json: what it prints, whatever its status. Some commands print JSON and a status at once:
// some of it was not done, or a choice is missing.
[[nodiscard]] Result<nlohmann::json> guard_json(const WebCall& call,
                                                std::vector<std::string> words);

// A large tree takes longer than browsers wait for an answer that says nothing: blanks, which JSON
// may begin with, say that it goes on. Then an error comes with status 200 too. A command that was
// begun is done to its end, whether the browser still listens or not.
[[nodiscard]] std::optional<WebAnswer> answer_when_done(
    WebCall& call, const std::function<Result<nlohmann::json>()>& work);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_GUARD_PROGRAM_H_
