// SPDX-License-Identifier: Apache-2.0
// guard approve-session: lets whole categories of acts happen in one session, up to tier 2.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "policy/vocabulary/assessment.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = "guard approve-session";

constexpr std::array<OptionRow, 4> kApproveSessionRows = {{
    {"categories", 'c', "A,B", "the categories, by name"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kApproveSessionTable = {
    .command = "approve-session",
    .summary = "approve whole categories for one session (tier 3 still asks)",
    .operands = "",
    .rows = kApproveSessionRows,
    .max_operands = 0,
    .example = "guard approve-session --categories DEPS_INSTALL_UPDATE,NETWORK_RISK",
};

Words category_names() {
  Words names;
  for (std::size_t i = 0; i < policy::kCategoryCount; ++i)
    names.emplace_back(policy::name_of(static_cast<policy::Category>(i)));
  return names;
}

Words split_at_commas(const std::string& text) {
  Words parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (end > start) parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

Result<Words> categories_in(const ParsedOptions& options) {
  const Words names = split_at_commas(options.get("categories"));
  std::string known;
  for (const std::string& name : category_names()) known += " " + name;
  if (names.empty()) return fail(Code::kInvalid, "--categories A,B is needed, of:" + known);
  for (const std::string& name : names)
    if (!policy::category_named(name))
      return fail(Code::kInvalid, "unknown category " + safe_text(name) +
                                      suggestion("", name, category_names()) +
                                      "; there are:" + known);
  return names;
}

Words texts_in(const Json& body, const char* field) {
  Words texts;
  for (const Json& text : body.value(field, Json::array()))
    if (text.is_string()) texts.push_back(safe_text(text.get<std::string>()));
  return texts;
}

std::string approved_text(const Json& body) {
  std::string text;
  for (const std::string& name : texts_in(body, "categories")) text += " " + name;
  return text;
}

}  // namespace

int approve_session_command(const Words& words) {
  const auto options = parse_or_explain(kApproveSessionTable, words);
  if (!options) return options.error();
  const auto categories = categories_in(*options);
  if (!categories) return complain(kUsage, categories.error().text());
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const auto session = only_session(*choice, kProgram);
  if (!session) return complain(session.error().status, session.error().text);
  const auto reply =
      Client(session->socket.path, kProgram)
          .post("/v1/approve-session", {{"session_id", session->id}, {"categories", *categories}});
  if (!reply) return complain(kUnreachable, unreachable_text(session->socket, reply.error()));
  if (!reply->ok()) return complain(kNotDone, reply->error_message());
  std::printf("approved for session %s:%s (tier 3 still asks)\n", safe_text(session->id).c_str(),
              approved_text(reply->body).c_str());
  for (const std::string& denial : texts_in(reply->body, "denied"))
    std::printf("stays denied: %s (guard policy grants)\n", denial.c_str());
  return kDone;
}

}  // namespace guard::console
