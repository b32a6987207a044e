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
        "         guard policy diff --commands commands.txt old.yaml new.yaml",
    .statuses = "exit status: 0 no difference, 1 some, 2 could not tell"};

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

}  // namespace

int policy_diff(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kDiffTable, words);
  if (!options) return options.error();
  const auto cwd = working_folder(*options);
  if (!cwd) return failed(cwd.error().text());
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
