// SPDX-License-Identifier: Apache-2.0
// guard learn: from what was asked and answered, the rules that would have asked less. Shows them
// as a difference of the user's policy, with the evidence; changes nothing.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "base/text/line_difference.h"
#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "console/audit/audit_options.h"
#include "console/check/local_checks.h"
#include "console/commands/commands.h"
#include "console/learning/learned_profile.h"
#include "console/learning/lesson.h"
#include "console/learning/rule_lines.h"
#include "console/output/printed_json.h"
#include "console/places/locations.h"
#include "console/policy/policy_files.h"
#include "console/policy/policy_view.h"
#include "console/policy/profile_text.h"
#include "policy/load/yaml_loader.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using supervisor::StoredRecord;

constexpr std::size_t kShownEvidence = 3;
constexpr std::uint64_t kMostLeast = 1000;

constexpr auto kLearnRows = with_filters(std::array{
    kJsonRow,
    OptionRow{"least", 0, "N", "questions that a rule must spare (2; 1 of --network log)"},
    OptionRow{"profile", 0, "NAME", "an agent's profile, from one --session"}});
constexpr OptionTable kLearnTable = {
    .command = "learn",
    .summary =
        "rules that would have asked less, and allowed nothing that was denied: a patch of your "
        "policy.yaml, with the evidence; or the profile of an agent; nothing is changed",
    .operands = "",
    .rows = kLearnRows,
    .max_operands = 0,
    .example =
        "guard learn --since 7d\n"
        "         guard learn | (cd / && patch -p0)\n"
        "         guard learn --profile mine --session tried >~/.config/guard/profiles/mine.yaml",
    .statuses = "exit status: 0 something was found, 1 nothing, 2 usage"};

constexpr int kNothing = 1;

Result<std::vector<RecordedAct>> acts_on_record(AuditRequest& request) {
  std::vector<RecordedAct> acts;
  const auto read = request.reader->each(request.filter, [&](const StoredRecord& stored) {
    if (auto act = recorded_act_of(stored.record)) acts.push_back(std::move(*act));
    return true;
  });
  if (!read) return forward(read.error());
  return acts;
}

struct Target {
  std::string path;
  std::string text;
  policy::Policy policy;
};

// The user's own file, and what holds with it.
Result<Target> target_here(const ParsedOptions& options) {
  const auto cwd = working_folder(options);
  if (!cwd) return forward(cwd.error());
  const auto request = policy_request_at(*cwd, "");
  if (!request) return forward(request.error());
  auto policy = load_policy_files(*request);
  if (!policy) return forward(policy.error());
  Target target{request->config_folder + "/policy.yaml", "", std::move(*policy)};
  std::ostringstream text;
  if (std::ifstream file(target.path); file) text << file.rdbuf();
  target.text = text.str();
  return target;
}

// The shown text must load: laid over the built-in packs, as the user's file is.
Result<std::string> difference_for(const Target& target, const Lesson& lesson) {
  const auto after = with_rules(target.text, target.path, lesson.all_rules());
  if (!after) return forward(after.error());
  if (const auto loaded = policy::load_policy({{target.path, *after}}); !loaded)
    return forward(loaded.error());
  const auto difference = line_difference(target.text, *after);
  if (!difference) return fail(Code::kInvalid, "the difference is too large to show");
  const std::string path = safe_text(target.path);
  const std::string before = target.text.empty() ? "/dev/null" : path;
  return "--- " + before + "\n+++ " + path + "\n" + safe_lines(*difference);
}

Json evidence_json(const LearnedRule& learned, const std::vector<RecordedAct>& acts) {
  Json evidence = Json::array();
  for (const std::size_t i : learned.evidence)
    evidence.push_back(
        {{"request_id", acts[i].request_id}, {"timestamp", acts[i].when}, {"what", acts[i].what}});
  return evidence;
}

