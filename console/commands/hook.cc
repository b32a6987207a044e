// SPDX-License-Identifier: Apache-2.0
// guard hook: what an agent hears before it uses its shell, and guard's place in its settings. A
// hook explains and answers early; what enforces is `guard run`. It never says "allow": that would
// take the agent's own question away from its user.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/text/line_difference.h"
#include "base/text/text.h"
#include "console/audit/audit_options.h"
#include "console/check/judged_command.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/hooks/hook_agents.h"
#include "console/hooks/hook_request.h"
#include "console/hooks/hook_settings.h"
#include "console/output/complaint.h"
#include "console/output/person_answer.h"
#include "console/output/printed_json.h"
#include "console/run/nested_run.h"
#include "supervisor/audit/store/whole_file.h"

namespace guard::console {
namespace {

namespace fs = std::filesystem;

// The one status that every agent takes for a refusal.
constexpr int kBlocked = 2;
constexpr std::size_t kMostInput = 4 << 20;

constexpr OptionRow kHookRows[] = {
    {"install", 0, nullptr, "add the hook to the agent's settings, after showing the difference"},
    {"uninstall", 0, nullptr, "take it out again"},
    {"print", 0, nullptr, "print what the settings need, change nothing"},
    {"file", 0, "FILE", "these settings instead of the user's own"},
    {"profile", 0, "NAME", "as a hook: this profile (a FILE with a '/'; none), not the agent's"},
    {"yes", 'y', nullptr, "do not ask"},
};
constexpr OptionTable kHookTable = {
    .command = "hook",
    .summary = "answer an agent's hook: standard input says what it is about to run",
    .operands = "claude|codex|gemini|qwen|copilot",
    .rows = kHookRows,
    .min_operands = 1,
    .max_operands = 1,
    .example = "guard hook claude --install",
    .statuses =
        "exit status: 0 answered or done, 1 not done, 2 usage; as a hook: 2 for whatever cannot "
        "be judged, which the agent takes for a refusal"};

// --- as a hook ---------------------------------------------------------------------------------

Result<std::string> whole_input() {
  std::ostringstream text;
  text << std::cin.rdbuf();
  if (std::cin.bad()) return fail(Code::kSystem, "standard input could not be read");
  if (text.view().size() > kMostInput) return fail(Code::kInvalid, "standard input is too long");
  return std::move(text).str();
}

std::string reason_of(const HookAgent& agent, const Judged& judged) {
  std::string text = "guard: " + told_text(judged);
  if (judged.decision == "ask" && !agent.can_ask)
    text += std::string(text.ends_with('.') ? "" : ".") +
            " A person must approve it: ask your user to run it, or to start you with guard run.";
  return text;
}

Result<int> answer(const HookAgent& agent, const ParsedOptions& options) {
  const auto text = whole_input();
  if (!text) return forward(text.error());
  const auto request = hook_request(agent, *text);
  if (!request) return forward(request.error());
  if (!*request) return kDone;
  const bool inside = inside_a_session();
  const auto judged =
      inside ? judged_by_session((*request)->check, (*request)->cwd, "guard hook")
             : judged_here((*request)->check, (*request)->cwd, options, {std::string(agent.name)});
  if (!judged) return forward(judged.error());
  if (judged->decision == "allow") return kDone;
  // Inside, guard itself asks when it comes to that, with the real effect.
  if (judged->decision == "ask" && inside) return kDone;
  const auto verdict = judged->decision == "ask" ? HookVerdict::kAsk : HookVerdict::kDeny;
  const std::string said = printed_json(hook_answer(agent, verdict, reason_of(agent, *judged)));
  if (auto printed = print(said + "\n"); !printed) return forward(printed.error());
  return kDone;
}

// An agent takes any other status for "run it": nothing may get past here.
Result<int> answer_or_error(const HookAgent& agent, const ParsedOptions& options) {
  try {
    return answer(agent, options);
  } catch (const std::exception& error) {
    return fail(Code::kSystem, safe_text(error.what()));
  }
}

int run_hook(const HookAgent& agent, const ParsedOptions& options) {
  const auto status = answer_or_error(agent, options);
  if (status && std::fflush(stdout) == 0) return *status;
  const std::string why = "this command cannot be judged, so it is refused: " +
                          (status ? "standard output could not be written" : status.error().text());
  // Best effort: some hear standard error, copilot only this; the status refuses in any case.
  (void)print(printed_json(hook_answer(agent, HookVerdict::kDeny, "guard: " + why)) + "\n");
  return complain(kBlocked, why);
}

// --- its place in the settings -----------------------------------------------------------------

Result<std::string> own_command(const HookAgent& agent) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return fail_with(error.value(), "/proc/self/exe");
  return command_text({program.string(), "hook", std::string(agent.name)});
}

// Settings are often links into a folder that is under version control: the file behind is meant.
Result<std::string> settings_file(const HookAgent& agent, const ParsedOptions& options) {
  const auto path =
      options.has("file") ? Result<std::string>(options.get("file")) : hook_settings_path(agent);
  if (!path) return path;
  std::error_code error;
  const fs::path real = fs::weakly_canonical(*path, error);
  return error ? *path : real.string();
}

Result<std::string> file_text(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error) && !error) return std::string();
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || file.bad()) return fail(Code::kSystem, safe_text(path) + ": cannot be read");
  return std::move(text).str();
}

