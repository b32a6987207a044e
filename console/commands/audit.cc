// SPDX-License-Identifier: Apache-2.0
// guard audit list|show|export|stats: the record of what was decided, read from the state folder.
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "base/text.h"
#include "console/audit_view.h"
#include "console/commands/commands.h"
#include "console/commands/session_choice.h"
#include "console/locations.h"
#include "console/nested_run.h"
#include "console/option_parser.h"
#include "console/subcommands.h"
#include "policy/assessment.h"
#include "policy/key_names.h"
#include "supervisor/audit/audit_time.h"
#include "supervisor/audit/export.h"
#include "supervisor/audit/export_file.h"
#include "supervisor/audit/query.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::AuditReader;
using supervisor::StoredRecord;

constexpr int kFailed = 1;
constexpr std::uint64_t kListedByDefault = 50;

constexpr OptionRow kJsonRow = {"json", 0, nullptr, "print JSON"};
constexpr std::array kFilterRows = {
    OptionRow{"session", 's', "SESSION", "only this session"},
    OptionRow{"since", 0, "TIME", "2h, 3d, or 2025-03-01T09:05:07Z; from then on"},
    OptionRow{"until", 0, "TIME", "before then"},
    OptionRow{"category", 0, "CATEGORY", "FS_DELETE_OVERWRITE and so on"},
    OptionRow{"tier", 0, "N", "this tier (0 to 3) and above"},
    OptionRow{"decision", 0, "DECISION", "allow, ask, deny or block"},
    OptionRow{"act", 0, "ACT", "exec, delete, connect and so on"},
    OptionRow{"path", 0, "TEXT", "part of the path of an object"},
    OptionRow{"command", 0, "TEXT", "part of the command line"},
    OptionRow{"limit", 0, "N", "the newest N"},
    OptionRow{"state-dir", 0, "DIR", "where guard keeps its state"},
};

template <std::size_t N>
constexpr auto with_filters(const std::array<OptionRow, N>& own) {
  std::array<OptionRow, N + kFilterRows.size()> rows{};
  for (std::size_t i = 0; i < N; ++i) rows[i] = own[i];
  for (std::size_t i = 0; i < kFilterRows.size(); ++i) rows[N + i] = kFilterRows[i];
  return rows;
}

constexpr auto kListRows = with_filters(std::array{kJsonRow});
constexpr auto kExportRows = with_filters(std::array{
    OptionRow{"format", 'f', "FORMAT", "jsonl, json or csv"},
    OptionRow{"output", 'o', "FILE", "write there, all or nothing, readable by its owner only"}});
constexpr std::array kShowRows = {kJsonRow, kStateDirRow};

constexpr OptionTable kListTable = {
    .command = "audit list",
    .summary = "the newest records, newest last (50, unless --limit says otherwise; 0: all)",
    .operands = "",
    .rows = kListRows,
    .max_operands = 0,
    .example = "guard audit list --since 2h --tier 2",
};
constexpr OptionTable kShowTable = {
    .command = "audit show",
    .summary = "every field of one record, by its id or the beginning of it",
    .operands = "ID",
    .rows = kShowRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard audit show 9f0c3f2e",
};
constexpr OptionTable kExportTable = {
    .command = "audit export",
    .summary = "all records, oldest first, for other programs",
    .operands = "",
    .rows = kExportRows,
    .max_operands = 0,
    .example = "guard audit export --format csv --since 30d --output audit.csv",
};
constexpr OptionTable kStatsTable = {
    .command = "audit stats",
    .summary = "how many records there are of each kind",
    .operands = "",
    .rows = kListRows,
    .max_operands = 0,
    .example = "guard audit stats --since 7d",
};

// --- options ---

Result<std::uint64_t> number_option(const ParsedOptions& options, const char* name,
                                    std::uint64_t most, std::uint64_t otherwise) {
  const std::string text = options.get(name);
  if (!options.has(name)) return otherwise;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > most) {
    return fail(Code::kInvalid, std::string("--") + name + " " + safe_text(text) +
                                    ": not a number from 0 to " + std::to_string(most));
  }
  return value;
}

