// SPDX-License-Identifier: Apache-2.0
// guard audit report: one session for people who were not there.
#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"
#include "console/audit/audit_options.h"
#include "console/commands/audit/audit_commands.h"
#include "console/help/option_help.h"
#include "console/report/session_report.h"
#include "supervisor/audit/store/whole_file.h"

namespace guard::console {
namespace {

constexpr OptionRow kReportRows[] = {
    {"format", 'f', "md|html", "what FILE ends in (.md, .html); md on standard output"},
    {"output", 'o', "FILE", "write there, all or nothing, readable by its owner only"},
    kUtcRow,
    kStateDirRow};
constexpr OptionTable kReportTable = {
    .command = "audit report",
    .summary = "what ran, what changed, what was asked and answered, what can be undone",
    .operands = "SESSION",
    .rows = kReportRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard audit report fshz5bq5 --output report.html",
};

struct Ending {
  std::string_view ending;
  const char* format;
};
constexpr std::array kEndings = {Ending{".html", "html"}, Ending{".htm", "html"},
                                 Ending{".md", "md"}, Ending{".markdown", "md"}};

// Markdown for a name without an ending, and for a device; empty: one that promises another format.
std::string format_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return "md";
  const auto* const found = std::find_if(kEndings.begin(), kEndings.end(), [&](const Ending& row) {
    return lower_case(name.substr(dot)) == row.ending;
  });
  return found == kEndings.end() ? "" : found->format;
}

Result<void> write_report(const std::string& path, const std::string& text) {
  auto file = supervisor::WholeFile::open(path);
  if (!file) return forward(file.error());
  if (const auto written = file->write(text); !written) return written;
  return file->keep();
}

}  // namespace

int audit_report(const Words& words) {
  const auto options = parse_or_explain(kReportTable, words);
  if (!options) return options.error();
  const std::string path = options->get("output", "-");
  const std::string format = options->get("format", format_of(path));
  if (format.empty())
    return complain(kUsage, "audit report: --output " + safe_text(path) +
                                ": name it .md or .html, or say which by --format");
  if (format != "md" && format != "html")
    return complain(kUsage,
                    "audit report: --format " + safe_text(format) + ": not known (md or html)");
  const auto state = state_folder(*options);
  if (!state) return finish(kReportTable, forward(state.error()));
  const auto reader = open_reader(*options);
  if (!reader) return finish(kReportTable, forward(reader.error()));
  LongWork work("audit report", "records");
  (*reader)->watch(work.watch());
  const auto report = collect_report(**reader, *state, options->operands().front(),
                                     ShownTimes(options->has("utc")));
  if (!report) return finish(kReportTable, forward(report.error()), work);
  const std::string text = format == "html" ? report_html(*report) : report_markdown(*report);
  return finish(kReportTable, path == "-" ? print(text) : write_report(path, text), work);
}

}  // namespace guard::console
