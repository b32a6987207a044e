// SPDX-License-Identifier: Apache-2.0
// guard policy diff: what another policy would change, key by key and, with --commands, in what
// becomes of command lines. Both sides are judged by the functions that enforce.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <utility>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/policy/explanation_view.h"
#include "console/policy/policy_ceiling.h"
#include "console/policy/policy_difference.h"
#include "console/policy/policy_files.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using Check = std::unique_ptr<supervisor::LocalCheck>;

enum Status { kSame = 0, kDiffer = 1, kFailed = 2 };

constexpr OptionRow kDiffRows[] = {
    {"json", 0, nullptr, "print one JSON object"},
    {"commands", 0, "FILE", "also judge each line of FILE (-: standard input) by both"},
    {"within", 0, "CEILING", "whether FILE, or what holds here, is nowhere looser than CEILING"},
    {"cwd", 'C', "DIR", "judge as if run in DIR"},
};
constexpr OptionTable kDiffTable = {
    .command = "policy diff",
    .summary =
        "what another policy would change: the built-in one and what holds here; with FILE, what "
        "holds here and FILE in its place; with two files, these",
    .operands = "[FILE [FILE]]",
    .rows = kDiffRows,
    .min_operands = 0,
    .max_operands = 2,
    .takes_command = false,
    .example =
        "guard policy diff new.yaml\n"
        "         guard policy diff --commands commands.txt old.yaml new.yaml\n"
        "         guard policy diff --within company.yaml team.yaml",
    .statuses =
        "exit status: 0 no difference, 1 some, 2 could not tell; --within: 0 it is proven, 1 it is "
        "not"};

int failed(const std::string& what) {
  return complain(kFailed, what);
}

struct Sides {
  policy::Policy before;
  policy::Policy after;
};

// "": what holds here. A file is laid over the built-in packs and the system's.
Result<policy::Policy> policy_of(const std::string& cwd, const std::string& file) {
  const auto request = policy_request_at(cwd, file);
  if (!request) return forward(request.error());
  return load_policy_files(*request);
}

Result<Sides> load_sides(const std::string& cwd, const std::vector<std::string>& files) {
  auto before = files.empty()       ? policy::load_policy({})
                : files.size() == 1 ? policy_of(cwd, "")
                                    : policy_of(cwd, files[0]);
  if (!before) return forward(before.error());
  policy::settle_listen_use(*before);
  auto after = policy_of(cwd, files.empty() ? "" : files.back());
  if (!after) return forward(after.error());
  return Sides{std::move(*before), std::move(*after)};
}

