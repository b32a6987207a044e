// SPDX-License-Identifier: Apache-2.0
#include "console/web/guard_program.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

#include "console/mcp/command_runner.h"

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

// The options stand before `--`: a path behind it may begin with a dash.
Result<CommandResult> run_words(const WebCall& call, std::vector<std::string> words,
                                const std::vector<std::string>& options) {
  const auto end = std::ranges::find(words, "--");
  const auto placed = words.insert(end, options.begin(), options.end());
  words.insert(placed, "--state-dir=" + call.app.settings().locations.state);
  words.insert(words.begin(), "/proc/self/exe");
  return run_guard(std::move(words));
}

Error refusal_of(const CommandResult& ran, const std::string& command) {
  const std::string fallback = "guard " + command + " said nothing";
  return Error{ran.exit_code == kUsageStatus ? Code::kInvalid : Code::kRefused, 0,
               complaint_of(ran, fallback.c_str())};
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

}  // namespace

Result<std::string> guard_text(const WebCall& call, std::vector<std::string> words) {
  const std::string command = words.front();
  auto ran = run_words(call, std::move(words), {});
  if (!ran) return forward(ran.error());
  if (ran->exit_code != 0) return forward(refusal_of(*ran, command));
  return std::move(ran->out);
}

Result<Json> guard_json(const WebCall& call, std::vector<std::string> words) {
  const std::string command = words.front();
  const auto ran = run_words(call, std::move(words), {"--json"});
  if (!ran) return forward(ran.error());
  if (ran->timed_out)
    return fail(Code::kBusy, "guard " + command +
                                 " took longer than a day and was ended: `guard undo --list` "
                                 "says what is left");
  Json json = Json::parse(ran->out, nullptr, false);
  if (!json.is_discarded()) return json;
  return forward(refusal_of(*ran, command));
}

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

}  // namespace guard::console
