// SPDX-License-Identifier: Apache-2.0
// guard blame: which session, command and person the present content of a file is from.
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "console/blame/blame_text.h"
#include "console/blame/given_answers.h"
#include "console/commands/commands.h"
#include "console/commands/undo/secrets_here.h"
#include "console/help/option_help.h"
#include "console/output/printed_json.h"
#include "console/places/locations.h"
#include "console/session/session_choice.h"
#include "console/undo/store_access.h"

namespace guard::console {
namespace {

constexpr std::array<OptionRow, 4> kRows = {{
    {"summary", 0, nullptr, "how many lines are whose, without the lines"},
    {"json", 'j', nullptr, "print JSON"},
    {"utc", 0, nullptr, "times in UTC, not in the zone of TZ"},
    kStateDirRow,
}};
constexpr OptionTable kTable = {
    .command = "blame",
    .summary = "which session, command and answer each line of a file is from",
    .operands = "FILE...",
    .rows = kRows,
    .min_operands = 1,
    .example = "guard blame src/main.c",
};

int complain_of(const Error& error) {
  return complain(error.code == Code::kInvalid ? kUsage : kNotDone, "blame: " + error.text());
}

// The folder without links; the file itself may be gone.
Result<std::string> canonical_name(const std::string& word) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(word, error).lexically_normal();
  if (error || !path.has_filename()) return fail(Code::kInvalid, "it is no file");
  const auto folder = std::filesystem::canonical(path.parent_path(), error);
  if (error) return fail(Code::kNotFound, "there is no such file");
  return (folder / path.filename()).string();
}

Result<Blame> blame_of(const BlameOrder& order, const std::string& word) {
  const auto path = canonical_name(word);
  if (!path) return forward(path.error());
  return blame_file(order, *path);
}

void print(const ParsedOptions& options, const Blame& blame, bool of_several) {
  const bool in_utc = options.has("utc");
  if (blame.damaged > 0)
    complain(0, "blame: " + std::to_string(blame.damaged) +
                    " lines of journals cannot be read: changes may be missing");
  const bool is_brief = options.has("summary");
  if (of_several && !is_brief && blame.no_lines.empty())
    std::printf("%s\n", safe_text(blame.path).c_str());
  std::fputs((is_brief ? blame_summary : blame_text)(blame, in_utc).c_str(), stdout);
}

}  // namespace

int blame_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const auto locations = find_locations(options->get("state-dir"));
  if (!locations) return complain_of(locations.error());
  if (const auto use = use_undo_store(locations->state, options->has("state-dir")); !use)
    return complain_of(use.error());
  auto sessions = supervisor::stored_sessions(locations->state);
  if (!sessions) return complain_of(sessions.error());
  GivenAnswers answers(locations->state);
  const BlameOrder order = {locations->state, std::move(*sessions), read_steps(locations->state),
                            secrets_here(*locations, "blame", ""),
                            [&answers](const std::string& id) { return answers.to(id); }};
  const Words& files = options->operands();
  auto list = nlohmann::ordered_json::array();
  int status = kDone;
  for (const std::string& file : files) {
    const auto blame = blame_of(order, file);
    if (!blame) {
      status = complain_of(blame.error().during(safe_text(file)));
      continue;
    }
    if (options->has("json"))
      list.push_back(blame_json(*blame));
    else
      print(*options, *blame, files.size() > 1);
  }
  if (options->has("json")) std::printf("%s\n", printed_json(list, 2).c_str());
  return status;
}

}  // namespace guard::console
