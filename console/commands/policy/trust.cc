// SPDX-License-Identifier: Apache-2.0
// guard policy trust: lets a project's .guard.yaml loosen, as long as it says exactly this. guard
// first lists all that the file would loosen, and a person says yes.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/text/text.h"
#include "console/check/local_checks.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/person_answer.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"
#include "console/places/locations.h"
#include "console/policy/policy_files.h"
#include "console/policy/rights_record.h"
#include "console/policy/trusted_files.h"
#include "console/session/session_choice.h"
#include "policy/load/unasked_acts.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

constexpr int kNotTrusted = 1;
constexpr const char* kChangedSince = "changed since";

constexpr OptionRow kTrustRows[] = {
    {"yes", 'y', nullptr, "trust without being asked (needed where there is no terminal)"},
    {"list", 0, nullptr, "the files that were trusted: trusted, changed since, or gone"},
    {"withdraw", 0, nullptr, "trust the files no more"},
    {"json", 0, nullptr, "with --list: print JSON"},
};
constexpr OptionTable kTrustTable = {
    .command = "policy trust",
    .summary = "let a project's .guard.yaml loosen, as long as its content stays as it is now",
    .operands = "[FILE...]",
    .rows = kTrustRows,
    .min_operands = 0,
    .max_operands = kAnyNumber,
    .takes_command = false,
    .example =
        "guard policy trust\n"
        "         guard policy trust --withdraw ./.guard.yaml",
    .statuses = "exit status: 0 done, 1 not trusted, 2 usage"};

using policy::PolicyFile;

// The parts of the policy that an untrusted file is left out with: lines "PATH:LINE:COLUMN: what".
std::vector<std::string> loosenings_of(const policy::Policy& policy, const std::string& path) {
  std::vector<std::string> lines;
  std::ranges::copy_if(policy.not_applied, std::back_inserter(lines),
                       [&](const std::string& line) { return line.starts_with(path + ":"); });
  return lines;
}

// The policy that would hold with this very text, trusted or not; its error is the text's.
Result<policy::Policy> policy_with(const PolicyRequest& request, const PolicyFile& file,
                                   bool is_trusted) {
  auto files = read_policy_files(request);
  if (!files) return forward(files.error());
  for (PolicyFile& other : *files) {
    if (other.name == file.name)
      other = {file.name, file.text,
               is_trusted ? policy::FileTrust::kTrusted : policy::FileTrust::kMayOnlyTighten,
               is_trusted};
  }
  return policy::load_policy(*files);
}

bool says_yes(const ParsedOptions& options) {
  if (options.has("yes")) return true;
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) return false;
  return person_says_yes("Trust this content? [y/N] ");
}

// Made where it is missing.
Result<std::string> state_folder() {
  const auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  if (auto made = make_private_folder(locations->state); !made) return forward(made.error());
  return locations->state;
}

// A trust is put on record first. Where that fails, it does not hold.
Result<void> trust_on_record(const PolicyFile& file, TrustedFiles& trusted) {
  const auto state = state_folder();
  if (!state) return forward(state.error());
  auto record = RightsRecord::begin(*state, {file.name, file.text});
  if (!record) return forward(record.error().during("it cannot be put on record"));
  const auto done = trusted.trust(file.name, file.text);
  const auto ended = record->end(done.has_value());
  return done ? ended : done;
}

// A rule's id is its file's own word: what of tier 3 it lets go is looked up.
void tell_unasked(const policy::Policy& policy, const std::string& path) {
  for (const policy::UnaskedActs& found : policy::unasked_acts(policy)) {
    if (found.rule.source.starts_with(path + ":"))
      std::cout << "  rule " << safe_text(found.rule.id) << ' '
                << safe_text(policy::unasked_text(found)) << '\n';
  }
}

// The text that is shown is the one that is trusted: it is read once.
int trust_file(const PolicyRequest& request, const PolicyFile& file, const ParsedOptions& options,
               TrustedFiles& trusted) {
  if (trusted.trust_of(file.name, file.text) == Trust::kTrusted) {
    std::cout << safe_text(file.name) << ": is trusted already\n";
    return 0;
  }
  PolicyRequest untrusting = request;
  untrusting.ignore_trust = true;
  const auto without = policy_with(untrusting, file, false);
  if (!without) return complain(kNotTrusted, without.error().text());
  const auto loosenings = loosenings_of(*without, file.name);
  if (loosenings.empty()) {
    std::cout << safe_text(file.name) << ": loosens nothing, all of it holds already\n";
    return 0;
  }
  std::cout << safe_text(file.name) << " would loosen:\n";
  for (const auto& line : loosenings)
    std::cout << "  " << safe_text(line.substr(file.name.size() + 1)) << '\n';
  const auto with = policy_with(request, file, true);
  if (!with) return complain(kNotTrusted, with.error().text());
  tell_unasked(*with, file.name);
  if (!says_yes(options))
    return complain(kNotTrusted, "not trusted: answer y on a terminal, or give --yes");
  if (auto done = trust_on_record(file, trusted); !done)
    return complain(kNotTrusted, done.error().text());
  std::cout << "trusted, until its content changes\n";
  return 0;
}

