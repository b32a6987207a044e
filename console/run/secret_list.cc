// SPDX-License-Identifier: Apache-2.0
#include "console/run/secret_list.h"

#include <algorithm>

#include "base/text/text.h"
#include "policy/load/key_names.h"
#include "policy/paths/path_names.h"

namespace guard::console {
namespace {

std::string shown(const std::string& path, const std::string& home) {
  const auto in_home = home == "/" ? std::nullopt : policy::below(path, home);
  return safe_text(in_home ? "~/" + std::string(*in_home) : path);
}

std::string closed_text(const SecretSurvey& survey) {
  if (survey.closed == 0) return "";
  const bool one = survey.closed == 1;
  return count_text(survey.closed, "more file", "more files") + (one ? " is" : " are") +
         " not this user's to read\n";
}

std::string head_of(const SecretList& list) {
  const SecretSurvey& survey = list.survey;
  const std::string count = std::string(survey.complete ? "" : "at least ") +
                            count_text(survey.found.size(), "file", "files");
  if (list.reads == policy::SecretReads::kOff)
    return count +
           " would be secrets here, but the policy has secrets: {reads: off}: a run holds none\n";
  const std::string log =
      list.reads == policy::SecretReads::kLog
          ? "; the policy has secrets: {reads: log}: reads are recorded, not asked about"
          : "";
  return count + " would be held as secrets here, by " + survey.held_by + log + "\n" +
         closed_text(survey);
}

std::string variables_of(const SecretList& list) {
  if (list.dropped.empty())
    return "no variable of this environment is held back (environment.drop in the policy)\n";
  std::string text = count_text(list.dropped.size(), "variable", "variables") +
                     " would not reach the command (environment.drop in the policy)\n";
  for (const std::string& name : list.dropped) text += "  " + safe_text(name) + "\n";
  return text;
}

}  // namespace

std::string secret_list_text(const SecretList& list) {
  std::vector<std::string> lines;
  for (const FoundSecret& secret : list.survey.found)
    lines.push_back("  " + shown(secret.path, list.home) + "  (" + safe_text(secret.why) + ")" +
                    (secret.can_be_held ? "" : "; cannot be held here: a run reads it unasked"));
  std::ranges::sort(lines);
  std::string text = head_of(list);
  for (const std::string& line : lines) text += line + "\n";
  for (const std::string& line : list.survey.not_covered) text += "  " + safe_text(line) + "\n";
  return text + variables_of(list);
}

nlohmann::ordered_json secret_list_json(const SecretList& list) {
  auto files = nlohmann::ordered_json::array();
  for (const FoundSecret& secret : list.survey.found)
    files.push_back({{"path", secret.path}, {"why", secret.why}, {"held", secret.can_be_held}});
  return {{"reads", policy::name_of(list.reads)},
          {"held_by", list.survey.held_by},
          {"files", std::move(files)},
          {"closed_to_this_user", list.survey.closed},
          {"complete", list.survey.complete},
          {"not_covered", list.survey.not_covered},
          {"environment_dropped", list.dropped}};
}

}  // namespace guard::console
