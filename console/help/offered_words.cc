// SPDX-License-Identifier: Apache-2.0
#include "console/help/offered_words.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "console/places/locations.h"
#include "console/run/nested_run.h"
#include "console/session/client.h"
#include "console/session/run_names.h"
#include "console/session/session_sockets.h"
#include "console/undo/undo_selection.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::AuditReader;
using Words = std::vector<std::string>;

constexpr std::uint64_t kMost = 50;
constexpr auto kPatience = std::chrono::seconds(2);
constexpr std::size_t kShownOfId = 8;

bool is_plain(const std::string& word) {
  constexpr std::string_view kOthers = "._:#~-";
  return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

Words running_sessions(const Locations& locations) {
  Words names;
  for (const SessionSocket& socket : session_sockets(locations)) names.push_back(socket.session);
  return names;
}

// Sessions are out of reach inside of one, too: asking would be refused and recorded.
Words waiting_questions(const Locations& locations) {
  Words ids;
  if (inside_a_session()) return ids;
  for (const SessionSocket& socket : session_sockets(locations)) {
    const auto reply =
        Client(socket.path, "guard completion", kPatience).get("/v1/approvals?state=pending");
    if (!reply || !reply->ok()) continue;
    for (const auto& question : reply->body.value("approvals", nlohmann::json::array()))
      ids.push_back(question.value("id", "").substr(0, kShownOfId));
  }
  return ids;
}

// The record is out of reach inside of a session.
Result<std::unique_ptr<AuditReader>> reader_of(const Locations& locations) {
  if (inside_a_session()) return fail(Code::kRefused, "inside of a session");
  return AuditReader::open(locations.state);
}

Words recorded_sessions(const Locations& locations) {
  Words names;
  const auto reader = reader_of(locations);
  if (!reader) return names;
  const auto sessions = (*reader)->session_ids("", kMost);
  return sessions ? *sessions : names;
}

Words newest_records(const Locations& locations) {
  Words names;
  const auto reader = reader_of(locations);
  if (!reader) return names;
  supervisor::AuditFilter filter;
  filter.limit = kMost;
  filter.order = supervisor::Order::kNewestFirst;
  (void)(*reader)->each(filter, [&](const supervisor::StoredRecord& stored) {
    names.push_back(record_name(stored.record));
    return true;
  });
  return names;
}

Words kept_sessions(const Locations& locations) {
  Words names;
  const auto sessions = supervisor::stored_sessions(locations.state);
  if (!sessions) return names;
  for (const supervisor::StoredSession& session : *sessions) names.push_back(session.name);
  return names;
}

// "SESSION:N" and the questions that were answered.
void add_acts(const std::string& state, const std::string& session, Words& names) {
  const auto selection = select_session(state, session);
  if (!selection) return;
  for (const supervisor::UndoEntry* entry : selection->entries) {
    if (entry->deed == supervisor::UndoDeed::kFolder) continue;
    if (names.size() >= kMost) return;
    names.push_back(session + ":" + std::to_string(entry->number));
    if (!entry->question.empty()) names.push_back(entry->question.substr(0, kShownOfId));
  }
}

// The acts of the last few sessions.
Words kept_acts(const Locations& locations) {
  constexpr std::size_t kMostSessions = 5;
  Words names;
  const auto sessions = supervisor::stored_sessions(locations.state);
  if (!sessions) return names;
  std::size_t looked_at = 0;
  for (auto session = sessions->rbegin(); session != sessions->rend(); ++session) {
    if (++looked_at > kMostSessions || names.size() >= kMost) break;
    add_acts(locations.state, session->name, names);
  }
  return names;
}

struct Source {
  std::string_view command;  // which it is for, or its first word; empty: any
  std::string_view placeholder;
  Words (*words)(const Locations&);
};

// The first that fits counts.
constexpr std::array kSources = {
    Source{"audit", "SESSION", recorded_sessions}, Source{"audit", "RECORD", newest_records},
    Source{"undo", "SESSION", kept_sessions},      Source{"undo", "SESSION:N", kept_acts},
    Source{"review", "SESSION", kept_sessions},    Source{"", "SESSION", running_sessions},
    Source{"", "ID", waiting_questions},
};
constexpr std::array<std::string_view, 3> kFiles = {"FILE", "PATH", "DIR"};

bool is_for(std::string_view command, std::string_view wanted) {
  return wanted.empty() || command == wanted ||
         (command.starts_with(wanted) && command[wanted.size()] == ' ');
}

// "[SESSION:N | QUESTION | PATH]..." -> "SESSION:N", "QUESTION", "PATH"
Words placeholders_of(std::string_view text) {
  Words names(1);
  for (const char c : text) {
    const bool belongs = (c >= 'A' && c <= 'Z') || c == ':' || c == '-';
    if (belongs) {
      names.back() += c;
    } else if (!names.back().empty()) {
      names.emplace_back();
    }
  }
  return names;
}

Words words_for(std::string_view command, std::string_view name, const Locations& locations) {
  const auto* found = std::find_if(kSources.begin(), kSources.end(), [&](const Source& source) {
    return source.placeholder == name && is_for(command, source.command);
  });
  return found == kSources.end() ? Words{} : found->words(locations);
}

}  // namespace

std::string offered_words(std::string_view command, std::string_view placeholder) {
  const auto locations = find_locations("");
  std::string text;
  for (const std::string& name : placeholders_of(placeholder)) {
    if (std::find(kFiles.begin(), kFiles.end(), name) != kFiles.end()) text += kFilesLine;
    if (!locations) continue;
    Words words = words_for(command, name, *locations);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    for (const std::string& word : words)
      if (is_plain(word)) text += word + "\n";
  }
  return text;
}

}  // namespace guard::console
