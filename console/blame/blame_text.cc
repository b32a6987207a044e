// SPDX-License-Identifier: Apache-2.0
#include "console/blame/blame_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/text/both_ends.h"
#include "base/text/text.h"
#include "console/blame/line_owners.h"
#include "console/output/shown_times.h"

namespace guard::console {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kCommandColumns = 28;
constexpr const char* kBefore = "before any session that the store has";

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string time_text(const FileChange& change, bool in_utc) {
  return ShownTimes(in_utc).second(iso_time(change.time));
}

bool is_sure(const BlameSource& source) {
  return source.is_certain && !source.change.others_followed;
}

// "kiz5kqgy 2026-11-28 15:02:01 sed -i s/one/two/ b"; behind the session a mark where it may be
// another's.
std::string margin_of(const BlameSource& source, bool in_utc) {
  const FileChange& change = source.change;
  constexpr std::size_t kEnd = 8;
  constexpr std::size_t kSessionColumns = 9;
  const std::string session = safe_text(change.typed) + (is_sure(source) ? "" : "?");
  return padded(session, kSessionColumns) + " " + time_text(change, in_utc) + " " +
         both_ends(safe_text(change.command), kCommandColumns - kEnd, kEnd);
}

std::string source_line(const BlameSource& source, bool in_utc) {
  const FileChange& change = source.change;
  std::string text = safe_text(change.typed) + "  " + time_text(change, in_utc) + "  " +
                     (change.made ? "made by " : "changed by ") + safe_text(change.command);
  if (change.session_command != change.command)
    text += " (of guard run -- " +
            both_ends(safe_text(change.session_command), kCommandColumns, kCommandColumns) + ")";
  if (!source.answer.empty()) text += "; approved by " + safe_text(source.answer);
  if (!source.is_certain) text += "; or by an earlier change: not each state is kept";
  if (change.others_followed) text += "; or later by somebody outside of guard";
  return text;
}

std::vector<std::size_t> counts_of(const Blame& blame) {
  std::vector<std::size_t> counts(blame.sources.size() + 1);
  for (const std::size_t owner : blame.owners) ++counts.at(owner);
  return counts;
}

std::string count_of(const Blame& blame, std::size_t lines) {
  return blame.no_lines.empty() ? count_text(lines, "line", "lines") + "  " : "";
}

// A text has the sources that a line is of, anything else the last one.
std::string sources_text(const Blame& blame, bool in_utc) {
  const std::vector<std::size_t> counts = counts_of(blame);
  std::string text;
  const bool nobody = blame.sources.empty();
  if (counts[0] > 0 || nobody)
    text += count_of(blame, counts[0]) +
            (nobody ? "nobody under guard, as far as the store knows" : kBefore) + "\n";
  for (std::size_t i = 0; i < blame.sources.size(); ++i) {
    const bool is_last = i + 1 == blame.sources.size();
    if (blame.no_lines.empty() ? counts[i + 1] == 0 : !is_last) continue;
    text += count_of(blame, counts[i + 1]) + source_line(blame.sources[i], in_utc) + "\n";
  }
  for (const FormerName& former : blame.names)
    text += safe_text(former.typed) + " moved it here from " + safe_text(former.name) + "\n";
  return text;
}

std::string without_break(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return safe_text(line);
}

Json json_of(const BlameSource& source) {
  const FileChange& change = source.change;
  return {{"session", change.session},
          {"undo_session", change.typed},
          {"session_command", change.session_command},
          {"command", change.command},
          {"time", iso_time(change.time)},
          {"made", change.made},
          {"question", change.question.empty() ? Json() : Json(change.question)},
          {"answered_by", source.answer.empty() ? Json() : Json(source.answer)},
          {"certain", source.is_certain},
          {"others_followed", change.others_followed}};
}

// Lines that follow one another and have one source are one range.
Json ranges_of(const Blame& blame) {
  Json ranges = Json::array();
  for (std::size_t i = 0; i < blame.owners.size(); ++i) {
    if (i > 0 && blame.owners[i] == blame.owners[i - 1]) {
      ranges.back()["last"] = i + 1;
      continue;
    }
    const std::size_t owner = blame.owners[i];
    ranges.push_back(
        {{"first", i + 1}, {"last", i + 1}, {"source", owner == 0 ? Json() : Json(owner - 1)}});
  }
  return ranges;
}

}  // namespace

std::string blame_text(const Blame& blame, bool in_utc) {
  if (!blame.no_lines.empty()) return blame_summary(blame, in_utc);
  std::vector<std::string> margins = {"-"};
  for (const BlameSource& source : blame.sources) margins.push_back(margin_of(source, in_utc));
  std::size_t width = 0;
  for (const std::size_t owner : blame.owners) width = std::max(width, margins[owner].size());
  const std::size_t digits = std::to_string(blame.owners.size()).size();
  std::string text;
  const auto lines = lines_of_text(blame.text);
  for (std::size_t i = 0; i < lines.size() && i < blame.owners.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    text += padded(margins[blame.owners[i]], width) + "  " +
            std::string(digits - number.size(), ' ') + number + ") " + without_break(lines[i]) +
            "\n";
  }
  return text + (text.empty() ? "" : "\n") + sources_text(blame, in_utc);
}

std::string blame_summary(const Blame& blame, bool in_utc) {
  std::string text = safe_text(blame.path);
  if (!blame.no_lines.empty()) text += ": " + blame.no_lines + "; the last change of it";
  text += "\n";
  const std::string sources = sources_text(blame, in_utc);
  for (std::size_t at = 0; at < sources.size();) {
    const std::size_t end = sources.find('\n', at) + 1;
    text += "  " + sources.substr(at, end - at);
    at = end;
  }
  return text;
}

Json blame_json(const Blame& blame) {
  Json sources = Json::array();
  for (const BlameSource& source : blame.sources) sources.push_back(json_of(source));
  Json names = Json::array();
  for (const FormerName& former : blame.names)
    names.push_back({{"undo_session", former.typed}, {"from", former.name}});
  return {{"path", blame.path},
          {"lines", blame.no_lines.empty() ? ranges_of(blame) : Json()},
          {"no_lines", blame.no_lines.empty() ? Json() : Json(blame.no_lines)},
          {"sources", std::move(sources)},
          {"names", std::move(names)},
          {"damaged", blame.damaged}};
}

}  // namespace guard::console
