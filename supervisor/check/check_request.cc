// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/check_request.h"

#include <fcntl.h>

#include <algorithm>
#include <array>

#include "base/files/fd_name.h"
#include "base/text/text.h"
#include "policy/command/command_levels.h"
#include "policy/shell/nested_text.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/check/preview_world.h"
#include "supervisor/check/script_texts.h"
#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::Decision;
using policy::Verdict;

tl::unexpected<Error> invalid(std::string what) {
  return fail(Code::kInvalid, "check: " + std::move(what));
}

bool is_text(const Json& value) {
  return value.is_string() && value.get_ref<const std::string&>().find('\0') == std::string::npos;
}

Result<void> read_field(CheckRequest& request, const std::string& key, const Json& value) {
  if (key == "argv") {
    const bool texts = value.is_array() && std::all_of(value.begin(), value.end(), is_text);
    if (!texts || value.empty()) return invalid("\"argv\" must be a list of words");
    request.argv = value.get<std::vector<std::string>>();
    if (request.argv.front().empty())
      return invalid("the command is an empty word: name a program");
  } else if (key == "shell") {
    if (!is_text(value)) return invalid("\"shell\" must be a text");
    request.shell = value.get<std::string>();
    request.is_shell = true;
  } else if (key == "cwd") {
    if (!is_text(value)) return invalid("\"cwd\" must be a text");
    request.cwd = value.get<std::string>();
  } else {
    return invalid("unknown field \"" + safe_text(key) + "\"");
  }
  return {};
}

int rank(Verdict verdict) {
  constexpr std::array kOrder = {Verdict::kAllow, Verdict::kAsk, Verdict::kDeny, Verdict::kBlock};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), verdict) - kOrder.begin());
}

// Everything that would have to be asked must be covered by the answer.
void add_categories(Decision& decision, const Decision& other) {
  if (other.verdict == Verdict::kAllow) return;
  auto& all = decision.assessment.categories;
  for (const auto category : other.assessment.categories) {
    if (std::find(all.begin(), all.end(), category) == all.end()) all.push_back(category);
  }
}

// A text without any command: nothing would happen.
Decision nothing_to_do(const CheckContext& context, const policy::Action& origin) {
  Decision decision = context.evaluator.evaluate(origin, policy::Assessment{}, context.session);
  if (decision.reason.empty()) decision.reason = "no command in it";
  return decision;
}

// Nobody knows what a text does that could not be read whole, however harmless the rest of it is.
Decision not_unread(Decision decision, const PreviewedActs& preview) {
  if (preview.parsed || decision.verdict != Verdict::kAllow) return decision;
  Decision asked;
  asked.verdict = Verdict::kAsk;
  asked.rule = policy::own_rule("shell.unread");
  asked.reason = "not all of the shell text could be read";
  asked.assessment.rule = asked.rule;
  asked.assessment.reason = asked.reason;
  asked.assessment.tier = 2;
  asked.assessment.categories = {policy::Category::kExecArbitrary};
  asked.assessment.effect = std::move(decision.assessment.effect);
  asked.assessment.alternative = "Mend the text, or write it to a file and run that.";
  return asked;
}

// The shell text that the act is judged with, for where wildcards come from.
std::string request_text(const CheckRequest& request) {
  if (request.is_shell) return request.shell;
  const auto nested = policy::nested_text(policy::literal_words(request.argv));
  return nested ? nested->text : std::string();
}

bool publishes(const policy::JudgedAct& act) {
  const auto& categories = act.assessment.categories;
  return act.assessment.tier >= 2 &&
         std::ranges::find(categories, policy::Category::kGitPublish) != categories.end();
}

// Scripts that the acts run by name: what their text publishes is said before they start. Their
// other acts are judged when they run.
class Scripts {
 public:
  Scripts(const CheckContext& context, const CheckRequest& request, policy::Detail detail,
          PreviewedActs& out)
      : context_(context), request_(request), detail_(detail), out_(out) {}

  void look(const std::vector<policy::JudgedAct>& acts, int depth);

 private:
  void read(const ScriptText& script, int depth);

  const CheckContext& context_;
  const CheckRequest& request_;
  policy::Detail detail_;
  PreviewedActs& out_;
  int read_ = 0;
};

void Scripts::look(const std::vector<policy::JudgedAct>& acts, int depth) {
  constexpr int kDeepest = 4;
  if (depth >= kDeepest) return;
  for (const policy::JudgedAct& act : acts) {
    if (act.action.act != policy::Act::kExec || act.action.argv.empty()) continue;
    const auto chain = policy::command_levels(act.action.argv, context_.assessor.specs());
    for (const policy::CommandLevel& level : chain.levels) {
      for (const ScriptText& script : script_texts(level.argv, act.action.cwd)) read(script, depth);
    }
  }
}

