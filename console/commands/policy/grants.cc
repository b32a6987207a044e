// SPDX-License-Identifier: Apache-2.0
// guard policy grants: what was answered for longer than once: `always`, from the file that guard
// keeps, and what live sessions remember. Lists, or takes back.
#include <algorithm>
#include <array>
#include <iostream>

#include "base/files/own_file.h"
#include "base/text/text.h"
#include "console/commands/policy/policy_commands.h"
#include "console/help/option_help.h"
#include "console/output/printed_json.h"
#include "console/output/text_table.h"
#include "console/places/locations.h"
#include "console/policy/rights_record.h"
#include "console/policy/standing_grant_view.h"
#include "console/session/session_choice.h"
#include "policy/load/key_names.h"
#include "supervisor/approval/standing_grants.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;
using supervisor::StandingGrant;

constexpr const char* kProgram = "guard policy grants";

constexpr std::array<OptionRow, 5> kGrantsRows = {{
    {"revoke", 0, nullptr, "take back the grants that are named"},
    {"json", 0, nullptr, "print a JSON array"},
    kSessionRow,
    kStateDirRow,
    kVerboseRow,
}};
constexpr OptionTable kGrantsTable = {
    .command = "policy grants",
    .summary = "what answers allow from now on: always, and for the session; list or take back",
    .operands = "[ID...]",
    .rows = kGrantsRows,
    .min_operands = 0,
    .max_operands = kAnyNumber,
    .takes_command = false,
    .example =
        "guard policy grants\n"
        "         guard policy grants --revoke 1a2b3c4d",
    .statuses = "exit status: 0 done, 1 no such grant, 2 usage, 125 a session did not answer"};

std::string text_in(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? safe_text(found->get<std::string>()) : "";
}

// A whole category is called by its name, which nobody knows by its beginning.
std::string shown_id(const Json& grant) {
  const std::string id = text_in(grant, "id");
  const auto& categories = policy::category_names();
  const bool is_category = std::ranges::find(categories, id) != categories.end();
  return is_category ? id : id.substr(0, 8);
}

std::string line_of(const Json& grant) {
  std::string line = shown_id(grant) + "  " + text_in(grant, "scope") + "  " +
                     (grant.value("denies", false) ? "never: " : "") + text_in(grant, "covers");
  for (const auto& [field, before] : {std::pair{"workspace", "  in "},
                                      {"session", "  in session "},
                                      {"until", "  until "},
                                      {"by", "  by "}}) {
    const std::string text = text_in(grant, field);
    if (!text.empty()) line += before + text;
  }
  return line;
}

std::string joined(const Json& names) {
  std::string text;
  for (const Json& name : names)
    text +=
        (text.empty() ? "" : " ") + (name.is_string() ? safe_text(name.get<std::string>()) : "?");
  return text.empty() ? "-" : text;
}

std::string where_of(const Json& grant) {
  const std::string session = text_in(grant, "session");
  return session.empty() ? "in " + text_in(grant, "workspace") : "session " + session;
}

TableRow row_of(const Json& grant) {
  const std::string until = text_in(grant, "until").substr(0, 19);
  const std::string by = text_in(grant, "by");
  return {{shown_id(grant), text_in(grant, "scope") + (until.empty() ? "" : " until " + until),
           where_of(grant), joined(grant.value("categories", Json::array()))},
          (grant.value("denies", false) ? "never: " : "") + text_in(grant, "covers") +
              (by.empty() ? "" : "  by " + by)};
}

std::string table_of(const Json& grants) {
  std::vector<TableRow> rows = {{{"ID", "SCOPE", "WHERE", "CATEGORIES"}, "WHAT"}};
  for (const Json& grant : grants) rows.push_back(row_of(grant));
  return table_text(rows, screen_columns());
}

