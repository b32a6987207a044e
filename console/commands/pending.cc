// SPDX-License-Identifier: Apache-2.0
// guard pending: the questions that wait, of all sessions of this user, one a line; with an id one
// question as a whole.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/commands/question_table.h"
#include "console/help/option_help.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"
#include "console/terminal/question_detail.h"
#include "console/terminal/question_pages.h"
#include "console/terminal/terminal_style.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = "guard pending";
constexpr std::size_t kPage = 10'000;          // names asked for at once
constexpr std::size_t kFileColumns = 100'000;  // nothing is cut where no terminal is
constexpr std::size_t kWholeRows = 1000;
constexpr std::size_t kNarrowest = 40;

constexpr std::array<OptionRow, 4> kPendingRows = {{
    {"json", 0, nullptr, "print a JSON array, one object a question, as the API gives it"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kPendingTable = {
    .command = "pending",
    .summary = "list the questions that wait for an answer; with an ID: one as a whole",
    .operands = "[ID...]",
    .rows = kPendingRows,
    .example = "guard pending --json | jq -r '.[].what'",
};

ViewStyle style_of_output() {
  ViewStyle style = style_of_terminal(STDOUT_FILENO);
  if (::isatty(STDOUT_FILENO) == 0) style.columns = kFileColumns;
  style.columns = std::max(style.columns, kNarrowest);
  return style;
}

// Prints the alerts that did not reach anybody, a line a cause.
void print_failed_alerts(const Json& session) {
  const auto alerts = session.find("alerts");
  const auto failures = alerts != session.end() ? alerts->find("failures") : session.end();
  if (alerts == session.end() || failures == alerts->end()) return;
  for (const Json& failure : *failures) {
    const std::uint64_t count = failure.value("count", std::uint64_t{1});
    std::fprintf(stderr, "guard: alerts: %s failed%s: %s\n",
                 safe_text(text_field(failure, "way")).c_str(),
                 count > 1 ? (" " + std::to_string(count) + " times").c_str() : "",
                 safe_text(text_field(failure, "cause")).c_str());
  }
}

// Says by the way which alerts of that session failed. Null: it does not answer.
Json session_of(const SessionSocket& socket) {
  const auto reply = Client(socket.path, kProgram).get("/v1/session");
  if (!reply || !reply->ok()) return {};
  print_failed_alerts(reply->body);
  return reply->body;
}

// The session that asks: "fshz5bq5 (claude --resume)".
std::string session_text(const SessionSocket& socket) {
  const std::string command = field_text(session_of(socket), "command");
  const std::string name = safe_text(socket.session);
  return command.empty() ? name : name + " (" + shortened(command, 100) + ")";
}

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
}

std::string headline(const Json& question) {
  std::string line = short_id(question) + "  " + level_text(question);
  if (text_field(question, "state") != "pending") return line;
  return line + "  " + auto_denial_text(question, std::chrono::system_clock::now());
}

// All names of the effect, page by page: they are part of what is approved. And what only one
// question is told with: how it was judged, and what would become of a file.
tl::expected<Json, Failure> with_names(const FoundQuestion& found) {
  Json question = found.question;
  Json names = Json::array();
  const std::string target = "/v1/approvals/" + escaped_part(text_field(question, "id"));
  const std::uint64_t total = question.value("names_total", std::uint64_t{0});
  while (names.size() < total) {
    const std::string page =
        "?offset=" + std::to_string(names.size()) + "&limit=" + std::to_string(kPage);
    const auto reply = Client(found.socket.path, kProgram).get(target + page);
    if (!reply)
      return tl::make_unexpected(
          Failure{kUnreachable, unreachable_text(found.socket, reply.error())});
    if (!reply->ok()) return tl::make_unexpected(Failure{kNotDone, reply->error_message()});
    for (const char* only_here : {"steps", "difference", "whole"})
      question[only_here] = reply->body.value(only_here, Json::array());
    const Json more = reply->body.value("names", Json::array());
    if (more.empty()) break;
    names.insert(names.end(), more.begin(), more.end());
  }
  question["names"] = std::move(names);
  return question;
}

void print_whole(const Json& question, const std::string& session) {
  const ViewStyle style = style_of_output();
  std::printf("%s\n", headline(question).c_str());
  std::vector<DetailField> fields = question_fields(question, Detail::kEverything, style);
  if (!session.empty()) fields.push_back({"Session", session});
  print_lines(field_lines(fields, style, kWholeRows));
  print_lines(page_rest(question, style));
}

int list_all(const SessionChoice& choice, bool json) {
  const Waiting waiting = waiting_questions(choice, kProgram);
  for (const SessionSocket& socket : waiting.reached) (void)session_of(socket);
  if (json) {
    Json all = Json::array();
    for (const FoundQuestion& found : waiting.questions) all.push_back(found.question);
    std::printf("%s\n", printed_json(all, 2).c_str());
  } else if (waiting.status == kDone || !waiting.questions.empty()) {
    std::fputs(question_table(waiting.questions, screen_columns()).c_str(), stdout);
  }
  return waiting.status;
}

int show_each(const SessionChoice& choice, const std::vector<std::string>& ids, bool json) {
  Json all = Json::array();
  int status = kDone;
  for (const std::string& id : ids) {
    const auto found = find_question(choice, kProgram, id);
    const auto whole =
        found ? with_names(*found) : tl::expected<Json, Failure>(tl::unexpect, found.error());
    if (!whole)
      status = std::max(status, complain(whole.error().status, whole.error().text));
    else if (json)
      all.push_back(*whole);
    else
      print_whole(*whole, session_text(found->socket));
  }
  if (json) std::printf("%s\n", printed_json(all, 2).c_str());
  return status;
}

}  // namespace

int pending_command(const Words& words) {
  const auto options = parse_or_explain(kPendingTable, words);
  if (!options) return options.error();
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const bool json = options->has("json");
  const int status = options->operands().empty() ? list_all(*choice, json)
                                                 : show_each(*choice, options->operands(), json);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return complain(kNotDone, "standard output could not be written");
  return status;
}

}  // namespace guard::console
