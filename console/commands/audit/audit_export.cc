// SPDX-License-Identifier: Apache-2.0
// guard audit export: all records for other programs.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/path.h"
#include "base/text/text.h"
#include "console/audit/audit_follow.h"
#include "console/audit/audit_options.h"
#include "console/commands/audit/audit_commands.h"
#include "console/help/option_help.h"
#include "supervisor/audit/read/export.h"
#include "supervisor/audit/read/export_file.h"

namespace guard::console {
namespace {

constexpr auto kExportRows = with_filters(std::array{
    kFollowRow, kAfterRow,
    OptionRow{"format", 'f', "FORMAT",
              "jsonl|json|csv|ocsf; unless told what FILE ends in, else jsonl"},
    OptionRow{"output", 'o', "FILE", "write there, all or nothing, readable by its owner only"}});

constexpr OptionTable kExportTable = {
    .command = "audit export",
    .summary = "all records, oldest first, for other programs",
    .operands = "",
    .rows = kExportRows,
    .max_operands = 0,
    .example = "guard audit export --since 30d --output audit.csv",
};

// If two fit, the longer comes first.
constexpr std::array<std::pair<std::string_view, const char*>, 9> kEndings = {{
    {".ocsf.jsonl", "ocsf"},
    {".ocsf.json", "ocsf"},
    {".ocsf", "ocsf"},
    {".csv", "csv"},
    {".json", "json"},
    {".jsonl", "jsonl"},
    {".ndjson", "jsonl"},
    {".log", "jsonl"},
    {".txt", "jsonl"},
}};

// Empty: what FILE ends in is no format.
std::string format_of(const std::string& output) {
  const std::string path = lower_case(output);
  const auto* found = std::find_if(kEndings.begin(), kEndings.end(),
                                   [&](const auto& row) { return path.ends_with(row.first); });
  if (found != kEndings.end()) return found->second;
  const std::string_view name = base_name(path);
  return name.find('.', 1) == std::string_view::npos ? "jsonl" : "";
}

// Lines alone can go on; a file appears when it is whole, which it never is.
Result<void> can_follow(const ParsedOptions& options, supervisor::ExportFormat format) {
  if (!options.has("follow")) return {};
  if (options.get("output", "-") != "-")
    return fail(Code::kInvalid, "--follow writes to standard output: not with --output");
  if (format == supervisor::ExportFormat::kJsonl || format == supervisor::ExportFormat::kOcsf)
    return {};
  return fail(Code::kInvalid, "--follow goes with --format jsonl or ocsf, which are lines");
}

int follow(AuditRequest& request, supervisor::ExportFormat format) {
  const EndSignals signals;
  const auto print_some = [&](const supervisor::AuditFilter& some) {
    return supervisor::export_records(*request.reader, some, format, print);
  };
  return follow_records(kExportTable, request, signals, UnderWay::kHeldBack, print_some);
}

}  // namespace

int audit_export(const Words& words) {
  auto options = parse_or_explain(kExportTable, words);
  if (!options) return options.error();
  const std::string name = options->get("format", format_of(options->get("output")));
  if (name.empty())
    return complain(kUsage,
                    "audit export: what " + safe_text(options->get("output")) +
                        " ends in is no known format: add --format jsonl, json, csv or ocsf");
  const auto format = supervisor::export_format_named(name);
  if (!format) {
    return complain(kUsage, "audit export: --format " + safe_text(name) +
                                ": not known (jsonl, json, csv or ocsf)");
  }
  if (const auto fits = can_follow(*options, *format); !fits)
    return finish_usage(kExportTable, fits);
  auto request = prepare(kExportTable, words, 0);
  if (!request) return request.error();
  const auto placed = go_on_after(*options, *request->reader, request->filter);
  if (!placed) return finish_usage(kExportTable, placed);
  if (options->has("follow")) return follow(*request, *format);
  LongWork work("audit export", "records");
  request->reader->watch(work.watch());
  const std::string path = options->get("output", "-");
  const auto exported =
      path == "-" ? supervisor::export_records(*request->reader, request->filter, *format, print)
                  : supervisor::export_to_file(*request->reader, request->filter, *format, path);
  return finish(kExportTable, exported, work);
}

}  // namespace guard::console
