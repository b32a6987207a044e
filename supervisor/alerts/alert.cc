// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text/text.h"
#include "policy/load/key_names.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::AlertEvent;

constexpr int kFormat = 1;
constexpr std::size_t kLongestText = 1000;
constexpr std::size_t kLongestList = 20;
constexpr std::size_t kLongestHeadline = 160;
constexpr std::size_t kShortId = 8;

std::string text_in(const Json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found != object.end() && found->is_string() ? safe_text(found->get<std::string>()) : "";
}

std::string what_of(const Alert& alert) {
  return shortened(text_in(alert.question, "what"), kLongestHeadline);
}

std::string settled_words(const Alert& alert) {
  const std::string state = text_in(alert.question, "state");
  const std::string by = text_in(alert.question, "answered_by");
  return (state.empty() ? "settled" : state) + (by.empty() ? "" : " by " + by);
}

std::string executed_words(const Alert& alert) {
  const std::string outcome = text_in(alert.outcome, "outcome");
  return outcome.empty() ? "done" : outcome;
}

std::string event_words(const Alert& alert) {
  switch (alert.event) {
    case AlertEvent::kAsked:
      return alert.tier >= 3 ? "asks (tier 3)" : "asks";
    case AlertEvent::kSettled:
      return settled_words(alert);
    case AlertEvent::kExecuted:
      return executed_words(alert);
    case AlertEvent::kFinished:
      return "has ended";
  }
  return "tells";
}

void add_line(std::string& text, const char* name, const std::string& value) {
  if (!value.empty()) text += (text.empty() ? "" : "\n") + std::string(name) + value;
}

// Values of the environment hold no NUL; safe_text leaves none.
std::string variable(const char* name, const std::string& value) {
  return std::string("GUARD_ALERT_") + name + "=" + value;
}

}  // namespace

Json bounded(const Json& value) {
  if (value.is_string()) return shortened(value.get<std::string>(), kLongestText);
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& item : value) {
      if (list.size() >= kLongestList) break;
      list.push_back(bounded(item));
    }
    return list;
  }
  if (!value.is_object()) return value;
  Json object = Json::object();
  for (const auto& [name, item] : value.items())
    if (name != "names") object[name] = bounded(item);
  return object;
}

Json alert_json(const Alert& alert, TimePoint time) {
  return {{"version", kFormat},
          {"event", policy::name_of(alert.event)},
          {"test", alert.is_test},
          {"time", iso_time(time)},
          {"session", alert.session},
          {"id", alert.id},
          {"tier", alert.tier},
          {"question", bounded(alert.question)},
          {"outcome", bounded(alert.outcome)}};
}

std::string wire_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string headline(const Alert& alert) {
  if (alert.is_test) return "guard: a test of alerts";
  return "guard " + event_words(alert) + ": " + what_of(alert);
}

std::string body_text(const Alert& alert) {
  if (alert.is_test) return "This is how a question would look. Nothing waits.";
  std::string text;
  add_line(text, "By: ", shortened(text_in(alert.question, "why"), kLongestHeadline));
  add_line(text, "Risk: ", shortened(text_in(alert.question, "risk"), kLongestHeadline));
  add_line(text, "Undo: ", text_in(alert.question, "undo"));
  add_line(text, "In: ", shortened(text_in(alert.question, "cwd"), kLongestHeadline));
  if (alert.event == AlertEvent::kAsked)
    add_line(text, "Answer: ", "guard watch, or guard pending " + alert.id.substr(0, kShortId));
  return text;
}

std::string fixed_line(const Alert& alert) {
  if (alert.is_test) return "guard: a test of alerts";
  const std::string id = alert.id.substr(0, kShortId);
  const bool plain = std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) != 0; });
  const std::string question = "question " + (plain ? id : "?") + " (tier " +
                               std::to_string(std::clamp(alert.tier, 0, 3)) + ")";
  constexpr std::array kEvents = {" waits: guard watch", " was answered", " was carried out",
                                  ": its program has ended"};
  return "guard: " + question + kEvents.at(static_cast<std::size_t>(alert.event));
}

std::vector<std::string> alert_variables(const Alert& alert) {
  return {variable("EVENT", policy::name_of(alert.event)),
          variable("TEST", alert.is_test ? "1" : "0"),
          variable("ID", safe_text(alert.id)),
          variable("SESSION", safe_text(alert.session)),
          variable("TIER", std::to_string(alert.tier)),
          variable("CATEGORY", text_in(alert.question, "category")),
          variable("STATE", text_in(alert.question, "state")),
          variable("HEADLINE", headline(alert))};
}

}  // namespace guard::supervisor
