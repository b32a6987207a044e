// SPDX-License-Identifier: Apache-2.0
// Undo and reports for the page: `guard undo --json`, `guard audit report`, run as anybody would;
// the steps, the record and the way back are its own.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string_view>

#include "console/mcp/command_runner.h"
#include "console/terminal/question_view.h"
#include "console/web/web_routes.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostOutput = 64 << 20;
constexpr int kUsageStatus = 2;
constexpr std::chrono::hours kLongest{24};
constexpr std::chrono::seconds kQuick{1};
constexpr std::chrono::seconds kBeat{5};

// Its complaint, or FALLBACK.
std::string complaint_of(const CommandResult& ran, const char* fallback) {
  std::string complaint = ran.err.substr(0, ran.err.find('\n'));
  if (complaint.starts_with("guard: ")) complaint.erase(0, 7);
  return complaint.empty() ? fallback : complaint;
}

Result<CommandResult> run_guard(std::vector<std::string> argv) {
  CommandOrder order;
  order.argv = std::move(argv);
  order.most_output = kMostOutput;
  order.at_most = kLongest;
  const std::atomic<bool> never = false;
  return run_command(order, never);
}

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
  if (session.starts_with('-')) return fail(Code::kInvalid, "no session is called so");
  const auto ran = run_guard({"/proc/self/exe", "audit", "report", session, "--format=md",
                              "--state-dir=" + call.app.settings().locations.state});
  if (!ran) return forward(ran.error());
  if (ran->exit_code != 0)
    return fail(ran->exit_code == kUsageStatus ? Code::kInvalid : Code::kRefused,
                complaint_of(*ran, "guard audit report said nothing"));
  return Json{{"report", lines_of(ran->out)}};
}

// Its output as JSON, or its complaint. Status 1 and 3 have both: some of it was not
// done, or a choice is missing.
Result<Json> guard_undo(const WebCall& call, std::vector<std::string> words) {
  std::vector<std::string> argv = {"/proc/self/exe", "undo", "--json",
                                   "--state-dir=" + call.app.settings().locations.state};
  for (std::string& word : words) argv.push_back(std::move(word));
  const auto ran = run_guard(std::move(argv));
  if (!ran) return forward(ran.error());
  if (ran->timed_out)
    return fail(Code::kBusy,
                "guard undo took longer than a day and was ended: `guard undo --list` "
                "says what is left");
  Json json = Json::parse(ran->out, nullptr, false);
  if (!json.is_discarded()) return json;
  return fail(ran->exit_code == kUsageStatus ? Code::kInvalid : Code::kRefused,
              complaint_of(*ran, "guard undo said nothing"));
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

WebAnswer answer_of(const Result<Json>& json) {
  return json ? json_answer(*json) : web_problem_of(json.error());
}

class Counted {
 public:
  explicit Counted(std::atomic<int>& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::atomic<int>& count_;
};

// A large tree takes longer than browsers wait for an answer that says nothing: blanks, which JSON
// may begin with, say that it goes on. Then an error comes with status 200 too. What was begun is
// done to its end, whether the browser still listens or not.
std::optional<WebAnswer> answer_when_done(WebCall& call,
                                          const std::function<Result<Json>()>& work) {
  const Counted counted(call.app.undoing());
  auto result = std::async(std::launch::async, work);
  if (result.wait_for(kQuick) == std::future_status::ready) return answer_of(result.get());
  bool listens = call.channel.begin(WebAnswer{}).has_value();
  while (result.wait_for(kBeat) != std::future_status::ready)
    listens = listens && call.channel.send_piece(" ");
  const WebAnswer answer = answer_of(result.get());
  if (listens && call.channel.send_piece(answer.body)) (void)call.channel.end();
  return std::nullopt;
}

// Empty, skip or overwrite: guard undo refuses anything else.
std::vector<std::string> chosen_words(const std::string& session, const std::string& conflicts) {
  std::vector<std::string> words = {"--session=" + session};
  if (!conflicts.empty()) words.push_back("--conflicts=" + conflicts);
  return words;
}

}  // namespace

std::optional<WebAnswer> list_undo(WebCall& call) {
  return answer_when_done(call, [&call] { return guard_undo(call, {"--list", "--all"}); });
}

std::optional<WebAnswer> preview_undo(WebCall& call) {
  auto words = chosen_words(call.path[2], "");
  words.emplace_back("--dry-run");
  return answer_when_done(call, [&call, words] {
    auto plan = guard_undo(call, words);
    if (plan && plan->contains("plan")) split_differences(*plan);
    return plan;
  });
}

std::optional<WebAnswer> do_undo(WebCall& call) {
  auto words = chosen_words(call.path[2], text_field(call.body, "conflicts"));
  words.emplace_back("--yes");
  return answer_when_done(call, [&call, words] { return guard_undo(call, words); });
}

std::optional<WebAnswer> show_report(WebCall& call) {
  return answer_when_done(call, [&call] { return guard_report(call, call.path[2]); });
}

}  // namespace guard::console
