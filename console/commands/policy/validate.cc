// SPDX-License-Identifier: Apache-2.0
// guard policy validate: whether files load, and what of them may not be what their author means.
#include <grp.h>
#include <pwd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/places/command_search.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "console/policy/policy_files.h"
#include "console/policy/policy_view.h"
#include "console/policy/source_lines.h"
#include "console/run/secret_survey.h"
#include "policy/load/rule_words.h"
#include "policy/load/rules_hold.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kDefect = 1;

// Doubts about a policy that loads: its author may have meant something else.
std::string doubts_text(const policy::Policy& policy) {
  std::string text;
  for (const auto& doubt : policy::doubts_about(policy))
    text += "warning: " + safe_text(doubt) + "\n";
  return text;
}

// A rule about a name that no program here and no spec has, and that is one slip away from one that
// a spec has. It loads: the tool may be installed later, or elsewhere.
std::string misspelt_commands_text(const policy::Policy& policy) {
  std::string text;
  const auto specs = policy::specs_of(policy);
  const std::string path = search_path_of_environment();
  for (const policy::Rule& rule : policy.rules) {
    for (const std::string& name : rule.when.command) {
      const std::string_view meant = policy::command_meant(name, *specs);
      if (meant.empty() || find_command(name, path)) continue;
      text += "warning: " +
              safe_text(rule.source + ":1: rule " + rule.id + ": no command here is called \"" +
                        name + "\": did you mean \"" + std::string(meant) + "\"?") +
              "\n";
    }
  }
  return text;
}

using Files = std::vector<policy::PolicyFile>;

// MESSAGE with the place and the line where the last of FILES has VALUE among its KEY: later files
// hold over earlier ones.
Error at_its_place(const Files& files, const char* key, const std::string& value,
                   const std::string& message) {
  Error fault{Code::kInvalid, 0, message};
  for (const policy::PolicyFile& file : files) {
    const auto document = policy::read_document(file.name, file.text);
    if (!document) continue;
    const policy::DocumentView view = document->view();
    for (const policy::Node& item : policy::items_of(policy::Node(view), key))
      if (item.text() == value) fault = item.fault(message);
  }
  return with_source_lines(std::move(fault), files);
}

// The folders that the policy names and that a run which starts here would not find.
std::vector<Error> missing_folders(const policy::Policy& policy, const Files& files,
                                   const std::string& here) {
  std::vector<Error> missing;
  for (const std::string& folder : policy.workspace) {
    if (const auto found = find_workspace({folder}, here, home_folder()); !found)
      missing.push_back(at_its_place(files, "workspace", folder,
                                     "a run from here would not start: " + found.error().text()));
  }
  return missing;
}

// The file may be meant for another folder or another machine.
std::string missing_workspace_text(const policy::Policy& policy, const Files& files) {
  const auto here = working_folder({});
  if (!here) return "";
  std::string text;
  for (const Error& one : missing_folders(policy, files, *here))
    text += "warning: " + one.text() + "\n";
  return text;
}

// `/` loads, and a run there has nothing outside of its workspace.
std::string whole_machine_text(const policy::Policy& policy, const Files& files) {
  std::string text;
  for (const std::string& folder : policy.workspace) {
    std::error_code error;
    if (std::filesystem::weakly_canonical(folder, error) != "/" || error) continue;
    text += "warning: " +
            at_its_place(files, "workspace", folder,
                         "the workspace " + safe_text(folder) +
                             " is the whole machine: no file of it lies outside, so none is "
                             "asked about for its place alone. Name the project's folder")
                .text() +
            "\n";
  }
  return text;
}

// An alert that cannot be sent is told in a run only, when it is too late.
std::string alert_command_text(const policy::Policy& policy) {
  if (policy.alerts.command.empty()) return "";
  std::string word = policy.alerts.command.front();
  if (word.starts_with("~/")) word = home_folder() + word.substr(1);
  const auto found = find_command(word, search_path_of_environment());
  if (found) return "";
  return "warning: alerts.command: " + found.error().text() + "\n";
}

// Names of people that no account here has: a run says it, and they cannot answer.
std::string unknown_approvers_text(const policy::Policy& policy, const Files& files) {
  std::string text;
  for (const std::string& name : policy.approvers) {
    const bool is_number = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
      return std::isdigit(c) != 0;
    });
    const bool is_group = name.starts_with('%');
    const bool known = is_number || (is_group ? ::getgrnam(name.c_str() + 1) != nullptr
                                              : ::getpwnam(name.c_str()) != nullptr);
    if (known) continue;
    const std::string message =
        "approver " + safe_text(name) + (is_group ? ": no such group here" : ": no such user here");
    text += "warning: " + at_its_place(files, "approvers", name, message).text() + "\n";
  }
  return text;
}

// Here, as a run from here would find them.
std::string secret_folders_text(const policy::Policy& policy) {
  const auto here = working_folder({});
  if (!here) return "";
  std::string text;
  for (const std::string& line : secret_folders(policy, *here))
    text += "warning: paths: secret: " + safe_text(line) + "\n";
  return text;
}

// The findings about one file, or about all that holds here: "warning: ..." lines, and the defect that
// keeps it from loading.
struct Findings {
  std::string name;
  std::string warnings;
  std::string fault = {};
  std::string loaded = {};  // the files that hold, for people
};

Findings faulty(std::string name, const Error& error) {
  return {std::move(name), "", error.text()};
}

