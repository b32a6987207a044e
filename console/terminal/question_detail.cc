// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_detail.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <ctime>
#include <string_view>
#include <utility>

#include "base/text/text.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLabel = 9;  // "Category " is the longest
constexpr std::size_t kShortId = 8;
constexpr std::size_t kWholeField = 20;       // lines
constexpr std::chrono::minutes kExactly{10};  // before the end the seconds matter
constexpr const char* kDay = "%F";

// As the person's clock on the wall has it.
std::string local_text(TimePoint time, const char* format) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  std::array<char, 40> text{};
  if (::localtime_r(&seconds, &parts) == nullptr) return "";
  return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

std::uint64_t count_at(const Json& effect, const char* name) {
  const auto value = effect.find(name);
  return value != effect.end() && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
}

std::string chain_text(const Json& question, const ViewStyle& style) {
  const std::string chain = joined(list_field(question, "chain"), style.utf8 ? " ▸ " : " > ");
  const auto pid = question.find("pid");
  const bool known = pid != question.end() && pid->is_number_integer() && pid->get<int>() > 0;
  return known ? chain + " (pid " + std::to_string(pid->get<int>()) + ")" : chain;
}

std::string rule_text(const Json& question) {
  const std::string rule = text_field(question, "rule");
  const std::string reason = text_field(question, "reason");
  return rule.empty() || reason.empty() ? rule + reason : rule + ": " + reason;
}

// Says what a wider answer covers; says it once where all scopes cover the same.
std::string extents_text(const Json& question, const std::vector<std::string>& scopes) {
  const Json covers = question.value("covers", Json::object());
  const auto extent_of = [&](const char* scope) {
    return std::ranges::find(scopes, scope) == scopes.end() ? "" : text_field(covers, scope);
  };
  const std::string command = extent_of("command");
  const std::string remembered = extent_of("session");
  if (command == remembered || command.empty())
    return remembered.empty() ? "" : "; covers " + remembered;
  return "; command covers " + command +
         (remembered.empty() ? "" : "; longer ones cover " + remembered);
}

std::string scope_text(const Json& question) {
  std::vector<std::string> scopes = list_field(question, "scopes");
  const std::string extents = extents_text(question, scopes);
  // As it is typed: guard approve --scope 30m.
  std::replace(scopes.begin(), scopes.end(), std::string("minutes"), std::string("30m"));
  return joined(scopes, ", ") + extents;
}

std::string answer_text(const Json& question) {
  if (text_field(question, "state") != "pending") return "";
  const std::string id = short_id(question);
  return "guard approve " + id + (needs_word(question) ? " --confirm CONFIRM" : "") +
         " | guard deny " + id;
}

// " for this session"; nothing of an answer for this once.
std::string how_long(const std::string& scope) {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> kWords = {{
      {"command", " for this command"},
      {"session", " for this session"},
      {"minutes", " for a time"},
      {"always", " from now on"},
  }};
  for (const auto& [name, words] : kWords)
    if (scope == name) return words;
  return "";
}

}  // namespace

std::vector<DetailField> question_fields(const Json& question, Detail detail,
                                         const ViewStyle& style) {
  const std::string dot = style.utf8 ? " · " : " - ";
  std::vector<DetailField> fields = {
      {"What", text_field(question, "what")},
      {"By", text_field(question, "why")},
      {"Chain", chain_text(question, style)},
      {"In", text_field(question, "cwd")},
      {"Risk", text_field(question, "risk")},
      {"Undo", text_field(question, "undo"), true},
      {"Category", joined(list_field(question, "categories"), ", ")},
      {"Change", joined(list_field(question, "changes"), dot)},
      {"People", text_field(question, "missing")},
  };
  if (detail == Detail::kEverything) {
    fields.push_back({"Extent", extent_text(question)});
    fields.push_back({"Rule", rule_text(question)});
    fields.push_back({"Instead", text_field(question, "alternative")});
    fields.push_back({"Scopes", scope_text(question)});
    fields.push_back({"Asked", local_time_text(text_field(question, "asked"), kDayAndClock)});
    if (text_field(question, "state") != "pending")
      fields.push_back({"Ended", outcome_text(question)});
    fields.push_back({"Answer", answer_text(question)});
  }
  std::erase_if(fields, [](const DetailField& field) { return field.text.empty(); });
  return fields;
}

