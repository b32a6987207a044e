// SPDX-License-Identifier: Apache-2.0
// Text for a shell: parsed, followed into the texts within it, split as the examples of policy
// files are. The result refers to itself only where something stands.
#include <string>

#include "policy/assess/preview.h"
#include "policy/shell/shell_text.h"
#include "policy/text/shell_words.h"
#include "tests/fuzz/input.h"

namespace guard::policy {
namespace {

using testing::expect;

void expect_sound(const ShellText& text) {
  const auto scopes = static_cast<int>(text.scopes.size());
  const auto commands = static_cast<int>(text.commands.size());
  for (int scope = 0; scope < scopes; ++scope)
    expect(text.scopes[static_cast<std::size_t>(scope)] <= scope, "a scope lies in an earlier one");
  for (std::size_t i = 0; i < text.flow.size(); ++i) {
    const FlowStep& step = text.flow[i];
    expect((step.command >= 0) == (step.kind == FlowKind::kCommand), "only a command has one");
    expect(step.command < commands, "its command exists");
    for (const int part : step.parts)
      expect(
          static_cast<std::size_t>(part) > i && static_cast<std::size_t>(part) < text.flow.size(),
          "the parts of a step come behind it");
  }
  for (const SimpleCommand& command : text.commands) {
    expect(command.scope >= 0 && command.scope < std::max(scopes, 1), "a command's scope exists");
    expect(command.inside >= -1 && command.inside < commands, "it stands in one that exists");
    for (const ShellWord& word : command.words) {
      expect(!word.glob || word.literal || word.pattern.empty(), "only known words have patterns");
    }
  }
}

}  // namespace
}  // namespace guard::policy

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  guard::policy::expect_sound(guard::policy::parse_shell_text(text));
  const auto preview = guard::policy::preview_shell(text);
  for (const auto& command : preview.commands)
    guard::testing::expect(command.depth >= 0, "a text's depth is counted");
  if (const auto words = guard::policy::split_words(text))
    guard::testing::expect(!words->empty(), "no words are an error");
  return 0;
}
