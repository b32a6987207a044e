// SPDX-License-Identifier: Apache-2.0
// The changes of a session, for the page: read once, told in parts: a folder, a command, one file's
// difference. The contents of secrets are never told, as by guard review.
#include "console/web/web_review.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include "console/policy/policy_files.h"
#include "console/review/secret_paths.h"
#include "console/undo/store_access.h"
#include "console/undo/undo_view.h"
#include "console/web/guard_program.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr int kBehindOthers = 10;  // nice(2)

// The folder's name, as guard undo takes it: an id that several sessions had is the first one's.
Result<std::string> exact_session(const std::string& state, const std::string& wanted) {
  const auto sessions = supervisor::stored_sessions(state);
  if (!sessions) return forward(sessions.error());
  for (const supervisor::StoredSession& session : *sessions)
    if (session.name == wanted) return session.name + (session.name == session.id ? "~1" : "");
  const auto found = find_stored_session(state, wanted);
  if (!found) return forward(found.error());
  return wanted;
}

Result<ReviewHandle> read_anew(const WebCall& call) {
  // This is about this thread alone: answers to questions go first.
  (void)::setpriority(PRIO_PROCESS, 0, kBehindOthers);
  const std::string& state = call.app.settings().locations.state;
  if (auto usable = use_undo_store(state, false); !usable) return forward(usable.error());
  auto session = exact_session(state, call.path[2]);
  if (!session) return forward(session.error());
  const auto stored = find_stored_session(state, *session);
  if (!stored) return forward(stored.error());
  auto review = read_review({state, *session, {}, secrets_for(call, stored->workspace)});
  if (!review) return forward(review.error());
  return held_review(std::move(*review), std::move(*session));
}

Result<Json> folder_part(const HeldReview& held, const WebFields& fields) {
  const auto folder = named_folder(held, fields);
  if (!folder) return forward(folder.error());
  const auto from = number_in(fields, "from", held.paths.size(), 0);
  if (!from) return forward(from.error());
  const TreePart part = part_of(held.paths, *folder, *from, kReviewPage);
  ItemDifferences differences(held.review.root());
  Json entries = Json::array();
  for (const TreeEntry& entry : part.entries)
    entries.push_back(entry_json(held, entry, differences));
  return Json{{"entries", std::move(entries)}, {"next", part.next ? Json(*part.next) : Json()}};
}

// Rows for which FITS holds, from FROM on.
Result<Json> flat_part(const HeldReview& held, const WebFields& fields,
                       const std::function<bool(std::size_t row)>& fits) {
  const auto from = number_in(fields, "from", held.rows.size(), 0);
  if (!from) return forward(from.error());
  ItemDifferences differences(held.review.root());
  Json entries = Json::array();
  std::size_t row = *from;
  for (; row < held.rows.size() && entries.size() < kReviewPage; ++row)
    if (fits(row)) entries.push_back(row_json(held, row, differences));
  while (row < held.rows.size() && !fits(row)) ++row;
  return Json{{"entries", std::move(entries)},
              {"next", row < held.rows.size() ? Json(row) : Json()}};
}

Result<Json> command_part(const HeldReview& held, const WebFields& fields) {
  const auto number = number_in(fields, "command", held.commands.size());
  if (!number) return forward(number.error());
  const std::string& command = held.commands[*number].command;
  return flat_part(held, fields, [&](std::size_t row) {
    const auto commands = commands_of(*held.rows[row]);
    return std::ranges::find(commands, command) != commands.end();
  });
}

Result<Json> files_part(const HeldReview& held, const WebFields& fields) {
  if (fields.contains("command")) return command_part(held, fields);
  const auto text = fields.find("text");
  if (text == fields.end() || text->second.empty()) return folder_part(held, fields);
  return flat_part(held, fields, [&](std::size_t row) {
    return item_name(held.review, *held.rows[row]).find(text->second) != std::string::npos;
  });
}

}  // namespace

Result<ReviewHandle> named_review(const WebCall& call, const WebFields& fields) {
  const auto of = fields.find("of");
  ReviewHandle held = of == fields.end() ? nullptr : call.app.reviews().find(of->second);
  if (held == nullptr) return fail(Code::kGone, "this review was let go: it is read anew");
  if (held->review.session().name != call.path[2] && held->session != call.path[2])
    return fail(Code::kInvalid, "this review is of another session");
  return held;
}