void Scripts::read(const ScriptText& script, int depth) {
  constexpr int kMost = 32;
  if (++read_ > kMost) return;
  policy::Action origin = out_.origin;
  origin.cwd = script.folder;
  PreviewWorld world(context_, request_text(request_));
  auto acts = policy::judge_preview(policy::preview_shell(script.text), origin, context_.assessor,
                                    world, detail_);
  look(acts, depth + 1);
  for (policy::JudgedAct& act : acts) {
    if (!publishes(act) || act.assessment.rule == policy::own_rule("shell.unknown")) continue;
    act.assessment.reason = "the script " + safe_text(script.name) + " runs " +
                            command_text(act.action.argv) + ": " + act.assessment.reason;
    out_.acts.push_back(std::move(act));
  }
}

}  // namespace

Result<CheckRequest> read_check_request(const Json& body, const std::string& cwd) {
  if (!body.is_object()) return invalid("the request is no object");
  CheckRequest request;
  for (const auto& [key, value] : body.items()) {
    if (auto read = read_field(request, key, value); !read) return forward(read.error());
  }
  if (request.is_shell == !request.argv.empty()) {
    return invalid("give either \"argv\" or \"shell\"");
  }
  request.cwd = lexically_normal(cwd, request.cwd);
  const UniqueFd folder(::open(request.cwd.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid()) return fail_errno("check: " + safe_text(request.cwd));
  request.cwd = name_of_fd(folder.get());
  return request;
}

std::string shown_command(const CheckRequest& request) {
  return request.is_shell ? safe_text(request.shell) : command_text(request.argv);
}

PreviewedActs preview_acts(const CheckContext& context, const CheckRequest& request,
                           policy::Detail detail) {
  PreviewedActs result;
  result.origin.act = policy::Act::kExec;
  result.origin.cwd = request.cwd;
  result.origin.argv =
      request.is_shell ? std::vector<std::string>{"sh", "-c", request.shell} : request.argv;
  const policy::Preview preview = request.is_shell ? policy::preview_shell(request.shell)
                                                   : policy::preview_command(request.argv);
  PreviewWorld world(context, request_text(request));
  result.parsed = preview.parsed;
  result.acts = policy::judge_preview(preview, result.origin, context.assessor, world, detail);
  const auto own = result.acts;
  Scripts(context, request, detail, result).look(own, 0);
  return result;
}

// A run looks at the repository first (facts/git_losses.h), and check does not.
bool depends_on_the_repository(const Decision& decision) {
  return decision.verdict == Verdict::kAsk && decision.assessment.tier == 2 &&
         decision.assessment.rule.starts_with("git.") &&
         decision.assessment.categories == std::vector{policy::Category::kFsDeleteOverwrite};
}

Decision decide_act(const CheckContext& context, policy::JudgedAct& act, policy::Steps* steps) {
  Decision decision =
      context.evaluator.evaluate(act.action, std::move(act.assessment), context.session, steps);
  if (depends_on_the_repository(decision))
    decision.reason += "; a run looks first, and may find that nothing is lost";
  const bool by_a_yes = decision.approved_for_session || decision.pre_confirmed;
  if (context.denied && (decision.verdict == Verdict::kAsk || by_a_yes)) {
    if (const auto extent = context.denied(act.action, decision.assessment)) {
      decision.verdict = Verdict::kDeny;
      decision.rule = policy::own_rule("grant");
      decision.reason = "denied before: " + *extent;
      policy::note(steps, "answers", [&] { return "a denial holds on: " + *extent; });
      return decision;
    }
  }
  if (decision.verdict != Verdict::kAsk || !context.remembered) return decision;
  const auto pattern = context.remembered(act.action, decision.assessment);
  if (!pattern) return decision;
  decision.verdict = Verdict::kAllow;
  decision.rule = policy::own_rule("grant");
  decision.reason = "remembered: " + *pattern;
  policy::note(steps, "answers", [&] { return "an answer covers it: " + *pattern; });
  return decision;
}

bool outranks(const Decision& a, const Decision& b) {
  if (a.verdict != b.verdict) return rank(a.verdict) > rank(b.verdict);
  return policy::outranks(a.assessment, b.assessment);
}

Decision worst_of(const CheckContext& context, const PreviewedActs& preview,
                  const std::vector<Decision>& decisions) {
  if (decisions.empty()) return not_unread(nothing_to_do(context, preview.origin), preview);
  auto worst = decisions.begin();
  for (auto it = decisions.begin(); it != decisions.end(); ++it) {
    if (outranks(*it, *worst)) worst = it;
  }
  Decision result = *worst;
  for (const Decision& other : decisions) add_categories(result, other);
  return not_unread(std::move(result), preview);
}

}  // namespace guard::supervisor