constexpr std::string_view kWarning = "warning: ";

// A warning may have further lines: the place in the file.
nlohmann::ordered_json warnings_json(const std::string& text) {
  auto list = nlohmann::ordered_json::array();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = text.find("\n" + std::string(kWarning), at);
    const std::size_t end = next == std::string::npos ? text.size() : next + 1;
    std::string one = text.substr(at, end - at);
    if (one.starts_with(kWarning)) one.erase(0, kWarning.size());
    while (one.ends_with('\n')) one.pop_back();
    list.push_back(std::move(one));
    at = end;
  }
  return list;
}

int print_json(const std::vector<Findings>& all) {
  nlohmann::ordered_json told = {{"sound", true}, {"files", nlohmann::ordered_json::array()}};
  for (const Findings& found : all) {
    nlohmann::ordered_json file = {{"file", found.name},
                                   {"sound", found.fault.empty()},
                                   {"warnings", warnings_json(found.warnings)}};
    if (!found.fault.empty()) file["fault"] = found.fault;
    told["sound"] = told["sound"] && found.fault.empty();
    told["files"].push_back(std::move(file));
  }
  std::cout << printed_json(told, 2) << "\n";
  return told["sound"] ? 0 : kDefect;
}

int print_text(const Findings& found, const std::string& sound) {
  std::cout << found.warnings;
  if (!found.fault.empty()) return complain(kDefect, found.fault);
  std::cout << sound << "\n";
  return 0;
}

Findings validate_here() {
  const std::string name = "what holds here";
  const auto here = working_folder({});
  if (!here) return faulty(name, here.error());
  const auto request = policy_request_at(*here, option_or_variable({}, "policy", "GUARD_POLICY"));
  if (!request) return faulty(name, request.error());
  const auto files = read_policy_files(*request);
  const auto loaded = load_policy_files(*request);
  if (!loaded) return faulty(name, loaded.error());
  if (!files) return faulty(name, files.error());
  Findings found{name,
                 doubts_text(*loaded) + misspelt_commands_text(*loaded) +
                     unknown_approvers_text(*loaded, *files) + whole_machine_text(*loaded, *files) +
                     alert_command_text(*loaded) + secret_folders_text(*loaded),
                 "", files_text(*loaded)};
  if (const auto missing = missing_folders(*loaded, *files, *here); !missing.empty())
    found.fault = missing.front().text();
  return found;
}

}  // namespace

int policy_written() {
  std::cout.flush();
  return std::cout.good() ? 0 : complain(kDefect, "standard output could not be written");
}

namespace {

constexpr const char* kStandardInput = "standard input";

Result<Files> files_at(const std::string& path) {
  if (path != "-") {
    PolicyRequest request;
    request.policy_option = path;
    request.system_file = "";
    return read_policy_files(request);
  }
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  if (std::cin.bad()) return fail(Code::kUnreadable, "standard input could not be read");
  return Files{{kStandardInput, std::move(text)}};
}

}  // namespace

// The file loads by itself; a lock of this machine's own policy may refuse it.
std::string why_refused_here(const std::string& path) {
  PolicyRequest request;
  request.policy_option = path;
  const auto loaded = load_policy_files(request);
  return loaded ? std::string() : loaded.error().text();
}

namespace {

// Sound by itself: laid over the built-in packs only.
Findings look_at_file(const std::string& path) {
  const auto files = files_at(path);
  if (!files) return faulty(path, files.error());
  const auto loaded = policy::load_policy(*files);
  if (!loaded) return faulty(path, with_source_lines(loaded.error(), *files));
  Findings found{files->front().name,
                 doubts_text(*loaded) + misspelt_commands_text(*loaded) +
                     unknown_approvers_text(*loaded, *files) + whole_machine_text(*loaded, *files) +
                     alert_command_text(*loaded) + missing_workspace_text(*loaded, *files) +
                     secret_folders_text(*loaded)};
  // It may be meant for another machine.
  if (const std::string why = path == "-" ? "" : why_refused_here(path); !why.empty())
    found.warnings +=
        std::string(kWarning) + "no run starts with it on this machine: " + why + "\n";
  return found;
}

}  // namespace

int validate_policy_file(const std::string& path) {
  const Findings found = look_at_file(path);
  return print_text(found, safe_text(found.name) + ": sound");
}

int policy_validate(const std::vector<std::string>& words) {
  static constexpr OptionRow kRows[] = {{"json", 0, nullptr, "print JSON"}};
  static const OptionTable kTable = {
      "policy validate",
      "whether policy files load (-: standard input); without FILE those that "
      "hold here",
      "[FILE...]",
      kRows,
      0,
      kAnyNumber,
      false,
      "guard policy validate .guard.yaml"};
  const auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  if (options->has("json")) {
    std::vector<Findings> all;
    for (const auto& path : options->operands()) all.push_back(look_at_file(path));
    if (all.empty()) all.push_back(validate_here());
    return std::max(print_json(all), policy_written());
  }
  if (options->operands().empty()) {
    const Findings found = validate_here();
    std::cout << found.loaded;
    const int status = print_text(found, "sound: this is what holds here");
    return std::max(status, policy_written());
  }
  int status = 0;
  for (const auto& path : options->operands())
    status = std::max(status, validate_policy_file(path));
  return std::max(status, policy_written());
}

}  // namespace guard::console