Result<std::string> time_option(const ParsedOptions& options, const char* name) {
  if (!options.has(name)) return std::string();
  const auto time = supervisor::audit_time(options.get(name), std::chrono::system_clock::now());
  if (!time) return forward(time.error().during(std::string("--") + name));
  return time;
}

Result<std::string> word_option(const ParsedOptions& options, const char* name,
                                const std::vector<std::string>& known) {
  const std::string word = options.get(name);
  if (!options.has(name)) return word;
  for (const std::string& candidate : known) {
    if (word == candidate) return word;
  }
  return fail(Code::kInvalid, std::string("--") + name + " " + safe_text(word) + ": not known" +
                                  suggestion("", word, known));
}

std::vector<std::string> category_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < policy::kCategoryCount; ++i) {
    names.emplace_back(policy::name_of(static_cast<policy::Category>(i)));
  }
  return names;
}

std::vector<std::string> act_names() {
  std::vector<std::string> names;
  for (const std::string_view name : policy::act_names()) {
    if (name != "write") names.emplace_back(name);  // a rule's word for several acts
  }
  return names;
}

Result<AuditFilter> filter_of(const ParsedOptions& options, std::uint64_t default_limit) {
  const auto since = time_option(options, "since");
  if (!since) return forward(since.error());
  const auto until = time_option(options, "until");
  if (!until) return forward(until.error());
  const auto category = word_option(options, "category", category_names());
  if (!category) return forward(category.error());
  const auto decision = word_option(options, "decision", {"allow", "ask", "deny", "block"});
  if (!decision) return forward(decision.error());
  const auto act = word_option(options, "act", act_names());
  if (!act) return forward(act.error());
  const auto tier = number_option(options, "tier", 3, 0);
  if (!tier) return forward(tier.error());
  const auto limit = number_option(options, "limit", 1'000'000'000, default_limit);
  if (!limit) return forward(limit.error());
  AuditFilter filter;
  filter.session = options.get("session");
  filter.since = *since;
  filter.until = *until;
  filter.category = *category;
  filter.min_tier = static_cast<int>(*tier);
  filter.decision = *decision;
  filter.act = *act;
  filter.path = options.get("path");
  filter.command = options.get("command");
  filter.limit = *limit;
  return filter;
}

// --- what the subcommands share ---

// SQLite reads only what it may open for writing, and nothing of guard's may be, inside.
Result<std::unique_ptr<AuditReader>> open_reader(const ParsedOptions& options) {
  if (!options.has("state-dir") && inside_a_session())
    return fail(Code::kRefused, "the record is out of reach inside a session: read it outside");
  const auto locations = find_locations(options.get("state-dir"));
  if (!locations) return forward(locations.error());
  return AuditReader::open(locations->state);
}

// Everything a command needs, or the status it ends with.
struct Request {
  ParsedOptions options;
  AuditFilter filter;
  std::unique_ptr<AuditReader> reader;
};

// An empty answer to a name that was mistyped would look like "nothing happened".
Result<bool> has_session(AuditReader& reader, const std::string& session) {
  AuditFilter filter;
  filter.session = session;
  filter.limit = 1;
  bool found = session.empty();
  if (found) return found;
  const auto read = reader.each(filter, [&](const StoredRecord&) { return !(found = true); });
  if (!read) return forward(read.error());
  return found;
}

using Preparation = tl::expected<Request, int>;

Preparation prepare(const OptionTable& table, const Words& words, std::uint64_t default_limit) {
  auto options = parse_or_explain(table, words);
  if (!options) return tl::make_unexpected(options.error());
  auto filter = filter_of(*options, default_limit);
  const std::string command = std::string(table.command) + ": ";
  if (!filter) return tl::make_unexpected(complain(kUsage, command + filter.error().text()));
  auto reader = open_reader(*options);
  if (!reader) return tl::make_unexpected(complain(kFailed, command + reader.error().text()));
  const auto known = has_session(**reader, filter->session);
  if (!known) return tl::make_unexpected(complain(kFailed, command + known.error().text()));
  if (!*known)
    return tl::make_unexpected(
        complain(kFailed, command + "no session " + safe_text(filter->session) + " on record"));
  return Request{std::move(*options), std::move(*filter), std::move(*reader)};
}

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

Result<void> print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    return fail_errno("standard output");
  }
  return {};
}

