// SPDX-License-Identifier: Apache-2.0
// A CiReport in the forms that pipelines read: one table of them. Pure.
#ifndef GUARD_CONSOLE_CI_CI_FORMATS_H_
#define GUARD_CONSOLE_CI_CI_FORMATS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "console/ci/ci_report.h"

namespace guard::console {

struct CiFormat {
  const char* name;    // "junit"
  const char* ending;  // of a file: ".xml"
  std::string (*text)(const CiReport& report);
};

// nullptr: no such format.
[[nodiscard]] const CiFormat* ci_format_named(std::string_view name);
[[nodiscard]] const CiFormat* ci_format_of_file(std::string_view path);
// "json, junit, sarif, md"
[[nodiscard]] std::string ci_format_names();

// The object that JSON and SARIF have of it; null: the run kept what it did.
[[nodiscard]] nlohmann::json discard_json(const CiReport& report);
[[nodiscard]] std::string ci_json(const CiReport& report);
[[nodiscard]] std::string ci_junit(const CiReport& report);
[[nodiscard]] std::string ci_sarif(const CiReport& report);
[[nodiscard]] std::string ci_markdown(const CiReport& report);

// "nothing refused"; "3 refused: 1 by rule, 2 that a person could approve".
[[nodiscard]] std::string refused_text(const CiReport& report);
// For standard error at the end of a run.
[[nodiscard]] std::string ci_summary(const CiReport& report);
// Workflow commands of GitHub Actions, a line each; GitHub shows ten of a kind for one step.
[[nodiscard]] std::string github_annotations(const CiReport& report);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_CI_FORMATS_H_
