// SPDX-License-Identifier: Apache-2.0
// guard version: as `guard --version`.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"

namespace guard::console {

int version_command(const Words& words) {
  static constexpr OptionRow kRows[] = {{"json", 0, nullptr, "print JSON"}};
  static constexpr OptionTable kVersionTable = {
      "version",      "which guard this is: as guard --version", "", kRows, 0, 0, false,
      "guard version"};
  const auto options = parse_or_explain(kVersionTable, words);
  if (!options) return options.error();
  if (options->has("json"))
    return std::printf("%s\n", nlohmann::json{{"version", GUARD_VERSION}}.dump().c_str()) < 0 ? 1
                                                                                              : 0;
  return std::printf("guard %s\n", GUARD_VERSION) < 0 ? 1 : 0;
}

}  // namespace guard::console
