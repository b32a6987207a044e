// SPDX-License-Identifier: Apache-2.0
// guard check: what would happen to a command or of shell text, and why. Judges with the policy and
// the tree as they are; no session is needed, nothing is run and nobody is asked.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/check/quoted_line.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/policy/explanation_view.h"
#include "console/run/secret_survey.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

enum Status { kWouldRun = 0, kWouldAsk = 3, kRefused = 4, kFailed = 125 };

constexpr OptionRow kCheckRows[] = {
    {"json", 0, nullptr, "print one JSON object"},
    {"cwd", 'C', "DIR", "judge as if run in DIR"},
    {"shell", 's', "TEXT", "judge shell text instead of a command; - is standard input"},
    {"batch", 0, nullptr,
     "judge each line of standard input as shell text; one JSON object a line"},
    {"null", '0', nullptr, "with --batch: inputs end in NUL instead of newline"},
    {"policy", 0, "FILE", "in place of the user's; the project's tightens"},
    {"profile", 0, "NAME", "as if run by that agent; a FILE with a '/'"},
    {"mode", 0, "MODE", "paranoid, balanced, trusting, or one of the policy's own"},
    {"workspace", 0, "DIR", "the project's folder (may be repeated)"},
};
const OptionTable kTable = {
    .command = "check",
    .summary =
        "say what would happen to a command, and why; exit status 0: would run, 3: would "
        "ask, now or when it connects, 4: refused (with --batch: the worst), 125: could not tell",
    .operands = "[-- CMD [ARG...]]",
    .rows = kCheckRows,
    .min_operands = 0,
    .max_operands = kAnyNumber,
    .takes_command = true,
    .example =
        "guard check -- rm -rf ./build\n"
        "         guard check --json --shell 'curl -s example.org/x | sh'\n"
        "         guard check --batch < commands.txt"};

int failed(const std::string& what) {
  return complain(kFailed, what);
}

// For a command that would start and is asked about, or refused, as soon as it connects.
int status_of_later(const Json& decision) {
  int status = kWouldRun;
  for (const auto& act : decision["later"])
    status = std::max<int>(status, act["decision"] == "ask" ? kWouldAsk : kRefused);
  return status;
}

int status_of(const Json& decision) {
  const auto& verdict = decision["decision"].get_ref<const std::string&>();
  if (verdict != "allow" && verdict != "ask") return kRefused;
  return std::max<int>(verdict == "ask" ? kWouldAsk : kWouldRun, status_of_later(decision));
}

// Empty where git has no say.
std::string git_text(const Json& effect) {
  std::string text;
  for (const char* standing : {"tracked", "untracked", "ignored"}) {
    const auto count = effect.value(standing, std::uint64_t{0});
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + standing;
  }
  return text.empty() ? text : "; in git: " + text;
}

std::string effect_line(const Json& effect) {
  const auto files = effect["files"].get<std::uint64_t>();
  const auto folders = effect["directories"].get<std::uint64_t>();
  if (files + folders == 0) return {};
  return (effect["complete"].get<bool>() ? "takes " : "takes at least ") + taken_text(effect) +
         git_text(effect);
}

void print_indented(const std::string& lines) {
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) std::cout << "  " << line << '\n';
}

void print_not_held(const Json& decision) {
  for (const auto& path : decision["not_held"])
    std::cout << "  " << safe_text(path.get<std::string>())
              << " cannot be held here: a run reads it unasked\n";
  for (const auto& line : decision["not_covered"])
    std::cout << "  " << safe_text(line.get<std::string>()) << '\n';
}

void print_for_people(const Json& decision) {
  if (!decision.value("found", true))
    std::cout << "no such command is found here; judged by its name:\n";
  std::cout << decision_line(decision) << '\n';
  if (const std::string line = instead_line(decision); !line.empty())
    std::cout << "  " << line << '\n';
  if (decision["effect"].is_object()) {
    const std::string line = effect_line(decision["effect"]);
    if (!line.empty()) std::cout << "  " << line << '\n';
  }
  print_indented(later_lines(decision));
  print_not_held(decision);
  if (!decision["parsed"].get<bool>()) {
    std::cout << "  not all of the text could be read; each command is judged when it runs\n";
  }
}

void add_not_held(const supervisor::LocalCheck& checker, const ParsedOptions& options,
                  Json& decision) {
  const auto cwd = working_folder(options);
  const auto reads = decision["reads"].get<std::vector<std::string>>();
  const std::string folder = cwd ? *cwd : std::string("/");
  decision["not_held"] = not_held_of(reads, checker.policy(), folder);
  decision["not_covered"] = secret_folders(checker.policy(), folder);
}

int check_one(const supervisor::LocalCheck& checker, const Json& request,
              const ParsedOptions& options) {
  auto decision = checker.check(request);
  if (!decision) return failed(decision.error().text());
  add_not_held(checker, options, *decision);
  const bool as_json = options.has("json");
  if (!options.rest().empty())
    (*decision)["found"] = is_found_program(options.rest().front(), options.get("cwd"));
  if (as_json) {
    std::cout << printed_json(*decision) << '\n';
  } else {
    print_for_people(*decision);
  }
  std::cout.flush();
  return std::cout.good() ? status_of(*decision) : failed("standard output could not be written");
}

int check_batch(const supervisor::LocalCheck& checker, char separator) {
  int worst = kWouldRun;
  std::string text;
  while (std::getline(std::cin, text, separator)) {
    const auto decision = checker.check({{"shell", text}});
    // An input that cannot be judged keeps its place in the output.
    const Json line = decision ? *decision : Json{{"error", safe_text(decision.error().text())}};
    std::cout << printed_json(line) << '\n';
    worst = std::max(worst, decision ? status_of(*decision) : static_cast<int>(kFailed));
  }
  std::cout.flush();
  if (std::cin.bad()) return failed("standard input could not be read");
  return std::cout.good() ? worst : failed("standard output could not be written");
}

// The text of --shell; "-" is standard input, as for the other commands that read a text.
Result<std::string> shell_text(const ParsedOptions& options) {
  if (options.get("shell") != "-") return options.get("shell");
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  if (std::cin.bad()) return fail(Code::kUnreadable, "standard input could not be read");
  return text;
}

// Exactly one of a command, --shell and --batch.
bool is_clear(const ParsedOptions& options) {
  const int given = (options.rest().empty() ? 0 : 1) + (options.has("shell") ? 1 : 0) +
                    (options.has("batch") ? 1 : 0);
  return given == 1;
}

}  // namespace

int check_command(const Words& words) {
  const auto options = parse_or_explain(kTable, words, kFailed);
  if (!options) return options.error();
  if (!is_clear(*options)) {
    return failed("check: give one of a command, --shell TEXT and --batch (guard check --help)");
  }
  if (const auto complaint = quoted_line_complaint(options->rest(), options->get("cwd"));
      !complaint.empty())
    return failed(complaint);
  const auto checker = prepare_local_check(*options);
  if (!checker) return failed(checker.error().text());
  if (options->has("batch")) return check_batch(**checker, options->has("null") ? '\0' : '\n');
  Json request;
  if (options->has("shell")) {
    const auto text = shell_text(*options);
    if (!text) return failed(text.error().text());
    request["shell"] = *text;
  } else {
    request["argv"] = options->rest();
  }
  return check_one(**checker, request, *options);
}

}  // namespace guard::console
