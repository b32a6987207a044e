// SPDX-License-Identifier: Apache-2.0
// An argument vector, words parted by NUL: read with the shipped specs, through wrappers, and
// assessed as an exec.
#include <memory>
#include <string>
#include <vector>

#include "base/text/text.h"
#include "policy/assess/assessor.h"
#include "policy/assess/preview.h"
#include "policy/command/command_levels.h"
#include "policy/load/example_facts.h"
#include "policy/load/yaml_loader.h"
#include "policy/model/spec_table.h"
#include "tests/fuzz/input.h"

namespace guard::policy {
namespace {

using testing::expect;

const Assessor& assessor() {
  static const Assessor made(std::make_shared<const Policy>(*load_policy({})));
  return made;
}

void read(const std::vector<std::string>& argv) {
  const auto levels = command_levels(argv, assessor().specs());
  expect(!levels.levels.empty(), "a command has at least its own level");
  for (const CommandLevel& level : levels.levels) {
    expect(!level.argv.empty(), "a level has a program");
    if (level.spec == nullptr) continue;
    expect(parse_command_line(level.argv, *level.spec) == level.line, "a level's line is its own");
  }
  expect(command_levels(argv, assessor().specs()).levels.size() == levels.levels.size(),
         "the same words are read the same");
}

void assess(const std::vector<std::string>& argv) {
  ExampleFacts facts;
  Action action;
  action.argv = argv;
  action.exe = "/usr/bin/" + std::string(base_name(argv.front()));
  action.cwd = facts.cwd();
  const Assessment assessment = assessor().assess(action, facts);
  expect(assessment.tier >= 0 && assessment.tier <= 3, "a tier is 0 to 3");
}

}  // namespace
}  // namespace guard::policy

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kLongest = 4096;
  if (size > kLongest) return 0;
  const auto argv = guard::testing::Input(data, size).words('\0');
  if (argv.empty()) return 0;
  guard::policy::read(argv);
  guard::policy::assess(argv);
  (void)guard::policy::preview_command(argv);
  (void)guard::command_text(argv);
  return 0;
}
