// SPDX-License-Identifier: Apache-2.0
// A CiReport in the forms that pipelines read: one table of them. Pure.
#ifndef GUARD_CONSOLE_CI_CI_FORMATS_H_
#define GUARD_CONSOLE_CI_CI_FORMATS_H_

#include <string>
#include <string_view>
#include <vector>

#include "console/ci/ci_report.h"

namespace guard::console {

struct CiFormat {
  const char* name;    // "junit"
  const char* ending;  // of a file: ".xml"
  // FOLDER: paths below it are written without it.
  std::string (*text)(const CiReport& report, const std::string& folder);
};

// nullptr: no such format.
[[nodiscard]] const CiFormat* ci_format_named(std::string_view name);
[[nodiscard]] const CiFormat* ci_format_of_file(std::string_view path);
// "json, junit, sarif, md"
[[nodiscard]] std::string ci_format_names();

[[nodiscard]] std::string ci_json(const CiReport& report, const std::string& folder);
[[nodiscard]] std::string ci_junit(const CiReport& report, const std::string& folder);
[[nodiscard]] std::string ci_sarif(const CiReport& report, const std::string& folder);
[[nodiscard]] std::string ci_markdown(const CiReport& report, const std::string& folder);

// For standard error at the end of a run.
[[nodiscard]] std::string ci_summary(const CiReport& report);
// Workflow commands of GitHub Actions, a line each; GitHub shows ten of a kind for one step.
[[nodiscard]] std::string github_annotations(const CiReport& report, const std::string& folder);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_CI_FORMATS_H_
