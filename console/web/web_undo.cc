// SPDX-License-Identifier: Apache-2.0
// Undo and reports for the page: `guard undo --json`, `guard audit report`, run as anybody would;
// the steps, the record and the way back are its own.
#include <algorithm>
#include <string_view>

#include "console/terminal/question_view.h"
#include "console/web/guard_program.h"
#include "console/web/web_routes.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

// Each text of an answer is one safe line, so a report goes line by line.
Json lines_of(std::string_view text) {
  Json lines = Json::array();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// `guard audit report`, as Markdown.
Result<Json> guard_report(const WebCall& call, const std::string& session) {
  if (session.starts_with('-')) return fail(Code::kInvalid, "no session has that name");
  const auto text = guard_text(call, {"audit", "report", session, "--format=md"});
  if (!text) return forward(text.error());
  return Json{{"report", lines_of(*text)}};
}

// The page shows lines; one text would come with its line breaks spelled out.
void split_differences(Json& plan) {
  for (Json& step : plan["plan"]) {
    std::string rest = text_field(step, "diff");
    Json lines = Json::array();
    for (std::size_t end = 0; !rest.empty(); rest.erase(0, end + 1)) {
      end = std::min(rest.find('\n'), rest.size());
      lines.push_back(rest.substr(0, end));
    }
    step["diff"] = std::move(lines);
  }
}

// Empty, skip or overwrite: guard undo refuses anything else.
std::vector<std::string> chosen_words(const std::string& session, const std::string& conflicts) {
  std::vector<std::string> words = {"undo", "--session=" + session};
  if (!conflicts.empty()) words.push_back("--conflicts=" + conflicts);
  return words;
}

}  // namespace

std::optional<WebAnswer> list_undo(WebCall& call) {
  return answer_when_done(call, [&call] { return guard_json(call, {"undo", "--list", "--all"}); });
}

std::optional<WebAnswer> preview_undo(WebCall& call) {
  auto words = chosen_words(call.path[2], "");
  words.emplace_back("--dry-run");
  return answer_when_done(call, [&call, words] {
    auto plan = guard_json(call, words);
    if (plan && plan->contains("plan")) split_differences(*plan);
    return plan;
  });
}

std::optional<WebAnswer> do_undo(WebCall& call) {
  auto words = chosen_words(call.path[2], text_field(call.body, "conflicts"));
  words.emplace_back("--yes");
  return answer_when_done(call, [&call, words] { return guard_json(call, words); });
}

std::optional<WebAnswer> show_report(WebCall& call) {
  return answer_when_done(call, [&call] { return guard_report(call, call.path[2]); });
}

}  // namespace guard::console
