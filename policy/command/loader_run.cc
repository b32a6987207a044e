// SPDX-License-Identifier: Apache-2.0
#include "policy/command/loader_run.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/weaken.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

// glibc's by name and by version, musl's by both of its names.
constexpr std::array<std::string_view, 6> kLoaders = {"ld-linux*.so*", "ld-2.*.so", "ld.so",
                                                      "ld64.so*",      "ld-musl-*", "libc.so"};
constexpr std::array<std::string_view, 6> kRunNothing = {
    "list", "verify", "help", "version", "list-tunables", "list-diagnostics"};
constexpr std::string_view kTrace = "LD_TRACE_LOADED_OBJECTS=";

bool only_traces(const Action& action) {
  return std::ranges::any_of(action.environment_changes, [](std::string_view change) {
    return change.starts_with(kTrace) && change.size() > kTrace.size();
  });
}

bool runs_its_operand(const CommandLevel& level) {
  return std::ranges::none_of(kRunNothing,
                              [&](std::string_view flag) { return level.line.has_flag(flag); });
}

}  // namespace

bool is_loader(std::string_view program) {
  return std::ranges::any_of(
      kLoaders, [&](std::string_view glob) { return word_glob_matches(glob, program); });
}

bool is_loader(const CommandLevel& level) {
  return is_loader(level.line.program);
}

bool runs_through_loader(const Action& action, const CommandLevels& chain) {
  if (weakened("loader-runs") || only_traces(action)) return false;
  const auto& levels = chain.levels;
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    if (is_loader(levels[i]) && runs_its_operand(levels[i])) return true;
  }
  return false;
}

}  // namespace guard::policy