std::string safe_lines(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += safe_text(line) + "\n";
  return out;
}

Result<bool> is_wanted(const std::string& path, const std::string& before, const std::string& after,
                       const ParsedOptions& options) {
  const auto difference = line_difference(before, after);
  const auto printed = print("--- " + (before.empty() ? "/dev/null" : safe_text(path)) + "\n+++ " +
                             (after.empty() ? "/dev/null" : safe_text(path)) + "\n" +
                             safe_lines(difference.value_or("(too much differs to be shown)")));
  if (!printed) return forward(printed.error());
  if (options.has("yes")) return true;
  if (::isatty(STDIN_FILENO) == 0)
    return fail(Code::kRefused, "nothing was changed: nobody confirmed it (--yes)");
  return person_says_yes("write it? [y/N] ");
}

Result<void> write_settings(const std::string& path, const std::string& text) {
  struct stat found {};
  const bool was_there = ::stat(path.c_str(), &found) == 0;
  if (text.empty()) {
    if (::unlink(path.c_str()) != 0) return fail_errno(safe_text(path));
    return {};
  }
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) return fail_with(error.value(), safe_text(path));
  auto file = supervisor::WholeFile::open(path);
  if (!file) return forward(file.error());
  if (const auto written = file->write(text); !written) return written;
  if (const auto kept = file->keep(); !kept) return kept;
  if (was_there && ::chmod(path.c_str(), found.st_mode & 07777) != 0)
    return fail_errno(safe_text(path));
  return {};
}

Result<void> change_settings(const HookAgent& agent, const ParsedOptions& options) {
  const auto path = settings_file(agent, options);
  if (!path) return forward(path.error());
  const auto before = file_text(*path);
  if (!before) return forward(before.error());
  const auto command = own_command(agent);
  if (!command) return forward(command.error());
  const auto after = options.has("install")
                         ? with_hook(agent, *before, *command)
                         : (before->empty() ? *before : without_hook(agent, *before));
  if (!after) return forward(after.error().during(safe_text(*path)));
  const auto same =
      OrderedJson::parse(*before, nullptr, false) == OrderedJson::parse(*after, nullptr, false);
  if (*before == *after || (same && !before->empty() && !after->empty()))
    return print(std::string(agent.name) + ": nothing to change in " + safe_text(*path) + "\n");
  const auto wanted = is_wanted(*path, *before, *after, options);
  if (!wanted) return forward(wanted.error());
  if (!*wanted) return fail(Code::kRefused, "nothing was changed");
  if (const auto written = write_settings(*path, *after); !written) return written;
  return print("written: " + safe_text(*path) +
               "\nThe agent reads it at its next start. Only guard run enforces.\n");
}

Result<void> print_settings(const HookAgent& agent) {
  const auto command = own_command(agent);
  if (!command) return forward(command.error());
  return print(printed_json(hook_settings(agent, *command), 2) + "\n");
}

}  // namespace

int hook_command(const Words& words) {
  const auto options = parse_or_explain(kHookTable, words);
  if (!options) return options.error();
  const HookAgent* const agent = hook_agent(options->operands().front());
  if (agent == nullptr)
    return complain(kUsage, "hook: no agent " + safe_text(options->operands().front()) +
                                " is known here: " + hook_agent_names());
  const int asked = static_cast<int>(options->has("install")) +
                    static_cast<int>(options->has("uninstall")) +
                    static_cast<int>(options->has("print"));
  if (asked > 1) return complain(kUsage, "hook: give one of --install, --uninstall and --print");
  if (options->has("print")) return finish(kHookTable, print_settings(*agent));
  if (asked == 1) return finish(kHookTable, change_settings(*agent, *options));
  return run_hook(*agent, *options);
}

}  // namespace guard::console