int finish(const OptionTable& table, Result<void> result) {
  if (result && std::fflush(stdout) != 0) result = fail_errno("standard output");
  if (result) return 0;
  return complain(kFailed, std::string(table.command) + ": " + result.error().text());
}

// --- list ---

Result<void> print_lines(AuditReader& reader, const AuditFilter& filter) {
  const std::size_t columns = terminal_columns();
  Result<void> printed;
  bool heading = false;
  const auto read = reader.each(filter, [&](const StoredRecord& stored) {
    if (!heading) printed = print(audit_heading() + "\n");
    heading = true;
    if (printed) printed = print(audit_line(stored, columns) + "\n");
    return printed.has_value();
  });
  return printed ? read : printed;
}

int list_command(const Words& words) {
  auto request = prepare(kListTable, words, kListedByDefault);
  if (!request) return request.error();
  if (!request->options.has("json")) {
    return finish(kListTable, print_lines(*request->reader, request->filter));
  }
  return finish(kListTable, supervisor::export_records(*request->reader, request->filter,
                                                       supervisor::ExportFormat::kJson, print));
}

// --- show ---

int show_command(const Words& words) {
  const auto options = parse_or_explain(kShowTable, words);
  if (!options) return options.error();
  const std::string id = options->operands().front();
  const auto reader = open_reader(*options);
  if (!reader) return complain(kFailed, "audit show: " + reader.error().text());
  AuditFilter filter;
  filter.request_id = id;
  filter.limit = 2;
  std::vector<StoredRecord> found;
  const auto read = (*reader)->each(filter, [&](const StoredRecord& stored) {
    found.push_back(stored);
    return true;
  });
  if (!read) return complain(kFailed, "audit show: " + read.error().text());
  if (id.empty() || found.empty()) {
    return complain(kFailed, "audit show: no record " + safe_text(id));
  }
  if (found.size() > 1) {
    return complain(kFailed, "audit show: several records begin with " + safe_text(id));
  }
  return finish(kShowTable,
                print(options->has("json") ? supervisor::to_json(found.front()).dump(2) + "\n"
                                           : audit_details(found.front())));
}

// --- export ---

int export_command(const Words& words) {
  auto options = parse_or_explain(kExportTable, words);
  if (!options) return options.error();
  const std::string name = options->get("format", "jsonl");
  const auto format = supervisor::export_format_named(name);
  if (!format) {
    return complain(
        kUsage, "audit export: --format " + safe_text(name) + ": not known (jsonl, json or csv)");
  }
  auto request = prepare(kExportTable, words, 0);
  if (!request) return request.error();
  const std::string path = options->get("output", "-");
  if (path != "-")
    return finish(kExportTable,
                  supervisor::export_to_file(*request->reader, request->filter, *format, path));
  return finish(kExportTable,
                supervisor::export_records(*request->reader, request->filter, *format, print));
}

// --- stats ---

int stats_command(const Words& words) {
  auto request = prepare(kStatsTable, words, 0);
  if (!request) return request.error();
  const auto stats = request->reader->stats(request->filter);
  if (!stats) return finish(kStatsTable, forward(stats.error()));
  return finish(kStatsTable, print(request->options.has("json") ? stats_json(*stats).dump(2) + "\n"
                                                                : stats_text(*stats)));
}

constexpr Subcommand kSubcommands[] = {
    {"list", "the newest records", list_command},
    {"show", "every field of one record", show_command},
    {"export", "all records as jsonl, json or csv", export_command},
    {"stats", "how many there are of each kind", stats_command},
};

}  // namespace

int audit_command(const Words& words) {
  return dispatch({"guard audit", "who did what", kSubcommands}, words);
}

}  // namespace guard::console
