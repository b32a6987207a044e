// SPDX-License-Identifier: Apache-2.0
// guard delegate: an approver hands answering to another user for a while, where the policy lets
// them (`delegation:`); shows and ends what was handed on.
#include <array>
#include <cstdio>
#include <string>

#include "base/text/text.h"
#include "console/commands/answering.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "supervisor/approval/question.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = "guard delegate";
constexpr const char* kTarget = "/v1/delegations";

constexpr std::array<OptionRow, 7> kDelegateRows = {{
    {"tier", 't', "TIER", "questions up to this tier: 2 (default) or 3"},
    {"for", 'f', "TIME", "for so long: 30m, 2h (default 1h)"},
    {"list", 'l', nullptr, "what is handed on now"},
    {"end", 'e', "ID", "take it back"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};

constexpr OptionTable kDelegateTable = {
    .command = "delegate",
    .summary = "let another user answer in your place for a while",
    .operands = "[USER]",
    .rows = kDelegateRows,
    .max_operands = 1,
    .example = "guard delegate ben --tier 2 --for 2h",
};

std::string line_of(const Json& one) {
  return field_text(one, "id").substr(0, 8) + "  tier " + std::to_string(one.value("tier", 0)) +
         "  " + field_text(one, "from") + " -> " + field_text(one, "to") + "  until " +
         field_text(one, "until");
}

int said(const LiveSession& session, const Result<Reply>& reply) {
  if (!reply) return complain(kUnreachable, unreachable_text(session.socket, reply.error()));
  if (!reply->ok()) return complain(kNotDone, reply->error_message());
  if (reply->body.contains("delegations")) {
    for (const Json& one : reply->body["delegations"]) std::printf("%s\n", line_of(one).c_str());
  } else if (reply->body.contains("ended")) {
    std::printf("taken back: %s\n", field_text(reply->body, "ended").c_str());
  } else {
    std::printf("%s\n", line_of(reply->body).c_str());
    const std::string notice = field_text(reply->body, "notice");
    if (!notice.empty()) std::fprintf(stderr, "guard: %s\n", notice.c_str());
  }
  return kDone;
}

// By the beginning of its id, as it is listed.
std::string full_id(const Json& list, const std::string& beginning) {
  std::string found;
  for (const Json& one : list) {
    const std::string id = field_text(one, "id");
    if (id.starts_with(beginning)) found = found.empty() ? id : beginning;
  }
  return found.empty() ? beginning : found;
}

int end_one(const LiveSession& session, const std::string& beginning) {
  Client client(session.socket.path, kProgram);
  const auto list = client.get(kTarget);
  if (!list || !list->ok()) return said(session, list);
  const std::string id = full_id(list->body.value("delegations", Json::array()), beginning);
  return said(session, client.remove(std::string(kTarget) + "/" + escaped_part(id)));
}

}  // namespace

int delegate_command(const Words& words) {
  const auto options = parse_or_explain(kDelegateTable, words);
  if (!options) return options.error();
  const int wanted = (options->operands().empty() ? 0 : 1) + (options->has("list") ? 1 : 0) +
                     (options->has("end") ? 1 : 0);
  if (wanted != 1) return complain(kUsage, "name one user, or give --list, or --end ID");
  const std::string tier = options->has("tier") ? options->get("tier") : "2";
  if (tier != "2" && tier != "3") return complain(kUsage, "--tier is 2 or 3");
  supervisor::Answer time;
  const std::string length = options->has("for") ? options->get("for") : "1h";
  if (!supervisor::parse_scope(length, time) || time.minutes.count() == 0)
    return complain(kUsage, "--for takes a time of at most 24 hours: 30m, 2h");
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const auto session = only_session(*choice, kProgram);
  if (!session) return complain(session.error().status, session.error().text);
  if (options->has("end")) return end_one(*session, options->get("end"));
  Client client(session->socket.path, kProgram);
  if (options->has("list")) return said(*session, client.get(kTarget));
  return said(*session, client.post(kTarget, {{"to", options->operands().front()},
                                              {"tier", std::stoi(tier)},
                                              {"minutes", time.minutes.count()}}));
}

}  // namespace guard::console
