// SPDX-License-Identifier: Apache-2.0
#include "console/audit/audit_options.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/help/option_help.h"
#include "console/places/locations.h"
#include "console/run/nested_run.h"
#include "console/session/run_names.h"
#include "policy/load/key_names.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/audit/record/audit_time.h"

namespace guard::console {
namespace {

using supervisor::AuditFilter;
using supervisor::AuditReader;

// Each that was given.
Result<std::vector<std::string>> word_options(const ParsedOptions& options, const char* name,
                                              const std::vector<std::string>& known) {
  std::vector<std::string> words = options.values(name);
  const auto unknown = std::ranges::find_if(words, [&known](const std::string& word) {
    return std::ranges::find(known, word) == known.end();
  });
  if (unknown == words.end()) return words;
  std::string all;
  for (const std::string& candidate : known) all += (all.empty() ? "" : ", ") + candidate;
  return fail(Code::kInvalid, std::string("--") + name + " " + safe_text(*unknown) + ": not known" +
                                  suggestion("", *unknown, known) + ": use " + all);
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
  names.insert(names.end(), supervisor::kOwnActs.begin(), supervisor::kOwnActs.end());
  return names;
}

// "./x" and "../x" are on record as what they are from here; any other text is looked for as it is.
std::string searched_path(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (!path.starts_with("./") && !path.starts_with("../")) return path;
  std::error_code error;
  const std::filesystem::path given = std::filesystem::absolute(path);
  // The last name may be a link that is meant itself.
  const auto folder = std::filesystem::weakly_canonical(given.parent_path(), error);
  return error ? path : (folder / given.filename()).string();
}

// An empty answer to a name that was mistyped would look like "nothing happened".
Result<bool> has_session(AuditReader& reader, const std::string& session) {
  AuditFilter filter;
  filter.session = session;
  filter.limit = 1;
  bool found = session.empty();
  if (found) return found;
  const auto read =
      reader.each(filter, [&](const supervisor::StoredRecord&) { return !(found = true); });
  if (!read) return forward(read.error());
  return found;
}

Result<void> choose_session(AuditReader& reader, const std::string& name, AuditFilter& filter) {
  if (const auto chosen = choose_run(reader, name, filter); !chosen) return chosen;
  const auto known = has_session(reader, filter.session);
  if (!known) return forward(known.error());
  if (*known) return {};
  return fail(Code::kNotFound, "no session " + safe_text(filter.session) + " on record");
}

Result<void> choose_sessions_of(AuditReader& reader, const std::vector<std::string>& names,
                                AuditFilter& filter) {
  if (names.size() < 2) return choose_session(reader, filter.session, filter);
  filter.session.clear();
  for (const std::string& name : names) {
    AuditFilter one;
    if (const auto chosen = choose_session(reader, name, one); !chosen) return chosen;
    filter.sessions.push_back({one.session, one.first_seq, one.last_seq});
  }
  return {};
}

}  // namespace

Result<std::string> time_option(const ParsedOptions& options, const char* name) {
  if (!options.has(name)) return std::string();
  const auto zone = options.has("utc") ? supervisor::TimeZone::kUtc : supervisor::TimeZone::kLocal;
  const auto time =
      supervisor::audit_time(options.get(name), std::chrono::system_clock::now(), zone);
  if (!time) return forward(time.error().during(std::string("--") + name));
  return time;
}

Result<AuditFilter> audit_filter(const ParsedOptions& options, std::uint64_t default_limit) {
  const auto since = time_option(options, "since");
  if (!since) return forward(since.error());
  const auto until = time_option(options, "until");
  if (!until) return forward(until.error());
  if (!since->empty() && !until->empty() && *since > *until)
    return fail(Code::kInvalid, "--since " + *since + " is later than --until " + *until +
                                    ": nothing can be between them");
  const auto category = word_options(options, "category", category_names());
  if (!category) return forward(category.error());
  const auto decision = word_options(options, "decision", supervisor::decision_words());
  if (!decision) return forward(decision.error());
  const auto act = word_options(options, "act", act_names());
  if (!act) return forward(act.error());
  const auto tier = number_option(options, "tier", 3, 0);
  if (!tier) return forward(tier.error());
  const auto limit = number_option(options, "limit", 1'000'000'000, default_limit);
  if (!limit) return forward(limit.error());
  AuditFilter filter;
  filter.session = options.get("session");
  filter.since = *since;
  filter.until = *until;
  filter.categories = *category;
  filter.min_tier = static_cast<int>(*tier);
  filter.decisions = *decision;
  filter.by = options.values("by");
  filter.rules = options.values("rule");
  filter.acts = *act;
  filter.path = searched_path(options.get("path"));
  filter.command = options.get("command");
  filter.saved = options.has("undo");
  filter.limit = *limit;
  return filter;
}

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

// SQLite reads only what it may open for writing, and nothing of guard's may be, inside.
Result<std::string> state_folder(const ParsedOptions& options) {
  if (!options.has("state-dir") && inside_a_session())
    return fail(Code::kRefused, "the record is out of reach inside a session: read it outside");
  const auto locations = existing_locations(options);
  if (!locations) return forward(locations.error());
  return locations->state;
}

Result<std::unique_ptr<AuditReader>> open_reader(const ParsedOptions& options) {
  const auto state = state_folder(options);
  if (!state) return forward(state.error());
  return AuditReader::open(*state);
}

Result<AuditRequest> audit_request(ParsedOptions options, AuditFilter filter) {
  auto state = state_folder(options);
  if (!state) return forward(state.error());
  auto reader = AuditReader::open(*state);
  if (!reader) return forward(reader.error());
  if (const auto chosen = choose_sessions_of(**reader, options.values("session"), filter); !chosen)
    return forward(chosen.error());
  return AuditRequest{std::move(options), std::move(filter), std::move(*state), std::move(*reader)};
}

tl::expected<AuditRequest, int> prepare(const OptionTable& table, const Words& words,
                                        std::uint64_t default_limit) {
  auto options = parse_or_explain(table, words);
  if (!options) return tl::make_unexpected(options.error());
  auto filter = audit_filter(*options, default_limit);
  const std::string command = std::string(table.command) + ": ";
  if (!filter) return tl::make_unexpected(complain(kUsage, command + filter.error().text()));
  auto request = audit_request(std::move(*options), std::move(*filter));
  if (!request) return tl::make_unexpected(complain(kNotDone, command + request.error().text()));
  return std::move(*request);
}

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return text;
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
  return complain(kNotDone, std::string(table.command) + ": " + result.error().text());
}

int finish_usage(const OptionTable& table, Result<void> result) {
  if (result || result.error().code != Code::kInvalid) return finish(table, std::move(result));
  return complain(kUsage, std::string(table.command) + ": " + result.error().text());
}

int finish(const OptionTable& table, Result<void> result, LongWork& work) {
  work.clear();
  // Done all the same, when the signal came after the last look.
  if (result || work.status(0) == 0) return finish(table, std::move(result));
  return complain(work.status(0), std::string(table.command) + ": interrupted");
}

}  // namespace guard::console
