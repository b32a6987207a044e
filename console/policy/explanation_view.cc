// SPDX-License-Identifier: Apache-2.0
#include "console/policy/explanation_view.h"

#include <cstdint>
#include <string_view>

#include "base/text/text.h"
#include "policy/vocabulary/reason_text.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kStageWidth = 12;
constexpr std::size_t kMostTouched = 10;

std::string text_in(const Json& object, const char* field) {
  return object[field].get<std::string>();
}

std::string line(const std::string& stage, const std::string& text) {
  return "  " + stage +
         std::string(stage.size() < kStageWidth ? kStageWidth - stage.size() : 1, ' ') +
         safe_text(text) + "\n";
}

std::string joined(const Json& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : " ") + text.get<std::string>();
  return all;
}

std::string level_text(const Json& level) {
  std::string text = text_in(level, "program");
  if (!level["known"].get<bool>()) return text + " (no spec: its words mean nothing to guard)";
  if (const auto subcommand = text_in(level, "subcommand"); !subcommand.empty())
    text += " " + subcommand;
  if (!level["flags"].empty()) text += "; flags " + joined(level["flags"]);
  if (!level["operands"].empty()) text += "; operands " + joined(level["operands"]);
  return text;
}

std::string reading_lines(const Json& act) {
  std::string text;
  const char* stage = "read as";
  for (const auto& reading : act["read_as"]) {
    for (const auto& level : reading) {
      text += line(stage, level_text(level));
      stage = "which runs";
    }
    stage = "also as";
  }
  return text;
}

std::string touched_text(const Json& object) {
  std::string text = text_in(object, "path");
  const std::string type = text_in(object, "type");
  if (type == "missing") return text + ": not there yet, " + text_in(object, "class");
  return text + ": " + type + ", " + text_in(object, "class") + ", " +
         text_in(object, "recoverability");
}

std::string touched_lines(const Json& act) {
  std::string text;
  std::size_t count = 0;
  for (const auto& object : act["touches"]) {
    if (++count > kMostTouched) break;
    text += line(count == 1 ? "touches" : "", touched_text(object));
  }
  if (act["touches"].size() > kMostTouched)
    text += line("", "and " + std::to_string(act["touches"].size() - kMostTouched) + " more");
  const auto& effect = act["decision"]["effect"];
  if (!effect.is_object()) return text;
  return text +
         line("takes", (effect["complete"].get<bool>() ? "" : "at least ") + taken_text(effect));
}

std::string finding_text(const Json& finding) {
  std::string text = text_in(finding, "rule") + ": ";
  text += finding["block"].get<bool>() ? "block" : "tier " + finding["tier"].dump();
  if (!finding["categories"].empty()) text += ", " + joined(finding["categories"]);
  const std::string reason = text_in(finding, "reason");
  return reason.empty() ? text : text + ": " + reason;
}

std::string finding_lines(const Json& act) {
  std::string text;
  const char* stage = "found";
  for (const auto& finding : act["found"]) {
    text += line(stage, finding_text(finding));
    stage = "";
  }
  return text;
}

// The patterns that an answer could be remembered for.
std::string remembered_line(const Json& act) {
  const auto& decision = act["decision"];
  if (text_in(decision, "decision") != "ask") return "";
  if (decision["tier"].get<int>() >= 3) return line("remember", "never: tier 3 is asked each time");
  if (act["wildcard"].get<bool>())
    return line("remember", "only for the command: a wildcard's list");
  const std::string covered = text_in(act, "covers");
  return covered.empty() ? "" : line("remember", "offered for: " + covered);
}

std::string later_text(const Json& later) {
  const bool asks = text_in(later, "decision") == "ask";
  return text_in(later, "what") + ": " + (asks ? "asked" : "refused") + " when it runs (tier " +
         later["tier"].dump() + ") [" + text_in(later, "rule") + "]";
}