Json lesson_json(const Lesson& lesson, const std::vector<RecordedAct>& acts,
                 const std::string& difference) {
  Json rules = Json::array();
  for (const auto& learned : lesson.rules)
    rules.push_back({{"id", learned.rule.id},
                     {"rule", rule_line(learned.rule).substr(2)},
                     {"opens", opens_text(learned.rule)},
                     {"spares", learned.evidence.size()},
                     {"evidence", evidence_json(learned, acts)}});
  return {{"asked", lesson.asked},     {"logged", lesson.logged},
          {"denied", lesson.denied},   {"spared", lesson.spared},
          {"never", lesson.never},     {"allowing_denied", lesson.allowing_denied},
          {"rules", std::move(rules)}, {"difference", difference}};
}

// Why a rule names a folder, or one file of it; empty: it names neither.
std::string why_so_wide(const LearnedRule& learned, const std::vector<RecordedAct>& acts) {
  if (learned.rule.when.path.empty()) return "";
  std::set<std::string> asked;
  for (const std::size_t i : learned.evidence) {
    for (const auto& object : acts[i].action.objects) asked.insert(object.path);
    if (const auto& effect = acts[i].assessment.effect)
      for (const auto& operand : effect->operands) asked.insert(operand.object.path);
  }
  if (asked.size() < 2) return ": it alone was asked about";
  return ": " + std::to_string(asked.size()) + " different paths there were asked about";
}

// "2 questions were approved that would be asked again". Nobody approved what is only logged.
std::string asked_text(const Lesson& lesson) {
  const std::string approved =
      count_text(lesson.asked, "question was", "questions were") + " approved";
  if (lesson.logged == 0) return approved + " that would be asked again";
  return (lesson.asked == 0 ? "" : approved + ", and ") +
         count_text(lesson.logged, "connection was", "connections were") +
         " let through by --network log that would be asked about";
}

// Comments of a patch: what stands before its first "---" is skipped by who applies it.
std::string evidence_text(const Lesson& lesson, const std::vector<RecordedAct>& acts) {
  std::string text =
      "# " + asked_text(lesson) + "; " + count_text(lesson.denied, "act was", "acts were") +
      " denied.\n# " + count_text(lesson.rules.size(), "rule", "rules") + " would spare " +
      std::to_string(lesson.spared) + " of them, and allow nothing that was denied:\n";
  for (const auto& learned : lesson.rules) {
    text += "#   " + safe_text(learned.rule.id) + " spares " +
            std::to_string(learned.evidence.size()) + ", and opens " + opens_text(learned.rule) +
            " (below tier 3)" + why_so_wide(learned, acts) + ":\n";
    for (std::size_t i = 0; i < std::min(learned.evidence.size(), kShownEvidence); ++i) {
      const RecordedAct& act = acts[learned.evidence[i]];
      text += "#     " + act.when + "  " + shortened(safe_text(act.what), 100) + "\n";
    }
    if (learned.evidence.size() > kShownEvidence)
      text += "#     and " + std::to_string(learned.evidence.size() - kShownEvidence) + " more\n";
  }
  return text;
}

// Why there is no rule, one line a reason.
std::string reasons_for_none(const Lesson& lesson) {
  std::string text;
  if (lesson.never > 0)
    text += "# " + count_text(lesson.never, "of them is", "of them are") +
            " asked each time: tier 3, a wildcard's list, SUDO, an install of packages, a secret, "
            "or a command without words that a rule could go by\n";
  if (lesson.allowing_denied > 0)
    text += "# " + count_text(lesson.allowing_denied, "rule was", "rules were") +
            " tried that would also allow what was denied\n";
  if (lesson.asked + lesson.logged == 0 && lesson.denied > 0)
    text += "# " + count_text(lesson.denied, "act was", "acts were") +
            " denied: rules are learned from approvals alone. To allow one, write the rule "
            "yourself (guard policy edit)\n";
  return text;
}

int say_nothing_found(const Lesson& lesson, const std::vector<RecordedAct>& acts, bool as_json) {
  if (as_json) {
    std::cout << printed_json(lesson_json(lesson, acts, "")) << '\n';
  } else {
    std::cout << "# " << asked_text(lesson) << "; no rule would spare enough of them\n"
              << reasons_for_none(lesson);
  }
  return kNothing;
}

