// SPDX-License-Identifier: Apache-2.0
// The record for the page: a page of it, and all of it to save. The fields are the options of guard
// audit list; what they mean, and what is wrong with them, is said in one place.
#include "console/web/web_audit.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "console/audit/audit_view.h"
#include "console/session/run_names.h"
#include "supervisor/audit/read/export.h"
#include "supervisor/audit/read/record_page.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using supervisor::ExportFormat;

constexpr std::uint64_t kPage = 50;
constexpr std::uint64_t kLargestPage = 500;
constexpr std::size_t kPiece = 64 * 1024;
constexpr OptionTable kWebAuditTable = {
    .command = "the record", .summary = "", .operands = "", .rows = kFilterRows, .max_operands = 0};

struct ExportType {
  const char* name;
  const char* type;
  const char* file;
  ExportFormat format;
};
constexpr std::array<ExportType, 4> kExports = {
    {{"csv", "text/csv; charset=utf-8", "guard-audit.csv", ExportFormat::kCsv},
     {"jsonl", "application/jsonl", "guard-audit.jsonl", ExportFormat::kJsonl},
     {"json", "application/json", "guard-audit.json", ExportFormat::kJson},
     {"ocsf", "application/jsonl", "guard-audit.ocsf.jsonl", ExportFormat::kOcsf}}};
constexpr int kBehindOthers = 10;               // nice(2)
constexpr std::string_view kOldest = "oldest";  // for a place: from the other end on
constexpr std::array<std::string_view, 3> kOwnFields = {"before", "after", "format"};

// The fields as the words of a command line, but for those of the page's own.
Result<ParsedOptions> options_of(const WebCall& call,
                                 const std::map<std::string, std::string>& query) {
  Words words = {"--state-dir=" + call.app.settings().locations.state};
  for (const auto& [name, value] : query) {
    if (std::ranges::find(kOwnFields, name) != kOwnFields.end() || value.empty()) continue;
    if (name == "state-dir") return fail(Code::kInvalid, "unknown parameter 'state-dir'");
    if (name != "undo") {
      words.push_back("--" + name + "=" + value);
      continue;
    }
    if (value != "true" && value != "false") return fail(Code::kInvalid, "undo: use true or false");
    if (value == "true") words.emplace_back("--undo");
  }
  return parse_options(kWebAuditTable, words);
}

std::string field(const std::map<std::string, std::string>& query, const char* name) {
  const auto found = query.find(name);
  return found == query.end() ? std::string() : found->second;
}

supervisor::PageWish wish_of(const WebCall& call, std::uint64_t limit) {
  supervisor::PageWish wish;
  wish.records = std::clamp(limit, std::uint64_t{1}, kLargestPage);
  wish.place = field(call.query, "before");
  const std::string after = field(call.query, "after");
  if (after.empty()) return wish;
  wish.towards = supervisor::Towards::kNewer;
  wish.place = after == kOldest ? std::string() : after;
  return wish;
}

Json place_json(const std::string& place) {
  return place.empty() ? Json() : Json(place);
}

Json page_json(const supervisor::RecordPage& page) {
  Json records = Json::array();
  for (const supervisor::StoredRecord& stored : page.records) {
    Json record = to_json(stored);
    record["name"] = record_name(stored.record);
    record["what"] = what_text(stored.record);
    record["decided"] = decision_text(stored.record);
    records.push_back(std::move(record));
  }
  return {{"records", std::move(records)},
          {"older", place_json(page.older)},
          {"newer", place_json(page.newer)},
          {"looked_at", page.looked_at}};
}

const ExportType* export_type(const std::string& name) {
  const auto* const found = std::ranges::find(kExports, name, &ExportType::name);
  return found == kExports.end() ? nullptr : found;
}

// The cookie of the link, and the key of the browser that ordered it.
bool has_ordered(const WebCall& call, const ExportOrder& order) {
  WebRequest request = call.request;
  request.key = order.key;
  return is_logged_in(request, call.app.login(), call.app.settings().place.port);
}

}  // namespace

Result<AuditRequest> audit_request_of(const WebCall& call,
                                      const std::map<std::string, std::string>& query,
                                      std::uint64_t default_limit) {
  auto options = options_of(call, query);
  if (!options) return forward(options.error());
  auto filter = audit_filter(*options, default_limit);
  if (!filter) return forward(filter.error());
  // This is about this connection's thread alone: answers to questions go before the record.
  (void)::setpriority(PRIO_PROCESS, 0, kBehindOthers);
  auto request = audit_request(std::move(*options), std::move(*filter));
  if (request)
    request->reader->watch([&channel = call.channel](auto, auto) { return !channel.has_left(); });
  return request;
}

std::optional<WebAnswer> list_audit(WebCall& call) {
  auto request = audit_request_of(call, call.query, kPage);
  const bool is_all = !call.query.contains("session");
  if (!request && request.error().code == Code::kNotFound && is_all)
    return json_answer(page_json({}));  // nothing yet
  if (!request) return web_problem_of(request.error());
  const auto page = request->reader->page(request->filter, wish_of(call, request->filter.limit));
  return page ? json_answer(page_json(*page)) : web_problem_of(page.error());
}

// Faults of the order are said here, where the page can show them.
std::optional<WebAnswer> order_export(WebCall& call) {
  if (export_type(field(call.query, "format")) == nullptr)
    return web_problem(400, "invalid", "format: use csv, jsonl, json or ocsf");
  const auto request = audit_request_of(call, call.query, 0);
  if (!request) return web_problem_of(request.error());
  const std::string name =
      call.app.orders().put({call.query, call.request.key}, ExportOrders::Clock::now());
  return json_answer({{"file", "/api/audit/exports/" + name}});
}

std::optional<WebAnswer> export_audit(WebCall& call) {
  const auto order = call.app.orders().take(call.path.back(), ExportOrders::Clock::now());
  if (!order || !has_ordered(call, *order))
    return web_problem(404, "not_found", "this export was fetched already, or not ordered here");
  const ExportType& chosen = *export_type(field(order->query, "format"));
  auto request = audit_request_of(call, order->query, 0);
  if (!request) return web_problem_of(request.error());
  WebAnswer head;
  head.type = chosen.type;
  head.headers.emplace_back("Content-Disposition",
                            std::string("attachment; filename=\"") + chosen.file + "\"");
  if (!call.channel.begin(head)) return std::nullopt;
  std::string waiting;
  const auto sink = [&](std::string_view text) -> Result<void> {
    waiting += text;
    if (waiting.size() < kPiece) return {};
    return call.channel.send_piece(std::exchange(waiting, {}));
  };
  const auto exported =
      supervisor::export_records(*request->reader, request->filter, chosen.format, sink);
  // Without its end the browser throws away what it has: no record that is cut short.
  if (exported && call.channel.send_piece(waiting)) (void)call.channel.end();
  return std::nullopt;
}

}  // namespace guard::console