Result<std::size_t> number_in(const WebFields& fields, const std::string& field, std::size_t end) {
  const auto found = fields.find(field);
  const std::string text = found == fields.end() ? "" : found->second;
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && rest == text.data() + text.size();
  if (!is_number || number >= end)
    return fail(Code::kInvalid, "'" + field + "' is no number of this review");
  return number;
}

Result<std::size_t> number_in(const WebFields& fields, const std::string& field, std::size_t end,
                              std::size_t fallback) {
  return fields.contains(field) ? number_in(fields, field, end) : Result<std::size_t>(fallback);
}

Result<TreeFolder> named_folder(const HeldReview& held, const WebFields& fields) {
  if (!fields.contains("under") && !fields.contains("length")) return TreeFolder{};
  const auto first = number_in(fields, "under", held.paths.size());
  if (!first) return forward(first.error());
  const auto length = number_in(fields, "length", held.paths[*first].size() + 1);
  if (!length) return forward(length.error());
  const TreeFolder folder{*first, *length};
  if (!is_folder_of(held.paths, folder)) return fail(Code::kInvalid, "there is no such folder");
  return folder;
}

std::function<bool(const std::string& path)> secrets_for(const WebCall& call,
                                                         const std::string& workspace) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  std::vector<std::function<bool(const std::string&)>> all;
  for (const std::string& place : {here, workspace}) {
    const auto policy = load_policy_files({"", call.app.settings().locations.config, place});
    // Where it cannot be read, the names that mean secrets anywhere.
    all.push_back(secret_paths(policy ? *policy : policy::Policy(), {workspace}));
  }
  return [all = std::move(all)](const std::string& path) {
    return std::ranges::any_of(all, [&](const auto& is_secret) { return is_secret(path); });
  };
}

std::optional<WebAnswer> list_reviews(WebCall& call) {
  return answer_when_done(call, [&call]() -> Result<Json> {
    const std::string& state = call.app.settings().locations.state;
    if (auto usable = use_undo_store(state, false); !usable) return forward(usable.error());
    const auto sessions = supervisor::stored_sessions(state);
    if (!sessions) return forward(sessions.error());
    Json list = Json::array();
    for (const supervisor::StoredSession& session : *sessions) {
      const ChangesLeft changes = changes_left(state, session);
      list.push_back({{"session", session.name},
                      {"id", session.id},
                      {"command", session.command},
                      {"started", session.started},
                      {"running", session.is_running},
                      {"undoes", session.undoes},
                      {"changes", changes.left.total()},
                      {"made", has_made(state, session)}});
    }
    return list;
  });
}

std::optional<WebAnswer> open_review(WebCall& call) {
  return answer_when_done(call, [&call]() -> Result<Json> {
    const auto held = call.app.reviews().add([&call] { return read_anew(call); });
    if (!held) return forward(held.error());
    return summary_json(**held);
  });
}

std::optional<WebAnswer> close_review(WebCall& call) {
  call.app.reviews().drop(call.path[3]);
  return json_answer(Json::object());
}

std::optional<WebAnswer> list_review_files(WebCall& call) {
  const auto held = named_review(call, call.query);
  if (!held) return web_problem_of(held.error());
  return answer_when_done(call, [&] { return files_part(**held, call.query); });
}

std::optional<WebAnswer> list_review_commands(WebCall& call) {
  const auto held = named_review(call, call.query);
  if (!held) return web_problem_of(held.error());
  const auto& commands = (*held)->commands;
  const auto from = number_in(call.query, "from", commands.size(), 0);
  if (!from) return web_problem_of(from.error());
  Json list = Json::array();
  std::size_t number = *from;
  for (; number < commands.size() && list.size() < kReviewPage; ++number)
    list.push_back(
        {{"command", number},
         {"text", commands[number].command},
         {"rows", std::ranges::count_if(commands[number].items, [](const ReviewItem* item) {
            return is_told_alone(*item);
          })}});
  return json_answer(
      {{"commands", std::move(list)}, {"next", number < commands.size() ? Json(number) : Json()}});
}

std::optional<WebAnswer> show_review_file(WebCall& call) {
  const auto held = named_review(call, call.query);
  if (!held) return web_problem_of(held.error());
  const auto row = number_in({{"row", call.path[4]}}, "row", (*held)->rows.size());
  if (!row) return web_problem_of(row.error());
  return answer_when_done(call, [&]() -> Result<Json> { return file_json(**held, *row); });
}

}  // namespace guard::console
