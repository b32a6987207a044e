// SPDX-License-Identifier: Apache-2.0
// A process of the tree may know this of the questions of its own session: that they wait, and
// about what, so that an agent can tell its user. Not who answers, nor how to.
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr const char* kShown[] = {"id",          "state", "what",         "why",     "tier",
                                  "risk_level",  "rule",  "reason",       "risk",    "undo",
                                  "alternative", "asked", "seconds_left", "category"};

}  // namespace

ApiResponse list_own_questions(const ApiCall& call) {
  Json questions = Json::array();
  for (const Question& question : call.backend.broker->pending()) {
    const Json whole = to_json(question);
    Json shown = Json::object();
    for (const char* field : kShown)
      if (const auto found = whole.find(field); found != whole.end()) shown[field] = *found;
    questions.push_back(std::move(shown));
  }
  ApiResponse response;
  response.body = {{"questions", std::move(questions)}};
  return response;
}

}  // namespace guard::supervisor
