// SPDX-License-Identifier: Apache-2.0
// guard audit export: all records for other programs.
#include <array>

#include "base/text.h"
#include "console/commands/audit/audit_options.h"
#include "supervisor/audit/export.h"
#include "supervisor/audit/export_file.h"

namespace guard::console {
namespace {

constexpr auto kExportRows = with_filters(std::array{
    OptionRow{"format", 'f', "FORMAT", "jsonl|json|csv|ocsf"},
    OptionRow{"output", 'o', "FILE", "write there, all or nothing, readable by its owner only"}});

constexpr OptionTable kExportTable = {
    .command = "audit export",
    .summary = "all records, oldest first, for other programs",
    .operands = "",
    .rows = kExportRows,
    .max_operands = 0,
    .example = "guard audit export --format csv --since 30d --output audit.csv",
};

}  // namespace

int audit_export(const Words& words) {
  auto options = parse_or_explain(kExportTable, words);
  if (!options) return options.error();
  const std::string name = options->get("format", "jsonl");
  const auto format = supervisor::export_format_named(name);
  if (!format) {
    return complain(kUsage, "audit export: --format " + safe_text(name) +
                                ": not known (jsonl, json, csv or ocsf)");
  }
  auto request = prepare(kExportTable, words, 0);
  if (!request) return request.error();
  LongWork work("audit export", "records");
  request->reader->watch(work.watch());
  const std::string path = options->get("output", "-");
  const auto exported =
      path == "-" ? supervisor::export_records(*request->reader, request->filter, *format, print)
                  : supervisor::export_to_file(*request->reader, request->filter, *format, path);
  return finish(kExportTable, exported, work);
}

}  // namespace guard::console
