// SPDX-License-Identifier: Apache-2.0
// guard approve: lets waiting acts happen. Tier 3 takes a second step: on a terminal the impact is
// shown and the word asked for, elsewhere --confirm must bring it.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/output/person_answer.h"
#include "console/terminal/question_detail.h"
#include "console/terminal/terminal_style.h"
#include "supervisor/approval/question.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = "guard approve";
constexpr const char* kConfirm = "CONFIRM";
constexpr std::size_t kMostRows = 6;  // of one field of the impact

constexpr std::array<OptionRow, 8> kApproveRows = {{
    {"all", 'a', nullptr, "every question of tier 2 that waits now, for once"},
    {"scope", 0, "SCOPE", "once (default), command, session, always, or a time: 30m, 2h"},
    {"confirm", 0, "CONFIRM", "the word CONFIRM: needed for tier 3"},
    {"pattern", 0, "PATTERN", "what session, always or a time cover, in place of the one shown"},
    {"domain", 0, nullptr,
     "what is remembered of a host covers its domain (*.example.org), where that is offered"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kApproveTable = {
    .command = "approve",
    .summary = "let waiting acts happen",
    .operands = "ID...|all",
    .rows = kApproveRows,
    .example = "guard approve 1a2b3c4d --scope session --pattern 'git push origin *'",
};

void show_impact(const Json& question) {
  const ViewStyle style = style_of_terminal(STDERR_FILENO);
  for (const std::string& line :
       field_lines(question_fields(question, Detail::kEverything, style), style, kMostRows))
    std::fprintf(stderr, "%s\n", line.c_str());
}

std::string typed_word() {
  return person_answer(std::string("This is tier 3. Type ") + kConfirm + " to approve: ", stderr);
}

bool has_person() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

tl::expected<std::string, Failure> confirmation(const Json& question,
                                                const ParsedOptions& options) {
  const auto word = question.find("confirm");
  const bool needed = word == question.end() || !word->is_null();
  if (!needed || options.has("confirm")) return options.get("confirm");
  if (field_text(question, "state") != "pending") return "";  // the session says how it ended
  const std::string id = field_text(question, "id").substr(0, 8);
  if (!has_person())
    return tl::make_unexpected(Failure{kNotDone, "question " + id + " is tier 3 (" +
                                                     field_text(question, "what") +
                                                     "): to approve it add --confirm CONFIRM"});
  show_impact(question);
  if (typed_word() == kConfirm) return kConfirm;
  return tl::make_unexpected(
      Failure{kNotDone, "question " + id + " was not approved: it still waits"});
}

tl::expected<std::string, Failure> pattern_of(const Json& question, const ParsedOptions& options) {
  if (!options.has("domain")) return options.get("pattern");
  std::string wider = field_text(question, "wider");
  if (!wider.empty()) return wider;
  return tl::make_unexpected(Failure{
      kNotDone,
      "question " + field_text(question, "id").substr(0, 8) + " offers no domain: it still waits"});
}

tl::expected<Json, Failure> approval_of(const Json& question, const ParsedOptions& options) {
  const auto word = confirmation(question, options);
  if (!word) return tl::make_unexpected(word.error());
  Json body = {{"answer", "approve"}};
  if (!word->empty()) body["confirm"] = *word;
  const auto pattern = pattern_of(question, options);
  if (!pattern) return tl::make_unexpected(pattern.error());
  if (options.has("scope")) body["scope"] = options.get("scope");
  if (!pattern->empty()) body["pattern"] = *pattern;
  return body;
}

// A question that needs the word was not looked at by itself, so it still waits.
tl::expected<Json, Failure> approval_unless_high(const Json& question) {
  if (!needs_word(question)) return Json{{"answer", "approve"}};
  const std::string id = short_id(question);
  return tl::make_unexpected(
      Failure{kNotDone, "question " + id + " is tier 3 (" + field_text(question, "what") +
                            "): it still waits; to approve it: guard approve " + id +
                            " --confirm " + kConfirm});
}

// Each of these is about one question that somebody looked at.
int approve_all(const ParsedOptions& options) {
  for (const char* name : {"scope", "confirm", "pattern", "domain"})
    if (options.has(name))
      return complain(kUsage, std::string("approve: --") + name +
                                  " does not go with all: name the question by its ID");
  const auto choice = choose_sessions(options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  return answer_all(*choice, kProgram, approval_unless_high);
}

}  // namespace

int approve_command(const Words& words) {
  const auto options = parse_or_explain(kApproveTable, words);
  if (!options) return options.error();
  if (const auto named = check_ids(kApproveTable, *options); !named) return named.error();
  if (means_all(*options)) return approve_all(*options);
  supervisor::Answer answer;
  if (options->has("scope") && !supervisor::parse_scope(options->get("scope"), answer))
    return complain(kUsage, supervisor::unknown_scope_text(options->get("scope")));
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  return answer_each(*choice, kProgram, options->operands(),
                     [&options](const Json& question) { return approval_of(question, *options); });
}

}  // namespace guard::console
