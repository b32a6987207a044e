// SPDX-License-Identifier: Apache-2.0
// The shell text of a script that a command runs by its name: package.json and composer.json have
// "scripts", a Makefile and a justfile have recipes. Read to a bound and never run. A script that
// cannot be read here (an include, a name that a variable holds) gives no text, and the words of
// the command decide alone. Any thread.
#ifndef GUARD_SUPERVISOR_CHECK_SCRIPT_TEXTS_H_
#define GUARD_SUPERVISOR_CHECK_SCRIPT_TEXTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

struct ScriptText {
  std::string name;    // "ship of package.json"
  std::string text;    // as a shell gets it, but for what make or just put in: `${X}`
  std::string folder;  // where it runs
};

// ARGV: one command, its program's name first; CWD: where it would run.
[[nodiscard]] std::vector<ScriptText> script_texts(const std::vector<std::string>& argv,
                                                   const std::string& cwd);

// The recipe of TARGET, with those that it depends on in front; of the first target where TARGET is
// empty.
[[nodiscard]] std::string recipe_of(std::string_view makefile, std::string_view target);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_SCRIPT_TEXTS_H_
