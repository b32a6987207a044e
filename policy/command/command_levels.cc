// SPDX-License-Identifier: Apache-2.0
#include "policy/command/command_levels.h"

#include "base/limits.h"
#include "base/text/text.h"
#include "base/weaken.h"

namespace guard::policy {
namespace {

constexpr std::size_t kMaxLevels = size_limit("command.levels");
constexpr std::string_view kGitPrefix = "git-";

}  // namespace

std::vector<std::string> with_settled_name(std::vector<std::string> argv, const SpecTable& specs) {
  if (argv.empty()) return argv;
  std::string name(base_name(argv[0]));
  if (name.size() > 1 && name[0] == '-') name.erase(0, 1);
  const bool dashed_git = name.size() > kGitPrefix.size() && name.starts_with(kGitPrefix) &&
                          specs.find(name) == nullptr && !weakened("dashed-git");
  if (dashed_git) {
    argv.insert(argv.begin() + 1, name.substr(kGitPrefix.size()));
    name = "git";
  }
  argv[0] = std::move(name);
  return argv;
}

CommandLevels command_levels(std::vector<std::string> argv, const SpecTable& specs) {
  static const CommandSpec kUnknown;
  CommandLevels chain;
  chain.specs = &specs;
  while (!argv.empty()) {
    if (chain.levels.size() == kMaxLevels) {
      chain.too_deep = true;
      break;
    }
    CommandLevel level;
    level.called = argv.front();
    level.argv = with_settled_name(std::move(argv), specs);
    level.spec = specs.find(level.argv[0]);
    const CommandSpec& spec = level.spec == nullptr ? kUnknown : *level.spec;
    level.line = parse_command_line(level.argv, spec);
    Unwrapped inner = weakened("wrapper-levels") ? Unwrapped{} : unwrap(level.argv, spec);
    level.shell_text = std::move(inner.shell_text);
    argv = std::move(inner.argv);
    chain.levels.push_back(std::move(level));
  }
  return chain;
}

}  // namespace guard::policy
