// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_list.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/output/text_table.h"
#include "console/undo/undo_checkpoint.h"
#include "console/undo/undo_preview.h"
#include "console/undo/undo_view.h"
#include "supervisor/undo/history/companions.h"

namespace guard::console {
namespace {

using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// Sessions of which nothing is left to give back, and what they keep all the same.
struct LeftOut {
  std::size_t empty = 0;       // they changed nothing of before
  std::size_t given_back = 0;  // wholly
  std::uint64_t bytes = 0;
  std::size_t again = 0;  // undos of undos
  std::uint64_t bytes_of_these = 0;
};

std::string left_text(const ChangesLeft& changes, bool lost) {
  if (changes.left.total() != 0) return changes.left.text();
  if (lost) return "not kept";
  return changes.given_back.total() != 0 ? "given back" : "nothing";
}

std::string typed_name(const std::string& name, const std::vector<StoredSession>& sessions) {
  const auto found = std::ranges::find(sessions, name, &StoredSession::name);
  return safe_text(found == sessions.end() ? name : found->typed);
}

std::string note_of(const StoredSession& session, const std::vector<StoredSession>& sessions) {
  std::string note;
  const auto add = [&note](const std::string& text) { note += (note.empty() ? "" : ", ") + text; };
  if (session.is_running) add("running");
  if (session.is_pinned) add("kept");
  if (!session.undoes.empty()) add("undo of " + typed_name(session.undoes, sessions));
  return note.empty() ? "" : "  (" + note + ")";
}

TableRow row_of(const StoredSession& session, const ChangesLeft& changes, bool lost,
                const ListOrder& order, const std::vector<StoredSession>& sessions) {
  return {{safe_text(session.typed), order.times.second(session.started), left_text(changes, lost),
           size_text(session.usage.bytes)},
          shortened(safe_text(session.command), 60) + note_of(session, sessions)};
}

// The name tells where the session that was undone is pruned.
bool is_undo_of_undo(const StoredSession& session, const std::vector<StoredSession>& sessions) {
  if (session.undoes.empty()) return false;
  const auto undone = std::ranges::find(sessions, session.undoes, &StoredSession::name);
  return undone == sessions.end() ? session.undoes.starts_with("undo-") : !undone->undoes.empty();
}

void print_left_out(const LeftOut& left_out) {
  if (left_out.again != 0)
    std::printf("(%s, %s kept: --list --all)\n",
                count_text(left_out.again, "undo of an undo", "undos of undos").c_str(),
                size_text(left_out.bytes_of_these).c_str());
  if (left_out.empty != 0)
    std::printf("(%s of which nothing is kept: --list --all)\n",
                count_text(left_out.empty, "session", "sessions").c_str());
  if (left_out.given_back != 0)
    std::printf("(%s of which all was given back, %s kept: --list --all)\n",
                count_text(left_out.given_back, "session", "sessions").c_str(),
                size_text(left_out.bytes).c_str());
}

void print_sessions(const std::vector<StoredSession>& sessions, const ListOrder& order) {
  std::vector<TableRow> rows = {
      {{"SESSION", order.times.heading("STARTED"), "LEFT", "KEPT"}, "COMMAND"}};
  LeftOut left_out;
  for (auto newest = sessions.rbegin(); newest != sessions.rend(); ++newest) {
    const StoredSession& session = *newest;
    const ChangesLeft changes = changes_left(order.state, session);
    const bool lost = !changes.any() && has_lost(order.state, session);
    const bool nothing_left = changes.left.total() == 0 && !lost && !session.is_pinned;
    const bool is_folded = !session.is_pinned && is_undo_of_undo(session, sessions);
    if (order.all || (!nothing_left && !is_folded)) {
      rows.push_back(row_of(session, changes, lost, order, sessions));
      continue;
    }
    if (is_folded && !nothing_left) {
      ++left_out.again;
      left_out.bytes_of_these += session.usage.bytes;
      continue;
    }
    const bool was_given_back = changes.given_back.total() != 0;
    ++(was_given_back ? left_out.given_back : left_out.empty);
    if (was_given_back) left_out.bytes += session.usage.bytes;
  }
  if (rows.size() > 1) {
    std::fputs(table_text(rows, screen_columns()).c_str(), stdout);
  } else {
    std::puts(left_out.given_back + left_out.again == 0 ? "nothing is kept"
                                                        : "nothing is left to give back");
  }
  print_left_out(left_out);
}

nlohmann::ordered_json checkpoints_json(const std::string& state, const StoredSession& session) {
  auto list = nlohmann::ordered_json::array();
  const auto history = supervisor::read_history(state, session);
  if (!history) return list;
  for (const supervisor::Checkpoint& one : history->checkpoints)
    list.push_back(checkpoint_json(one));
  return list;
}

}  // namespace

Result<void> list_sessions(const ListOrder& order) {
  auto sessions = supervisor::stored_sessions(order.state);
  if (!sessions) return forward(sessions.error());
  if (order.json) {
    auto list = nlohmann::ordered_json::array();
    for (const StoredSession& session : *sessions) {
      const ChangesLeft changes = changes_left(order.state, session);
      auto json = session_json(session);
      json["changes_left"] = changes.left.total();
      json["given_back"] = changes.given_back.total();
      json["checkpoints"] = checkpoints_json(order.state, session);
      list.push_back(std::move(json));
    }
    print_json(list);
    return {};
  }
  for (StoredSession& session : *sessions) {
    auto now = settled(order.state, session);
    if (!now) return forward(now.error());
    session = std::move(*now);
  }
  print_sessions(*sessions, order);
  return {};
}

namespace {

std::string hint_at_acts(const UndoSelection& selection) {
  const auto last =
      std::find_if_not(selection.entries.rbegin(), selection.entries.rend(),
                       [](const UndoEntry* entry) { return supervisor::is_companion(*entry); });
  if (last == selection.entries.rend()) return {};
  const std::string name = safe_text(selection.history->session.name);
  return "# " + name + ":N names one act: guard undo " + name + ":" +
         std::to_string((*last)->number) + "\n";
}

}  // namespace

namespace {

void print_checkpoints(const UndoSelection& selection, const ShownTimes& times) {
  if (!selection.is_whole || !selection.history || selection.history->checkpoints.empty()) return;
  std::printf("# checkpoints: guard undo --session %s --to N goes back to one\n",
              safe_text(selection.history->session.typed).c_str());
  for (const supervisor::Checkpoint& one : selection.history->checkpoints)
    std::printf("%s\n", checkpoint_line(one, times).c_str());
}

}  // namespace

void list_entries(const UndoSelection& selection, bool json, const ShownTimes& times) {
  auto list = nlohmann::ordered_json::array();
  if (!json && !selection.entries.empty() && selection.history)
    std::printf("%s%s", hint_at_acts(selection).c_str(), entry_head(times).c_str());
  for (const UndoEntry* entry : selection.entries) {
    if (entry->deed == UndoDeed::kFolder) continue;
    if (json) {
      list.push_back(entry_json(*entry));
    } else {
      std::printf("%s\n", entry_line(*entry, times).c_str());
    }
  }
  if (json) print_json(list);
  if (!json && selection.entries.empty())
    std::puts(nothing_left_text(selection.given_back, selection.further).c_str());
  if (!json) print_checkpoints(selection, times);
}

}  // namespace guard::console