Result<std::vector<supervisor::AuditRecord>> whole_session(AuditRequest& request) {
  std::vector<supervisor::AuditRecord> records;
  const auto read = request.reader->each(request.filter, [&](const StoredRecord& stored) {
    records.push_back(stored.record);
    return true;
  });
  if (!read) return forward(read.error());
  std::ranges::sort(records, {}, &supervisor::AuditRecord::seq);
  return records;
}

// A file of its name would stand for the shipped one.
Result<void> is_free_name(const std::string& name) {
  const auto shipped = policy::load_policy({});
  if (!shipped) return forward(shipped.error());
  if (std::ranges::find(shipped->profiles, name, &policy::Profile::name) == shipped->profiles.end())
    return {};
  return fail(Code::kInvalid, "--profile " + name +
                                  ": guard has one of that name (guard policy show "
                                  "--profile " +
                                  name + " prints it, to be changed): choose another");
}

// For who reads it: what to look at first.
std::string advice_on(const policy::Profile& profile) {
  std::string text;
  if (!profile.secrets.empty())
    text +=
        "# secrets: by their names what it signs in with; they are for its own process alone.\n";
  if (!profile.settings.empty())
    text += "# settings: by their names what runs or steers later; writing them is asked about.\n";
  if (!profile.state.empty())
    text +=
        "# Everything else in `state` may be written by whatever runs under it: add what is "
        "missing "
        "to the two.\n";
  return text;
}

// The printed text must load again.
int print_profile(AuditRequest& request) {
  const std::string name = request.options.get("profile");
  if (const auto free = is_free_name(name); !free) return complain(kUsage, free.error().text());
  if (request.options.get("session").empty() || request.options.count("session") > 1)
    return complain(kUsage, "--profile is learned from one session: --session NAME");
  const auto records = whole_session(request);
  if (!records) return complain(kUsage, records.error().text());
  const auto profile = learn_profile(name, *records, home_folder());
  if (!profile) return complain(kNothing, profile.error().text());
  const std::string text = profile_text(*profile);
  if (const auto loaded =
          policy::load_policy({{.name = name, .text = text, .only_profiles = true}});
      !loaded)
    return complain(kUsage, loaded.error().text());
  std::cout << "# Learned from the session " << safe_text(request.options.get("session"))
            << ": read it before you keep it.\n"
            << advice_on(*profile) << text;
  std::cout.flush();
  return std::cout.good() ? 0 : complain(kUsage, "standard output could not be written");
}

// `guard run --network log` is for the list of all hosts.
bool only_logged_hosts(const std::vector<RecordedAct>& acts) {
  return std::ranges::any_of(acts, was_logged);
}

}  // namespace

int learn_command(const Words& words) {
  auto request = prepare(kLearnTable, words, 0);
  if (!request) return request.error();
  if (request->options.has("profile")) return print_profile(*request);
  const auto acts = acts_on_record(*request);
  if (!acts) return complain(kUsage, acts.error().text());
  const auto least =
      number_option(request->options, "least", kMostLeast, only_logged_hosts(*acts) ? 1 : 2);
  if (!least) return complain(kUsage, least.error().text());
  const auto target = target_here(request->options);
  if (!target) return complain(kUsage, target.error().text());
  const Lesson lesson =
      learn(*acts, target->policy,
            {home_folder(), std::max<std::size_t>(1, static_cast<std::size_t>(*least))});
  const bool as_json = request->options.has("json");
  if (lesson.rules.empty()) return say_nothing_found(lesson, *acts, as_json);
  const auto difference = difference_for(*target, lesson);
  if (!difference) return complain(kUsage, difference.error().text());
  if (as_json) {
    std::cout << printed_json(lesson_json(lesson, *acts, *difference)) << '\n';
  } else {
    std::cout << evidence_text(lesson, *acts) << *difference;
  }
  std::cout.flush();
  return std::cout.good() ? 0 : complain(kUsage, "standard output could not be written");
}

}  // namespace guard::console
