// SPDX-License-Identifier: Apache-2.0
#include "policy/command/own_trade.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/text.h"
#include "policy/command/git_steps.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

struct OwnFolder {
  std::string_view program;  // a glob
  std::string_view folder;   // a name on the way to the file
};
constexpr auto kOwnFolders = std::to_array<OwnFolder>({
    {"bundle*", "vendor"},
    {"bun", "node_modules"},
    {"cargo", "vendor"},
    {"composer*", "vendor"},
    {"conda", "site-packages"},
    {"gem*", "vendor"},
    {"go", "vendor"},
    {"npm", "node_modules"},
    {"npx", "node_modules"},
    {"pdm", "site-packages"},
    {"pip*", "dist-packages"},
    {"pip*", "site-packages"},
    {"pnpm", "node_modules"},
    {"poetry", "site-packages"},
    {"uv", "site-packages"},
    {"virtualenv", "site-packages"},
    {"yarn*", ".yarn"},
    {"yarn*", "node_modules"},
});

bool lies_in(std::string_view path, std::string_view folder) {
  return path.find("/" + std::string(folder) + "/") != std::string_view::npos;
}

bool is_itself(const Actor& actor) {
  return actor.installed && !actor.tampered;
}

}  // namespace

bool is_git_or_its_rm(const Actor& actor) {
  return is_itself(actor) && is_git_on_its_own(actor.exe, actor.argv);
}

// `git rm` deletes what somebody named, as `rm` does. A word too many is counted, and loses
// nothing.
bool is_git_at_work(const Actor& actor) {
  return is_git_or_its_rm(actor) && std::ranges::find(actor.argv, "rm") == actor.argv.end();
}

bool is_own_folder(const Actor& actor, std::string_view path) {
  if (!is_itself(actor)) return false;
  const std::string_view name = actor.script.empty() ? base_name(actor.exe) : actor.script;
  return std::ranges::any_of(kOwnFolders, [&](const OwnFolder& row) {
    return word_glob_matches(row.program, name) && lies_in(path, row.folder);
  });
}

}  // namespace guard::policy
