// SPDX-License-Identifier: Apache-2.0
// guard doctor: what guard can promise on this machine, guarantee by guarantee, by trying each in
// throw-away children: what holds it here, the level that a run reaches, and how to get more.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/process/environment.h"
#include "base/text/text.h"
#include "console/audit/sinks_here.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/output/printed_json.h"
#include "console/places/locations.h"
#include "console/policy/policy_files.h"
#include "console/policy/policy_view.h"
#include "console/report/bug_bundle.h"
#include "console/run/nested_run.h"
#include "console/run/secret_list.h"
#include "console/run/secret_survey.h"
#include "console/run/workspace_here.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/launch/backend.h"
#include "interceptor/launch/trials.h"
#include "policy/model/environment.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/names/names_held.h"
#include "supervisor/rights/raising.h"
#include "supervisor/run/protection_level.h"

namespace guard::console {
namespace {

using interceptor::FeatureLine;
using interceptor::Trial;
using OrderedJson = nlohmann::ordered_json;

constexpr OptionRow kDoctorRows[] = {
    {"json", 0, nullptr, "print one JSON object"},
    {"secrets", 0, nullptr, "list the files and variables that a run here would hold back"},
    {"policy", 0, "FILE", "in place of the user's; the project's tightens"},
    {"bundle", 0, "FILE", "put all that a bug report needs into FILE, a .tar.gz"},
};
constexpr OptionTable kDoctorTable = {"doctor", "what guard can do on this machine",
                                      "",       kDoctorRows,
                                      0,        0,
                                      false,    "guard doctor --json"};

struct Diagnosis {
  interceptor::KernelFeatures features;
  bool inside = false;  // of a session: what a run here joins
  interceptor::Backend backend;
  std::string obstacle;    // empty: calls can be mediated
  std::string no_preload;  // empty: --backend preload, advisory, would start here
  std::vector<Trial> trials;
  supervisor::ProtectionLevel level;
  std::string policy_problem;
  std::vector<std::string> dropped;  // names in this environment that CMD would not get
  WorkspaceHere workspace;
  SecretSurvey secrets;
  supervisor::NamesHeld names;
  std::string no_sudo;  // empty: approved sudo and its kin run here
  SinkSurvey sinks;
  std::string names_notice;  // rules that hold for less than they say; empty: none
};

std::string folder_here() {
  const std::unique_ptr<char, decltype(&std::free)> found(::get_current_dir_name(), &std::free);
  return found == nullptr ? "/" : found.get();
}

std::string why_no_sudo(const policy::Policy* policy) {
  if (::geteuid() == 0) return {};
  const std::string machine = supervisor::why_not_raised(policy);
  if (!machine.empty() || policy == nullptr) return machine;
  return policy->sudo == policy::SudoUse::kOff ? "sudo: ask in the policy lets approved ones run"
                                               : std::string();
}

// The policy of FILE, else of the user's own files. One that does not load is told, and counts as
// none.
Result<policy::Policy> policy_of_user(const std::string& file) {
  const auto locations = find_locations("");
  const char* set = std::getenv("GUARD_POLICY");
  const std::string told = !file.empty() || set == nullptr ? file : set;
  auto policy = load_policy_files({told, locations ? locations->config : "", folder_here()});
  const char* workspace = std::getenv("GUARD_WORKSPACE");
  if (policy && workspace != nullptr && *workspace != '\0') policy->workspace = {workspace};
  return policy;
}

// A guarantee that the kernel offers and that fails when it is tried is not held.
void correct_by_trials(Diagnosis& diagnosis) {
  for (const Trial& trial : diagnosis.trials) {
    if (trial.held || !trial.untried.empty()) continue;
    const std::string id = trial.id;
    if (id == "roots") diagnosis.features.landlock_roots = false;
    const bool needed = id == "mediation" || id == "exec" || id == "sockets" || id == "orphans";
    if (needed && diagnosis.obstacle.empty())
      diagnosis.obstacle = std::string("tried and failed: ") + trial.guarantee;
  }
}

Diagnosis diagnose(const interceptor::KernelFeatures& features, const std::string& policy_file) {
  Diagnosis diagnosis;
  diagnosis.features = features;
  diagnosis.inside = inside_a_session();
  diagnosis.backend = choose_backend(interceptor::WantedBackend::kAuto, features);
  diagnosis.obstacle = diagnosis.inside ? why_not_mediated(features) : diagnosis.backend.obstacle;
  diagnosis.no_preload = choose_backend(interceptor::WantedBackend::kPreload, features).obstacle;
  // Under a guard nothing is tried: what that one holds would be told of this machine.
  if (diagnosis.inside) return diagnosis;
  diagnosis.trials = interceptor::try_guarantees(features);
  correct_by_trials(diagnosis);
  const auto policy = policy_of_user(policy_file);
  if (!policy) diagnosis.policy_problem = policy.error().text();
  if (policy) {
    diagnosis.dropped = policy::dropped_names(policy->environment, own_environment());
    const std::string cwd = folder_here();
    diagnosis.workspace = workspace_here(*policy, cwd);
    diagnosis.secrets = survey_secrets(*policy, cwd);
    diagnosis.names =
        supervisor::names_held(*policy, diagnosis.backend, supervisor::can_make_network);
    diagnosis.sinks = survey_sinks(policy_file);
    diagnosis.names_notice =
        supervisor::names_notice(*policy, diagnosis.backend, supervisor::can_make_network);
  }
  diagnosis.no_sudo = why_no_sudo(policy ? &*policy : nullptr);
  using supervisor::RunBy;
  diagnosis.level = supervisor::level_of(diagnosis.features,
                                         policy ? policy->landlock : policy::LandlockUse::kAuto,
                                         ::geteuid() == 0 ? RunBy::kRoot : RunBy::kUser);
  return diagnosis;
}

std::string level_name(const Diagnosis& diagnosis) {
  return diagnosis.obstacle.empty() ? diagnosis.level.name() : "none";
}

// Works here, but a run of this user and policy does without it. How to get it; empty: it is used.
std::string how_to_use(const Diagnosis& diagnosis, const Trial& trial) {
  const std::string_view id = trial.id;
  if (trial.held && id == "roots" && !diagnosis.level.roots) return diagnosis.level.how_to_get;
  // Landlock roots refuse every mount.
  if (trial.held && id == "sandboxes" && diagnosis.level.roots)
    return "use --landlock off, at level mediated";
  return "";
}

OrderedJson guarantees_json(const Diagnosis& diagnosis) {
  OrderedJson list = OrderedJson::array();
  for (const Trial& trial : diagnosis.trials) {
    const std::string way = how_to_use(diagnosis, trial);
    const bool held = trial.held && way.empty();
    list.push_back({{"id", trial.id},
                    {"guarantee", trial.guarantee},
                    {"works", trial.untried.empty() ? OrderedJson(trial.held) : OrderedJson()},
                    {"held", held},
                    {"held_by", held ? trial.held_by : ""},
                    {"without", trial.without},
                    {"more", !way.empty()             ? way
                             : held                   ? ""
                             : !trial.untried.empty() ? trial.untried
                                                      : trial.more}});
  }
  return list;
}

OrderedJson features_json(const Diagnosis& diagnosis) {
  OrderedJson list = OrderedJson::array();
  for (const FeatureLine& line : describe(diagnosis.features)) {
    list.push_back({{"name", line.name},
                    {"present", line.present},
                    {"since", line.since},
                    {"without", line.without}});
  }
  return list;
}

OrderedJson sinks_json(const SinkSurvey& survey) {
  OrderedJson list = OrderedJson::array();
  for (const SinkStanding& standing : survey.standings) list.push_back(json_of(standing));
  return {{"problem", survey.problem}, {"sinks", std::move(list)}};
}

std::string json_text(const Diagnosis& diagnosis) {
  const OrderedJson report = {
      {"kernel", diagnosis.features.release},
      {"mediated", diagnosis.obstacle.empty()},
      {"obstacle", diagnosis.obstacle},
      {"backend", diagnosis.obstacle.empty() ? diagnosis.backend.name() : ""},
      {"preload", diagnosis.no_preload},
      {"level", level_name(diagnosis)},
      {"level_missing", diagnosis.level.missing},
      {"level_more", diagnosis.level.how_to_get},
      {"policy_problem", diagnosis.policy_problem},
      {"workspace",
       {{"folders", diagnosis.workspace.folders},
        {"why", diagnosis.workspace.why},
        {"problem", diagnosis.workspace.problem}}},
      {"environment_dropped", diagnosis.dropped},
      {"secrets",
       {{"found", diagnosis.secrets.found.size()},
        {"held_by", diagnosis.secrets.held_by},
        {"not_held", diagnosis.secrets.not_held},
        {"closed_to_this_user", diagnosis.secrets.closed},
        {"not_covered", diagnosis.secrets.not_covered},
        {"complete", diagnosis.secrets.complete}}},
      {"names",
       {{"answered", name_of(diagnosis.names.by)},
        {"why", diagnosis.names.why},
        {"holds_less", diagnosis.names_notice}}},
      {"sinks", sinks_json(diagnosis.sinks)},
      {"sudo", {{"runs", diagnosis.no_sudo.empty()}, {"why", diagnosis.no_sudo}}},
      {"guarantees", guarantees_json(diagnosis)},
      {"features", features_json(diagnosis)}};
  return printed_json(report) + "\n";
}

void print_json(const Diagnosis& diagnosis) {
  std::fputs(json_text(diagnosis).c_str(), stdout);
}

void print_guarantees(const Diagnosis& diagnosis) {
  for (const Trial& trial : diagnosis.trials) {
    const std::string way = how_to_use(diagnosis, trial);
    if (!trial.untried.empty()) {
      std::printf("  ?   %s\n      not tried: %s\n", trial.guarantee, trial.untried.c_str());
      continue;
    }
    std::printf("  %-3s %s\n", !way.empty() ? "off" : trial.held ? "yes" : "no", trial.guarantee);
    if (!way.empty()) {
      std::printf("      so: %s; %s would work here: %s\n", trial.without, trial.held_by,
                  way.c_str());
    } else if (trial.held) {
      std::printf("      by: %s\n", trial.held_by);
    } else {
      std::printf("      so: %s; needs: %s\n", trial.without, trial.more);
    }
  }
}

void print_features(const Diagnosis& diagnosis) {
  for (const FeatureLine& line : describe(diagnosis.features)) {
    std::printf("  %-3s %s", line.present ? "yes" : "no", line.name.c_str());
    if (!line.present) std::printf(" (%s; without: %s)", line.since.c_str(), line.without.c_str());
    std::printf("\n");
  }
}

void print_environment(const Diagnosis& diagnosis) {
  std::string names;
  for (const std::string& name : diagnosis.dropped)
    names += (names.empty() ? "" : ", ") + safe_text(name);
  std::printf("  environment: %s\n",
              names.empty() ? "the command gets all of it (environment.drop in the policy)"
                            : ("the command does not get " + names).c_str());
}

void print_secrets(const Diagnosis& diagnosis) {
  const SecretSurvey& secrets = diagnosis.secrets;
  std::printf(
      "  secrets: %s%s found here, held by %s; %zu of them cannot be held "
      "(guard doctor --secrets lists all)\n",
      secrets.complete ? "" : "at least ",
      count_text(secrets.found.size(), "file", "files").c_str(), secrets.held_by.c_str(),
      secrets.not_held.size());
  for (const std::string& path : secrets.not_held) std::printf("    %s\n", safe_text(path).c_str());
  for (const std::string& line : secrets.not_covered)
    std::printf("    %s\n", safe_text(line).c_str());
}

void print_names(const Diagnosis& diagnosis) {
  std::printf("  names: %s\n", safe_text(text_of(diagnosis.names)).c_str());
  if (!diagnosis.names_notice.empty())
    std::printf("    %s\n", safe_text(diagnosis.names_notice).c_str());
}

// Never counted as anything that holds.
void print_preload(const Diagnosis& diagnosis) {
  if (diagnosis.no_preload.empty()) {
    std::printf(
        "  --backend preload works here too: level advisory, static programs are not seen\n");
  } else {
    std::printf("  preload would not work here: %s\n", safe_text(diagnosis.no_preload).c_str());
  }
}

void print_backend(const Diagnosis& diagnosis) {
  if (!diagnosis.obstacle.empty()) return;
  const auto& features = diagnosis.features;
  const std::string without = why_not_traced(features);
  if (diagnosis.backend.traced) {
    std::printf("  backend: ptrace, as %s\n", why_not_mediated(features).c_str());
    std::printf("    slower%s; no debugger can run inside\n",
                diagnosis.backend.every_call ? ", each call of a program stops it" : "");
  } else {
    std::printf("  backend: notify; %s%s\n",
                without.empty() ? "--backend ptrace works here too, slower"
                                : "ptrace would not work here: ",
                without.c_str());
  }
}

void print_text(const Diagnosis& diagnosis) {
  if (diagnosis.obstacle.empty()) {
    std::printf("level %s on this machine (kernel %s)\n", level_name(diagnosis).c_str(),
                diagnosis.features.release.c_str());
  } else {
    std::printf("guard cannot run here (kernel %s): %s\n", diagnosis.features.release.c_str(),
                safe_text(diagnosis.obstacle).c_str());
  }
  if (diagnosis.inside) {
    std::printf(
        "  this is a session of guard: a guard run here joins it, and can only add rules and "
        "questions\n");
    return;
  }
  print_backend(diagnosis);
  print_preload(diagnosis);
  if (!diagnosis.level.missing.empty()) {
    std::printf("  not verified: %s; %s\n", diagnosis.level.missing.c_str(),
                diagnosis.level.how_to_get.c_str());
  }
  if (!diagnosis.policy_problem.empty())
    std::printf("  the policy does not load: %s\n", shown_lines(diagnosis.policy_problem).c_str());
  if (diagnosis.policy_problem.empty()) {
    std::printf("  workspace: %s\n", text_of(diagnosis.workspace).c_str());
    print_environment(diagnosis);
    print_secrets(diagnosis);
    print_names(diagnosis);
    std::printf("  sinks: %s\n", safe_text(text_of(diagnosis.sinks)).c_str());
    std::printf("  sudo: %s\n", diagnosis.no_sudo.empty()
                                    ? "runs once it is approved"
                                    : ("is refused: " + diagnosis.no_sudo).c_str());
  }
  std::printf("\nTried here\n");
  print_guarantees(diagnosis);
  std::printf("\nThe kernel offers\n");
  print_features(diagnosis);
}

// No trial, and nothing of it in a bundle: it names what is secret here.
int list_secrets(bool as_json, const std::string& policy_file) {
  // The outer policy holds there, and its files are out of reach.
  if (inside_a_session())
    return complain(1, "doctor: --secrets: this is inside a session: run it outside");
  const auto policy = policy_of_user(policy_file);
  if (!policy) return complain(1, "doctor: the policy does not load: " + policy.error().text());
  const SecretSurvey survey = survey_secrets(*policy, folder_here());
  const Words dropped = policy::dropped_names(policy->environment, own_environment());
  const SecretList list{survey, dropped, policy->secret_reads, supervisor::home_folder()};
  const std::string text =
      as_json ? printed_json(secret_list_json(list)) + "\n" : secret_list_text(list);
  std::fputs(text.c_str(), stdout);
  return 0;
}

// The line names what is in the bundle, so that you can look before you send it.
int write_report(const std::string& file, const Diagnosis& diagnosis,
                 const std::string& policy_file) {
  const auto locations = find_locations("");
  if (!locations) return complain(1, "doctor: " + locations.error().text());
  BundleTexts texts = {
      {"version.txt", "guard " GUARD_VERSION "\nkernel " + diagnosis.features.release + "\n"},
      {"doctor.json", json_text(diagnosis)}};
  if (const auto policy = policy_of_user(policy_file))
    texts.emplace_back("policy.txt", policy_text(*policy));
  const auto names = write_bundle(file, std::move(texts), locations->state);
  if (!names) return complain(1, "doctor: --bundle: " + names.error().text());
  std::printf("%s holds", safe_text(file).c_str());
  for (const std::string& name : *names) std::printf(" %s", name.c_str());
  std::printf("; secrets are taken out. Look at it before you send it: tar -xzOf %s\n",
              safe_text(file).c_str());
  return 0;
}

}  // namespace

int doctor_command(const Words& words) {
  const auto options = parse_or_explain(kDoctorTable, words);
  if (!options) return options.error();
  const std::string policy_file = options->get("policy");
  if (options->has("secrets")) return list_secrets(options->has("json"), policy_file);
  const auto features = interceptor::probe_kernel();
  if (!features) return complain(1, "doctor: " + features.error().text());
  const Diagnosis diagnosis = diagnose(*features, policy_file);
  if (options->has("bundle")) return write_report(options->get("bundle"), diagnosis, policy_file);
  (options->has("json") ? print_json : print_text)(diagnosis);
  return diagnosis.obstacle.empty() && diagnosis.policy_problem.empty() ? 0 : 1;
}

}  // namespace guard::console
