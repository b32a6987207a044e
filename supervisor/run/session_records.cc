// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_records.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string_view>

#include "base/clock.h"
#include "base/text/text.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/read/record_page.h"
#include "supervisor/audit/record/audit_time.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kMostRecords = 1000;
constexpr std::uint64_t kMostRows = 20'000;  // looked at: questions wait for this thread meanwhile

Result<void> take_number(const std::string& text, std::uint64_t most, std::uint64_t& out) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, out);
  if (error != std::errc() || rest != end || out > most) {
    return fail(Code::kInvalid, "not a number up to " + std::to_string(most) + ": " + text);
  }
  return {};
}

Result<void> take_time(const std::string& text, std::string& out) {
  auto time = audit_time(text, std::chrono::system_clock::now());
  if (!time) return forward(time.error());
  out = std::move(*time);
  return {};
}

Result<void> take_tier(AuditFilter& filter, const std::string& text) {
  std::uint64_t tier = 0;
  if (auto taken = take_number(text, 3, tier); !taken) return taken;
  filter.min_tier = static_cast<int>(tier);
  return {};
}

template <std::string AuditFilter::*Field>
Result<void> take_text(AuditFilter& filter, const std::string& text) {
  filter.*Field = text;
  return {};
}

using Words = std::vector<std::string>;

template <Words AuditFilter::*Field>
Result<void> take_name(AuditFilter& filter, const std::string& text) {
  if (!text.empty()) filter.*Field = {text};
  return {};
}

Words category_words() {
  Words words;
  for (std::size_t i = 0; i < policy::kCategoryCount; ++i)
    words.emplace_back(policy::name_of(static_cast<policy::Category>(i)));
  return words;
}

Words act_words() {
  Words words;
  for (int act = 0; act <= static_cast<int>(policy::Act::kSystem); ++act)
    words.emplace_back(policy::name_of(static_cast<policy::Act>(act)));
  words.insert(words.end(), kOwnActs.begin(), kOwnActs.end());
  return words;
}

// An empty answer to a word that was mistyped would look like "nothing happened".
template <Words AuditFilter::*Field, Words (*known)()>
Result<void> take_word(AuditFilter& filter, const std::string& text) {
  if (text.empty()) return {};
  const Words words = known();
  if (std::ranges::find(words, text) == words.end()) {
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    return fail(Code::kInvalid, safe_text(text) + " is not known: use " + all);
  }
  filter.*Field = {text};
  return {};
}

template <std::string AuditFilter::*Field>
Result<void> take_moment(AuditFilter& filter, const std::string& text) {
  return take_time(text, filter.*Field);
}

struct Parameter {
  std::string_view name;
  Result<void> (*take)(AuditFilter&, const std::string&);
};

Result<void> take_saved(AuditFilter& filter, const std::string& text) {
  if (text != "true" && text != "false") return fail(Code::kInvalid, "undo is true or false");
  filter.saved = text == "true";
  return {};
}

constexpr std::array<Parameter, 12> kParameters = {{
    {"since", take_moment<&AuditFilter::since>},
    {"until", take_moment<&AuditFilter::until>},
    {"category", take_word<&AuditFilter::categories, category_words>},
    {"tier", take_tier},
    {"decision", take_word<&AuditFilter::decisions, decision_words>},
    {"act", take_word<&AuditFilter::acts, act_words>},
    {"rule", take_name<&AuditFilter::rules>},
    {"by", take_name<&AuditFilter::by>},
    {"path", take_text<&AuditFilter::path>},
    {"command", take_text<&AuditFilter::command>},
    {"undo", take_saved},
    {"limit",
     [](AuditFilter& filter, const std::string& text) {
       return take_number(text, kMostRecords, filter.limit);
     }},
}};

constexpr const char* kPlace = "before";

// LIMIT 0 is as many as there may be.
PageWish wish_of(const nlohmann::json& parameters, std::uint64_t limit) {
  PageWish wish;
  wish.records = limit == 0 ? kMostRecords : limit;
  wish.rows = kMostRows;
  if (const auto place = parameters.find(kPlace); place != parameters.end())
    wish.place = place->get<std::string>();
  return wish;
}

Result<AuditFilter> filter_of(const nlohmann::json& parameters) {
  AuditFilter filter;
  filter.limit = kMostRecords;
  for (const auto& [name, value] : parameters.items()) {
    if (name == kPlace && value.is_string()) continue;  // wish_of
    const auto* row =
        std::find_if(kParameters.begin(), kParameters.end(),
                     [&wanted = name](const Parameter& p) { return p.name == wanted; });
    if (row == kParameters.end()) return fail(Code::kInvalid, "unknown parameter: " + name);
    if (!value.is_string()) return fail(Code::kInvalid, "not a text: " + name);
    if (auto taken = row->take(filter, value.get<std::string>()); !taken) {
      return forward(taken.error().during(name));
    }
  }
  return filter;
}

}  // namespace

Result<nlohmann::json> query_audit(const std::string& state_dir, const std::string& session_id,
                                   std::chrono::system_clock::time_point started,
                                   const nlohmann::json& parameters) {
  auto filter = filter_of(parameters);
  if (!filter) return forward(filter.error());
  filter->session = session_id;
  // Earlier sessions of the name wrote the same chain.
  filter->since = std::max(filter->since, iso_time(started));
  auto reader = AuditReader::open(state_dir);
  if (!reader) return forward(reader.error());
  const auto page = (*reader)->page(*filter, wish_of(parameters, filter->limit));
  if (!page) return forward(page.error());
  nlohmann::json records = nlohmann::json::array();
  for (const StoredRecord& stored : page->records) records.push_back(to_json(stored));
  nlohmann::json older = page->older.empty() ? nlohmann::json() : nlohmann::json(page->older);
  return nlohmann::json{{"records", std::move(records)}, {"older", std::move(older)}};
}

}  // namespace guard::supervisor