Result<std::vector<std::string>> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream opened;
  if (file != "-") opened.open(file);
  std::istream& from = file == "-" ? std::cin : opened;
  if (!from) return fail(Code::kNotFound, "cannot read " + safe_text(file));
  for (std::string line; std::getline(from, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

// Command lines that become of something else: another verdict, or another tier of a question.
Result<Json> judged_differently(const Sides& sides, const std::string& cwd,
                                const std::vector<std::string>& lines) {
  const auto before = local_check_of(sides.before, {}, cwd);
  if (!before) return forward(before.error());
  const auto after = local_check_of(sides.after, {}, cwd);
  if (!after) return forward(after.error());
  Json differ = Json::array();
  for (const auto& line : lines) {
    const auto was = (*before)->check({{"shell", line}});
    if (!was) return forward(was.error());
    const auto is = (*after)->check({{"shell", line}});
    if (!is) return forward(is.error());
    const bool same = (*was)["decision"] == (*is)["decision"] &&
                      ((*is)["decision"] != "ask" || (*was)["tier"] == (*is)["tier"]);
    if (!same) differ.push_back({{"command", safe_text(line)}, {"before", *was}, {"after", *is}});
  }
  return differ;
}

Json changes_json(const std::vector<PolicyChange>& changes) {
  Json list = Json::array();
  for (const auto& change : changes)
    list.push_back(
        {{"direction", name_of(change.direction)}, {"key", change.key}, {"text", change.text}});
  return list;
}

void print_for_people(const std::vector<PolicyChange>& changes, const Json& commands) {
  for (const auto& change : changes) {
    std::string direction = name_of(change.direction);
    direction.resize(9, ' ');
    std::cout << direction << safe_text(change.key) << ": " << change.text << '\n';
  }
  for (const auto& row : commands) {
    std::cout << row["command"].get<std::string>() << "\n  was: " << decision_line(row["before"])
              << "\n  now: " << decision_line(row["after"]) << '\n';
  }
  if (changes.empty() && commands.empty()) std::cout << "no difference\n";
}

// With the acts that show it, if they are commands, judged by both.
Result<Json> excess_json(const std::vector<Excess>& all, const Sides& sides,
                         const std::string& cwd) {
  Json list = Json::array();
  for (const Excess& excess : all) {
    Json told = {{"key", excess.key}, {"why", excess.why}, {"act", excess.act}};
    if (!excess.command.empty()) {
      auto judged = judged_differently(sides, cwd, {excess.command});
      if (!judged) return forward(judged.error());
      told["command"] = excess.command;
      if (!judged->empty()) told["judged"] = judged->front();
    }
    list.push_back(std::move(told));
  }
  return list;
}

void print_excess(const Json& list) {
  for (const auto& row : list) {
    std::cout << safe_text(row["key"].get<std::string>()) << ": "
              << safe_text(row["why"].get<std::string>()) << '\n';
    if (const auto act = row["act"].get<std::string>(); !act.empty())
      std::cout << "  " << safe_text(act) << '\n';
    if (row.contains("judged"))
      std::cout << "  ceiling: " << decision_line(row["judged"]["before"])
                << "\n  policy: " << decision_line(row["judged"]["after"]) << '\n';
  }
  if (list.empty()) std::cout << "nowhere looser: proven\n";
}

int within(const ParsedOptions& options, const std::string& cwd) {
  if (options.operands().size() > 1 || options.has("commands"))
    return failed("policy diff: --within takes one FILE at most, and no --commands");
  auto ceiling = policy_of(cwd, options.get("within"));
  if (!ceiling) return failed(ceiling.error().text());
  auto policy = policy_of(cwd, options.operands().empty() ? "" : options.operands().front());
  if (!policy) return failed(policy.error().text());
  const Sides sides{std::move(*ceiling), std::move(*policy)};
  const auto excess = excess_json(beyond_ceiling(sides.after, sides.before), sides, cwd);
  if (!excess) return failed(excess.error().text());
  if (options.has("json"))
    std::cout << printed_json(Json{{"within", excess->empty()}, {"excess", *excess}}) << '\n';
  else
    print_excess(*excess);
  std::cout.flush();
  if (!std::cout.good()) return failed("standard output could not be written");
  return excess->empty() ? kSame : kDiffer;
}

}  // namespace

int policy_diff(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kDiffTable, words);
  if (!options) return options.error();
  const auto cwd = working_folder(*options);
  if (!cwd) return failed(cwd.error().text());
  if (options->has("within")) return within(*options, *cwd);
  const auto sides = load_sides(*cwd, options->operands());
  if (!sides) return failed(sides.error().text());
  const auto changes = difference_of(sides->before, sides->after);
  Json commands = Json::array();
  if (options->has("commands")) {
    const auto lines = read_lines(options->get("commands"));
    if (!lines) return failed(lines.error().text());
    auto differ = judged_differently(*sides, *cwd, *lines);
    if (!differ) return failed(differ.error().text());
    commands = std::move(*differ);
  }
  if (options->has("json")) {
    std::cout << printed_json(Json{{"changes", changes_json(changes)}, {"commands", commands}})
              << '\n';
  } else {
    print_for_people(changes, commands);
  }
  std::cout.flush();
  if (!std::cout.good()) return failed("standard output could not be written");
  return changes.empty() && commands.empty() ? kSame : kDiffer;
}

}  // namespace guard::console
