// SPDX-License-Identifier: Apache-2.0
// guard audit report: one session for people who were not there.
#include "base/text.h"
#include "console/commands/audit/audit_options.h"
#include "console/report/session_report.h"
#include "supervisor/audit/whole_file.h"

namespace guard::console {
namespace {

constexpr OptionRow kReportRows[] = {
    {"format", 'f', "md|html", "md, unless FILE ends in .html"},
    {"output", 'o', "FILE", "write there, all or nothing, readable by its owner only"},
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

bool is_html_name(const std::string& path) {
  return path.ends_with(".html") || path.ends_with(".htm");
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
  const std::string format = options->get("format", is_html_name(path) ? "html" : "md");
  if (format != "md" && format != "html")
    return complain(kUsage,
                    "audit report: --format " + safe_text(format) + ": not known (md or html)");
  const auto state = state_folder(*options);
  if (!state) return finish(kReportTable, forward(state.error()));
  const auto reader = open_reader(*options);
  if (!reader) return finish(kReportTable, forward(reader.error()));
  LongWork work("audit report", "records");
  (*reader)->watch(work.watch());
  const auto report = collect_report(**reader, *state, options->operands().front());
  if (!report) return finish(kReportTable, forward(report.error()), work);
  const std::string text = format == "html" ? report_html(*report) : report_markdown(*report);
  return finish(kReportTable, path == "-" ? print(text) : write_report(path, text), work);
}

}  // namespace guard::console