// The grants of one live session, but for those that stand in the file too.
int add_grants(const SessionChoice& choice, const SessionSocket& socket, Json& grants) {
  const auto reply = Client(socket.path, kProgram).get("/v1/grants");
  if (!reply) {
    if (skip_stale(choice, socket, reply.error())) return kDone;
    return complain(kUnreachable, unreachable_text(socket, reply.error()));
  }
  if (!reply->ok()) return complain(kNotDone, reply->error_message());
  for (Json grant : reply->body.value("grants", Json::array())) {
    if (text_in(grant, "scope") == "always") continue;
    grant["session"] = socket.session;
    grants.push_back(std::move(grant));
  }
  for (const Json& category : reply->body.value("categories", Json::array())) {
    grants.push_back({{"id", category},
                      {"scope", "session"},
                      {"pattern", "every act of category " + category.get<std::string>()},
                      {"covers", "every act of category " + category.get<std::string>()},
                      {"session", socket.session}});
  }
  return kDone;
}

enum class Form { kText, kJson };

int print(const Json& grants, Form form) {
  if (form == Form::kJson) {
    std::cout << printed_json(grants, 2) << '\n';
  } else if (grants.empty()) {
    std::cout << "nothing is remembered\n";
  } else {
    std::cout << table_of(grants);
  }
  std::cout.flush();
  return std::cout.good() ? kDone : complain(kNotDone, "standard output could not be written");
}

int list(const OwnFile& file, const SessionChoice& choice, Form form) {
  const auto standing = supervisor::read_standing_grants(file);
  if (!standing) return complain(kNotDone, standing.error().text());
  Json grants = Json::array();
  for (const StandingGrant& grant : *standing) grants.push_back(standing_grant_json(grant));
  int status = kDone;
  for (const SessionSocket& socket : choice.sockets)
    status = std::max(status, add_grants(choice, socket, grants));
  return std::max(status, print(grants, form));
}

// True when a session had it.
bool revoked_in_session(const SessionChoice& choice, const std::string& id) {
  for (const SessionSocket& socket : choice.sockets) {
    Json grants = Json::array();
    if (add_grants(choice, socket, grants) != kDone) continue;
    const auto fits = [&](const Json& grant) { return text_in(grant, "id").starts_with(id); };
    if (id.size() < 4 || std::ranges::count_if(grants, fits) != 1) continue;
    const std::string whole = text_in(*std::ranges::find_if(grants, fits), "id");
    const auto reply = Client(socket.path, kProgram).remove("/v1/grants/" + escaped_part(whole));
    if (!reply || !reply->ok()) continue;
    std::cout << "taken back: " << whole << " in session " << safe_text(socket.session) << '\n';
    return true;
  }
  return false;
}

// It is gone all the same.
int put_on_record(const std::string& state, const StandingGrant& gone) {
  const auto made = make_private_folder(state);
  const auto recorded = made ? record_revoked(state, kProgram, gone) : made;
  if (recorded) return kDone;
  return complain(kNotDone,
                  "policy grants: taken back, but not on record: " + recorded.error().text());
}

int revoke(const OwnFile& file, const std::string& state, const SessionChoice& choice,
           const std::string& id) {
  const auto gone = supervisor::revoke_standing_grant(file, id);
  if (gone) {
    std::cout << "taken back: " << line_of(standing_grant_json(*gone)) << std::endl;
    return put_on_record(state, *gone);
  }
  if (gone.error().code == Code::kNotFound && revoked_in_session(choice, id)) return kDone;
  return complain(kNotDone, gone.error().text());
}

}  // namespace

int policy_grants(const std::vector<std::string>& words) {
  const auto options = parse_or_explain(kGrantsTable, words);
  if (!options) return options.error();
  if (options->has("revoke") == options->operands().empty())
    return complain(kUsage, "policy grants: --revoke ID..., or neither to list them");
  const auto locations = known_locations(options->get("state-dir"));
  if (!locations) return complain(kNotDone, locations.error().text());
  const auto choice = choose_sessions(*options);
  if (!choice) return complain(kUnreachable, choice.error().text());
  const OwnFile file(locations->config + "/grants.yaml");
  const Form form = options->has("json") ? Form::kJson : Form::kText;
  if (!options->has("revoke")) return list(file, *choice, form);
  int status = kDone;
  for (const auto& id : options->operands())
    status = std::max(status, revoke(file, locations->state, *choice, id));
  return status;
}

}  // namespace guard::console
