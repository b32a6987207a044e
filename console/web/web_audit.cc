// SPDX-License-Identifier: Apache-2.0
// The record for the page: a page of it, and all of it to save. The fields are the options of guard
// audit list; what they mean, and what is wrong with them, is said in one place.
#include "console/web/web_audit.h"

#include <algorithm>
#include <array>

#include "base/request_target.h"
#include "console/audit_view.h"
#include "supervisor/audit/export.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using supervisor::ExportFormat;

constexpr std::uint64_t kPage = 50;
constexpr std::uint64_t kLargestPage = 500;
constexpr std::size_t kPiece = 64 * 1024;
constexpr OptionTable kTable = {
    .command = "the record", .summary = "", .operands = "", .rows = kFilterRows, .max_operands = 0};

struct ExportType {
  const char* name;
  const char* type;
  ExportFormat format;
};
constexpr std::array<ExportType, 4> kExports = {
    {{"csv", "text/csv; charset=utf-8", ExportFormat::kCsv},
     {"jsonl", "application/jsonl", ExportFormat::kJsonl},
     {"json", "application/json", ExportFormat::kJson},
     {"ocsf", "application/jsonl", ExportFormat::kOcsf}}};

// The fields of the target as the words of a command line, but for those of the page's own.
Result<ParsedOptions> options_of(const WebCall& call) {
  Words words = {"--state-dir=" + call.app.settings().locations.state};
  for (const auto& [name, value] : call.query) {
    if (name == "before" || name == "format" || value.empty()) continue;
    if (name == "state-dir") return fail(Code::kInvalid, "unknown parameter 'state-dir'");
    if (name != "undo") {
      words.push_back("--" + name + "=" + value);
      continue;
    }
    if (value != "true" && value != "false") return fail(Code::kInvalid, "undo: use true or false");
    if (value == "true") words.emplace_back("--undo");
  }
  return parse_options(kTable, words);
}

// As stored: the one order in which what comes meanwhile moves nothing from one page to the next.
Result<Json> page_of(AuditRequest& request, std::int64_t before) {
  auto& filter = request.filter;
  filter.limit = std::clamp(filter.limit, std::uint64_t{1}, kLargestPage);
  filter.order = supervisor::Order::kAsStored;
  filter.until_id = before - 1;
  std::vector<Json> records;
  std::int64_t oldest = 0;
  const auto read = request.reader->each(filter, [&](const supervisor::StoredRecord& stored) {
    if (records.empty()) oldest = stored.id;
    Json record = to_json(stored);
    record["name"] = record_name(stored.record);
    records.push_back(std::move(record));
    return true;
  });
  if (!read) return forward(read.error());
  const bool may_go_on = records.size() == filter.limit && oldest > 1;
  std::ranges::reverse(records);
  return Json{{"records", std::move(records)}, {"before", may_go_on ? Json(oldest) : Json()}};
}

}  // namespace

Result<AuditRequest> audit_request_of(const WebCall& call, std::uint64_t default_limit) {
  auto options = options_of(call);
  if (!options) return forward(options.error());
  auto filter = audit_filter(*options, default_limit);
  if (!filter) return forward(filter.error());
  return audit_request(std::move(*options), std::move(*filter));
}

std::optional<WebAnswer> list_audit(WebCall& call) {
  std::int64_t before = 1;  // 1: from the newest on
  if (const auto given = call.query.find("before"); given != call.query.end()) {
    const auto count = parse_count(given->second);
    if (!count || *count < 2 || *count > INT64_MAX)
      return web_problem(400, "invalid", "before: not a number of a record");
    before = static_cast<std::int64_t>(*count);
  }
  auto request = audit_request_of(call, kPage);
  const bool is_all = !call.query.contains("session");
  if (!request && request.error().code == Code::kNotFound && is_all)
    return json_answer({{"records", Json::array()}, {"before", nullptr}});  // nothing yet
  if (!request) return web_problem_of(request.error());
  const auto page = page_of(*request, before);
  return page ? json_answer(*page) : web_problem_of(page.error());
}

std::optional<WebAnswer> export_audit(WebCall& call) {
  const auto given = call.query.find("format");
  const auto chosen = std::ranges::find_if(kExports, [&](const ExportType& row) {
    return given != call.query.end() && given->second == row.name;
  });
  if (chosen == kExports.end())
    return web_problem(400, "invalid", "format: use csv, jsonl, json or ocsf");
  auto request = audit_request_of(call, 0);
  if (!request) return web_problem_of(request.error());
  WebAnswer head;
  head.type = chosen->type;
  if (!call.channel.begin(head)) return std::nullopt;
  std::string waiting;
  const auto sink = [&](std::string_view text) -> Result<void> {
    waiting += text;
    if (waiting.size() < kPiece) return {};
    return call.channel.send_piece(std::exchange(waiting, {}));
  };
  const auto exported =
      supervisor::export_records(*request->reader, request->filter, chosen->format, sink);
  // Without its end the browser throws away what it has: no record that is cut short.
  if (exported && call.channel.send_piece(waiting)) (void)call.channel.end();
  return std::nullopt;
}

}  // namespace guard::console