std::vector<std::string> field_lines(const std::vector<DetailField>& fields, const ViewStyle& style,
                                     std::size_t rows) {
  const std::size_t room = std::max(style.columns, 2 * kLabel) - kLabel;
  std::vector<std::string> lines;
  for (const DetailField& field : fields) {
    std::string head = field.label;
    head.resize(kLabel, ' ');
    const std::size_t most = field.whole ? std::max(rows, kWholeField) : rows;
    for (const std::string& line : wrapped(field.text, room, most, style)) {
      lines.push_back(head + line);
      head.assign(kLabel, ' ');
    }
  }
  return lines;
}

std::string extent_text(const Json& question) {
  const auto effect = question.find("effect");
  if (effect == question.end() || !effect->is_object()) return "";
  std::string text = effect->value("complete", false) ? "" : "at least ";
  text += count_text(count_at(*effect, "directories"), "directory", "directories") + ", " +
          count_text(count_at(*effect, "files"), "file", "files") + ", " +
          size_text(count_at(*effect, "bytes"));
  struct Part {
    const char* name;
    const char* text;
  };
  constexpr std::array<Part, 4> kParts = {{{"existed", "existed before this session"},
                                           {"born", "made in this session"},
                                           {"built", "build output"},
                                           {"secrets", "secret"}}};
  const char* between = "; ";
  for (const Part& part : kParts) {
    const std::uint64_t count = count_at(*effect, part.name);
    if (count == 0) continue;
    text += between + std::to_string(count) + " " + part.text;
    between = ", ";
  }
  return text;
}

std::string level_text(const Json& question) {
  std::string level = text_field(question, "risk_level");
  std::transform(level.begin(), level.end(), level.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const auto tier = question.find("tier");
  const bool known = tier != question.end() && tier->is_number_integer();
  return safe_text(level) + ", tier " + (known ? std::to_string(tier->get<int>()) : "?");
}

std::string local_time_text(const std::string& iso, const char* format) {
  const auto time = parse_iso_time(iso);
  return time ? local_text(*time, format) : iso;
}

std::string until_text(const Json& question, TimePoint now) {
  const auto deadline = parse_iso_time(text_field(question, "deadline"));
  if (!deadline) return "";
  if (*deadline <= now) return "now";
  if (*deadline - now >= std::chrono::hours(24)) return local_text(*deadline, "%d %b");
  if (local_text(*deadline, kDay) != local_text(now, kDay))
    return local_text(*deadline, "%a %H:%M");
  return local_text(*deadline, *deadline - now < kExactly ? "%H:%M:%S" : "%H:%M");
}

std::string auto_denial_text(const Json& question, TimePoint now) {
  const auto deadline = parse_iso_time(text_field(question, "deadline"));
  if (!deadline) return "";
  const std::string day = local_text(*deadline, kDay);
  std::string words = until_text(question, now);
  if (day == local_text(now + std::chrono::hours(24), kDay))
    words = "tomorrow " + local_text(*deadline, "%H:%M");
  else if (*deadline - now >= std::chrono::hours(24))
    words += local_text(*deadline, " %H:%M");
  return "auto-denies " + words;
}

std::string outcome_text(const Json& question) {
  std::string text = text_field(question, "state");
  if (text == "timeout") text = "denied: nobody answered in time";
  if (const std::string by = text_field(question, "answered_by"); !by.empty()) text += " by " + by;
  text += how_long(text_field(question, "scope"));
  const std::string reason = text_field(question, "answer_reason");
  if (!reason.empty() && text_field(question, "state") != "timeout") text += ": " + reason;
  return text;
}

std::string scope_words(const Json& question) {
  return how_long(text_field(question, "scope"));
}

std::string short_id(const Json& question) {
  return safe_text(text_field(question, "id").substr(0, kShortId));
}

bool needs_word(const Json& question) {
  const auto confirm = question.find("confirm");
  const auto tier = question.find("tier");
  const bool told = confirm != question.end() && confirm->is_string();
  return told || tier == question.end() || !tier->is_number_integer() || tier->get<int>() >= 3;
}

}  // namespace guard::console
