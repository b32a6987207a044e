// SPDX-License-Identifier: Apache-2.0
// guard pending: the questions that wait, of all sessions of this user.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "base/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::array<OptionRow, 4> kRows = {{
    {"json", 0, nullptr, "print a JSON array, one object a question, as the API gives it"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kTable = {
    .command = "pending",
    .summary = "list the questions that wait for an answer",
    .operands = "",
    .rows = kRows,
    .max_operands = 0,
    .example = "guard pending --json | jq -r '.[].what'",
};

constexpr std::size_t kUnlimited = std::string::npos;
constexpr std::size_t kIndent = 26;  // where the columns of text begin
constexpr std::size_t kLeastText = 20;

std::size_t terminal_columns() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnlimited;
  return size.ws_col;
}

// "23:59:41"
std::string time_left(const Json& question) {
  const auto value = question.find("seconds_left");
  const bool known = value != question.end() && value->is_number_integer();
  const long long seconds = known ? value->get<long long>() : 0;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%02lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                seconds % 60);
  return text.data();
}

std::string tier_of(const Json& question) {
  const auto tier = question.find("tier");
  return tier != question.end() && tier->is_number_integer() ? std::to_string(tier->get<int>())
                                                             : "?";
}

void print_text(const std::string& text, std::size_t columns) {
  std::printf("%s\n", columns == kUnlimited ? text.c_str() : shortened(text, columns).c_str());
}

void print_question(const Json& question, std::size_t columns) {
  const std::size_t room = columns == kUnlimited
                               ? kUnlimited
                               : std::max(kLeastText, columns - std::min(columns, kIndent));
  std::printf("%-8.8s  %-4s  %-8s  ", field_text(question, "id").c_str(), tier_of(question).c_str(),
              time_left(question).c_str());
  print_text(field_text(question, "what"), room);
  std::printf("%*s", static_cast<int>(kIndent), "");
  print_text(field_text(question, "why"), room);
}

void print_table(const Json& questions) {
  if (questions.empty()) {
    std::printf("no question waits\n");
    return;
  }
  const std::size_t columns = terminal_columns();
  std::printf("%-8s  %-4s  %-8s  %s\n", "ID", "TIER", "LEFT", "WHAT, WHY");
  for (const Json& question : questions) print_question(question, columns);
}

// Adds what one session has; the exit status says whether it could be asked.
int add_questions(const SessionChoice& choice, const SessionSocket& socket, Json& questions) {
  const auto reply = Client(socket.path, "guard pending").get("/v1/approvals?state=pending");
  if (!reply) {
    if (skip_stale(choice, socket, reply.error())) return kDone;
    return complain(kUnreachable, unreachable_text(socket, reply.error()));
  }
  if (!reply->ok()) return complain(kNotDone, reply->error_message());
  for (const Json& question : reply->body.value("approvals", Json::array()))
    questions.push_back(question);
  return kDone;
}

}  // namespace

int pending_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  Json questions = Json::array();
  int status = kDone;
  for (const SessionSocket& socket : choice->sockets)
    status = std::max(status, add_questions(*choice, socket, questions));
  if (options->has("json"))
    std::printf("%s\n", questions.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  else if (status == kDone || !questions.empty())
    print_table(questions);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return complain(kNotDone, "standard output could not be written");
  return status;
}

}  // namespace guard::console