std::string act_text(const Json& act) {
  std::string text = safe_text(text_in(act, "what")) + "\n";
  text += line("in", text_in(act, "cwd"));
  if (const auto program = text_in(act, "program"); !program.empty())
    text += line("program", program);
  text += reading_lines(act) + touched_lines(act) + finding_lines(act);
  const int tier = act["decision"]["tier"].get<int>();
  if (act["assessed_tier"].get<int>() != tier)
    text += line("tier", act["assessed_tier"].dump() + " as found, " + std::to_string(tier) +
                             " by the policy");
  for (const auto& step : act["steps"]) text += line(text_in(step, "stage"), text_in(step, "text"));
  text += line("so", decision_line(act["decision"])) + remembered_line(act);
  for (const auto& later : act["later"]) text += line("later", later_text(later));
  return text;
}

std::string headline(const Json& decision) {
  const std::string verdict = text_in(decision, "decision");
  if (verdict == "allow") return decision.value("judged_later", false) ? "starts" : "would run";
  if (verdict == "ask") return "would ask";
  return verdict == "block" ? "always refused" : "refused";
}

}  // namespace

std::string taken_text(const Json& effect) {
  const auto count = [&effect](const char* name) { return effect[name].get<std::uint64_t>(); };
  std::string text;
  if (count("files") != 0) text = count_text(count("files"), "file", "files");
  if (count("directories") != 0)
    text += (text.empty() ? "" : " and ") + count_text(count("directories"), "folder", "folders");
  text += (text.empty() ? "" : ", ") + size_text(count("bytes"));
  return count("existed") == 0 ? text
                               : text + "; " + std::to_string(count("existed")) + " existed before";
}

std::string decision_line(const Json& decision) {
  std::string text = headline(decision) + " (tier " + decision["tier"].dump();
  for (const auto& category : decision["categories"]) text += ", " + category.get<std::string>();
  text += ")";
  const std::string rule = text_in(decision, "rule");
  const std::string reason = policy::reason_beside(rule, text_in(decision, "reason"));
  if (!reason.empty()) text += ": " + reason;
  return safe_text(text + " [" + rule + "]");
}

// A rule's own words come before those of the act's kind; what would run needs neither.
std::string instead_line(const Json& decision) {
  if (text_in(decision, "decision") == "allow") return {};
  const std::string message = text_in(decision, "message");
  const std::string instead = message.empty() ? text_in(decision, "alternative") : message;
  return instead.empty() ? "" : safe_text("instead: " + instead);
}

std::string later_lines(const Json& decision) {
  const std::string verdict = text_in(decision, "decision");
  if (verdict != "allow" && verdict != "ask") return {};
  std::string text;
  if (verdict == "allow" && decision.value("judged_later", false))
    text = "its connections and file acts are judged when it runs\n";
  if (decision.value("looked_short", false))
    text +=
        "not all files that it comes to could be looked at: a run asks where one of them is a "
        "secret\n";
  for (const auto& act : decision["later"]) {
    text += text_in(act, "decision") == "ask" ? "asks later: " : "refused later: ";
    text += safe_text(text_in(act, "what")) + " (tier " + act["tier"].dump() + ") [" +
            safe_text(text_in(act, "rule")) + "]\n";
  }
  return text;
}

std::string explanation_text(const Json& explanation) {
  std::string text;
  for (const auto& act : explanation["acts"]) text += act_text(act) + "\n";
  if (!explanation["parsed"].get<bool>())
    text += "not all of the text could be read; each command is judged when it runs\n\n";
  Json decision = explanation["decision"];
  for (const char* const field : {"judged_later", "later", "looked_short"})
    decision[field] = explanation[field];
  text += "all in all: ";
  text += decision_line(decision) + "\n";
  if (const std::string line = instead_line(decision); !line.empty()) text += line + "\n";
  return text + later_lines(decision);
}

}  // namespace guard::console