// Says what became of a file since it was trusted. One that cannot be looked at is not said to be
// trusted, and what is no plain file any more has changed.
const char* state_of(const TrustedFiles& trusted, const std::string& path) {
  const auto found = read_project_file(path);
  if (!found) {
    const int error = found.error().sys_errno;
    if (error == ENOTDIR) return "gone";
    return error == EACCES || error == EPERM ? "cannot be read" : kChangedSince;
  }
  if (!*found) return "gone";
  return trusted.trust_of(path, (*found)->text) == Trust::kTrusted ? "trusted" : kChangedSince;
}

int list(const TrustedFiles& trusted, bool as_json) {
  constexpr std::size_t kStateColumn = 14;  // "cannot be read"
  auto files = nlohmann::ordered_json::array();
  if (trusted.hashes().empty() && !as_json) std::cerr << "no file is trusted\n";
  for (const auto& [path, hash] : trusted.hashes()) {
    const char* const state = state_of(trusted, path);
    files.push_back({{"path", path}, {"sha256", hash}, {"state", state}});
    if (!as_json)
      std::cout << hash.substr(0, 12) << "  " << padded(state, kStateColumn) << "  "
                << safe_text(path) << '\n';
  }
  if (as_json) std::cout << printed_json(files, 2) << '\n';
  return 0;
}

// By the folder that it lies in, as it is found there: a link is not followed, and a file that is
// gone can still be withdrawn.
std::string full_name(const std::string& path) {
  std::error_code error;
  const std::filesystem::path given = std::filesystem::absolute(path, error);
  const auto folder = std::filesystem::weakly_canonical(given.parent_path(), error);
  return error ? path : (folder / given.filename()).string();
}

// It holds all the same: what tightens waits for no record.
Result<void> record_withdrawal(const std::string& path) {
  const auto state = state_folder();
  if (!state) return forward(state.error());
  auto record = RightsRecord::begin(*state, {path});
  if (!record) return forward(record.error());
  return record->end(true);
}

int withdraw(TrustedFiles& trusted, const std::vector<std::string>& names) {
  int status = 0;
  for (const auto& name : names) {
    if (auto done = trusted.withdraw(name); !done)
      return complain(kNotTrusted, done.error().text());
    std::cout << safe_text(name) << ": is trusted no more" << std::endl;
    if (auto recorded = record_withdrawal(name); !recorded)
      status = complain(kNotTrusted, "policy trust: not on record: " + recorded.error().text());
  }
  return status;
}

// Files are found as a run that starts in their folder finds them.
Result<std::vector<PolicyFile>> named_files(PolicyRequest& request,
                                            const std::vector<std::string>& operands) {
  std::vector<PolicyFile> files;
  for (const auto& operand : operands) {
    const std::string name = full_name(operand);
    PolicyRequest there = request;
    there.start_folder = std::filesystem::path(name).parent_path();
    auto found = read_project_files(there);
    if (!found) return forward(found.error());
    const auto file = std::ranges::find(*found, name, &PolicyFile::name);
    if (file == found->end())
      return fail(Code::kNotFound, name + ": is no project file (.guard.yaml) that holds anywhere");
    request.start_folder = there.start_folder;
    files.push_back(*file);
  }
  if (!operands.empty()) return files;
  auto found = read_project_files(request);
  if (found && found->empty()) return fail(Code::kNotFound, "no .guard.yaml holds here");
  return found;
}

}  // namespace

int policy_trust(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kTrustTable, words);
  if (!options) return options.error();
  const auto cwd = working_folder(*options);
  if (!cwd) return complain(kNotTrusted, cwd.error().text());
  auto request = policy_request_at(*cwd, "");
  if (!request) return complain(kNotTrusted, request.error().text());
  auto trusted = TrustedFiles::read(request->config_folder);
  if (!trusted) return complain(kNotTrusted, trusted.error().text());
  if (options->has("list")) return list(*trusted, options->has("json"));
  if (options->has("json")) return complain(kUsage, "policy trust: --json goes with --list");
  std::vector<std::string> names;
  for (const auto& operand : options->operands()) names.push_back(full_name(operand));
  if (options->has("withdraw") && !names.empty()) return withdraw(*trusted, names);
  const auto files = named_files(*request, names);
  if (!files) return complain(kNotTrusted, files.error().text());
  for (const auto& file : *files) names.push_back(file.name);
  if (options->has("withdraw")) return withdraw(*trusted, names);
  int status = 0;
  for (const auto& file : *files)
    status = std::max(status, trust_file(*request, file, *options, *trusted));
  return status;
}

}  // namespace guard::console
