// SPDX-License-Identifier: Apache-2.0
// guard undo: what was kept of things before they were changed, shown and given back.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "base/text.h"
#include "base/unique_fd.h"
#include "console/commands/commands.h"
#include "console/commands/session_choice.h"
#include "console/locations.h"
#include "console/nested_run.h"
#include "console/option_parser.h"
#include "console/undo_giving.h"
#include "console/undo_preview.h"
#include "console/undo_selection.h"
#include "console/undo_view.h"
#include "supervisor/undo/other_undos.h"
#include "supervisor/undo/restorer.h"
#include "supervisor/undo/store_folder.h"

namespace guard::console {
namespace {

using supervisor::UndoDeed;
using supervisor::UndoEntry;

constexpr int kNeedsAChoice = 3;
constexpr int kInterrupted = 128;  // and the signal's number

constexpr OptionRow kRows[] = {
    {"list", 'l', nullptr, "what is kept: the sessions, or the acts of one (--session)"},
    {"all", 'a', nullptr, "with --list: sessions of which nothing is kept too"},
    {"session", 's', "SESSION", "all that this session changed"},
    {"dry-run", 'n', nullptr, "only show what would be given back, with differences"},
    {"conflicts", 0, "skip|overwrite", "what somebody else has changed since"},
    {"final", 0, nullptr, "keep nothing of what is there now: this undo cannot be taken back"},
    {"yes", 'y', nullptr, "do not ask"},
    {"json", 0, nullptr, "print JSON"},
    {"keep", 0, "SESSION", "never prune this session"},
    {"no-keep", 0, "SESSION", "prune it like any other"},
    {"prune", 0, nullptr, "remove what is older than --older-than"},
    {"older-than", 0, "DAYS", "with --prune: days, 30 unless told"},
    kStateDirRow,
};
constexpr OptionTable kTable = {
    .command = "undo",
    .summary = "give back what a session changed or deleted",
    .operands = "[SESSION:N | QUESTION | PATH]...",
    .rows = kRows,
    .example = "guard undo ./notes.txt",
};

struct Request {
  ParsedOptions options;
  Words words;
  std::string state;
  bool json = false;
};

// Which of several is meant is for whoever typed it to say.
int complain_of(int status, const Error& error) {
  if (error.code == Code::kInvalid) status = kUsage;
  return complain(status, "undo: " + error.text());
}

// --- list ---

// Nothing to give back, and nothing that takes room.
bool is_worth_listing(const supervisor::StoredSession& session, std::size_t left) {
  return left != 0 || session.usage.files != 0 || session.is_pinned;
}

int list_sessions(const Request& request) {
  const auto sessions = supervisor::stored_sessions(request.state);
  if (!sessions) return complain_of(kNotDone, sessions.error());
  if (request.json) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& session : *sessions) {
      auto json = session_json(session);
      json["changes_left"] = changes_left(request.state, session);
      list.push_back(std::move(json));
    }
    print_json(list);
    return kDone;
  }
  std::size_t left_out = 0;
  for (const auto& found : *sessions) {
    const auto session = settled(request.state, found);
    if (!session) return complain_of(kNotDone, session.error());
    const std::size_t left = changes_left(request.state, *session);
    if (is_worth_listing(*session, left) || request.options.has("all")) {
      std::printf("%s\n", session_line(*session, left).c_str());
    } else {
      ++left_out;
    }
  }
  if (sessions->size() == left_out) std::puts("nothing is kept");
  if (left_out != 0)
    std::printf("(%s of which nothing is kept: --list --all)\n",
                count_text(left_out, "session", "sessions").c_str());
  return kDone;
}

int list_entries(const Request& request, const UndoSelection& selection) {
  auto list = nlohmann::ordered_json::array();
  for (const UndoEntry* entry : selection.entries) {
    if (entry->deed == UndoDeed::kFolder) continue;
    if (request.json) {
      list.push_back(entry_json(*entry));
    } else {
      std::printf("%s\n", entry_line(*entry).c_str());
    }
  }
  if (request.json) print_json(list);
  if (!request.json && selection.entries.empty()) std::puts("nothing is left to give back");
  return kDone;
}

// --- prune, keep ---

int prune(const Request& request) {
  const std::string days = request.options.get("older-than", "30");
  char* end = nullptr;
  const long count = std::strtol(days.c_str(), &end, 10);
  if (days.empty() || *end != '\0' || count < 0 || count > 100'000)
    return complain(kUsage, "undo: --older-than " + safe_text(days) + ": a number of days");
  const supervisor::PruneRules rules{
      std::chrono::system_clock::now() - std::chrono::hours(24 * count), ~0ULL};
  const auto pruned = supervisor::prune_store(request.state, rules, request.options.has("dry-run"));
  if (!pruned) return complain_of(kNotDone, pruned.error());
  const char* verb = request.options.has("dry-run") ? "would remove" : "removed";
  auto list = nlohmann::ordered_json::array();
  for (const auto& session : pruned->sessions) {
    list.push_back(session_json(session));
    if (!request.json) std::printf("%s %s\n", verb, session_line(session).c_str());
  }
  if (request.json) {
    print_json({{"removed", list}, {"bytes_left", pruned->left.bytes}});
  } else {
    std::printf("%s left\n", size_text(pruned->left.bytes).c_str());
  }
  return kDone;
}

int pin(const Request& request, const char* option, bool pinned) {
  const auto session = find_stored_session(request.state, request.options.get(option));
  if (!session) return complain_of(kNotDone, session.error());
  if (auto done = supervisor::pin_session(request.state, session->name, pinned); !done)
    return complain_of(kNotDone, done.error());
  return kDone;
}

// --- giving back ---

// What was asked for lies below a folder that the session moved, and that was not asked for.
void say_moved(const UndoSelection& selection) {
  if (!selection.moved_with.empty()) std::printf("%s\n", selection.moved_with.c_str());
}

bool confirmed(const Request& request, const UndoSelection& selection) {
  if (request.options.has("yes")) return true;
  if (::isatty(STDIN_FILENO) == 0) return false;
  std::size_t count = 0;
  for (const UndoEntry* entry : selection.entries)
    if (entry->deed != UndoDeed::kFolder) ++count;
  std::printf("Give back %s of session %s? [y/N] ", count_text(count, "change", "changes").c_str(),
              selection.history->session.name.c_str());
  std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) return false;
  for (char& letter : line) letter = static_cast<char>(std::tolower(letter));
  return line == "y" || line == "yes";
}

int nothing_left(const Request& request, const UndoSelection& selection) {
  if (request.json) {
    print_json({{"given_back", 0}, {"left", 0}});
  } else {
    std::puts("nothing is left to give back");
    say_moved(selection);
  }
  return kDone;
}

int run(const Request& request, const UndoSelection& selection) {
  if (selection.history->damaged > 0)
    complain(0, "undo: " + std::to_string(selection.history->damaged) +
                    " lines of the journal cannot be read");
  if (selection.entries.empty()) return nothing_left(request, selection);
  auto conflicts = supervisor::changed_since(*selection.history, selection.entries);
  if (!conflicts.empty()) {
    supervisor::note_other_undos(request.state, *selection.history);
    conflicts = supervisor::changed_since(*selection.history, selection.entries);
  }
  const std::string choice = request.options.get("conflicts");
  const bool dry = request.options.has("dry-run");
  if (dry || !request.options.has("yes"))
    show_plan({request.state, request.json}, selection, conflicts);
  if (!request.json) say_moved(selection);
  if (dry) return conflicts.empty() || !choice.empty() ? kDone : kNeedsAChoice;
  if (!conflicts.empty() && choice.empty()) {
    for (const UndoEntry* entry : selection.entries) {
      const auto conflict = conflicts.find(entry->number);
      if (conflict != conflicts.end())
        complain(0, "undo: " + safe_text(entry->path) + ": " + conflict->second);
    }
    return complain(
        kNeedsAChoice,
        "undo: nothing was done: choose --conflicts skip (leaves these as they are now) or "
        "--conflicts overwrite (gives them back too)");
  }
  if (!confirmed(request, selection))
    return complain(kNeedsAChoice, "undo: nothing was done: not confirmed (--yes)");
  return give_back(
      {request.state, request.words, choice, request.options.has("final"), request.json}, selection,
      conflicts);
}

// Words after `--` too: a path may begin with a dash.
std::vector<std::string> operands_of(const Request& request) {
  std::vector<std::string> operands = request.options.operands();
  const auto& rest = request.options.rest();
  operands.insert(operands.end(), rest.begin(), rest.end());
  return operands;
}

int run_each(const Request& request) {
  const std::string session = request.options.get("session");
  const std::vector<std::string> operands = operands_of(request);
  if (operands.empty()) {
    if (session.empty())
      return complain(kUsage, "undo: name what to give back, --session S, or --list");
    const auto selection = select_session(request.state, session);
    if (!selection) return complain_of(kNotDone, selection.error());
    return request.options.has("list") ? list_entries(request, *selection)
                                       : run(request, *selection);
  }
  int status = kDone;
  for (const std::string& what : operands) {
    const auto selection = select_one(request.state, session, what);
    const int ended = !selection                    ? complain_of(kNotDone, selection.error())
                      : request.options.has("list") ? list_entries(request, *selection)
                                                    : run(request, *selection);
    if (ended > kInterrupted) return ended;
    status = std::max(status, ended);
  }
  return status;
}

// What another user's store says was there is theirs to say: a root that gave it back would do what
// they want.
Result<void> is_own_store(const std::string& state) {
  const std::string root = supervisor::undo_root(state);
  struct stat status {};
  if (::lstat(root.c_str(), &status) != 0) return {};
  if (status.st_uid == ::geteuid() && S_ISDIR(status.st_mode)) return {};
  return fail(Code::kRefused, safe_text(root) + ": belongs to another user, or is no folder");
}

// Reading it takes its locks, which guard refuses to what it supervises, once for each session of
// the store. Of a folder that was named only guard can say whose it is: asked once.
Result<void> is_in_reach(const std::string& state, bool is_named) {
  if (!inside_a_session()) return {};
  if (is_named) {
    const std::string readme = supervisor::undo_root(state) + "/README";
    const UniqueFd file(::open(readme.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
    if (file.valid() || (errno != EPERM && errno != EACCES)) return {};
  }
  return fail(Code::kRefused, "the undo store is out of reach inside a session: run it outside");
}

void raise_descriptor_limit() {
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int undo_command(const Words& words) {
  auto options = parse_or_explain(kTable, words);
  if (!options) return options.error();
  const std::string choice = options->get("conflicts");
  if (options->has("conflicts") && choice != "skip" && choice != "overwrite")
    return complain(kUsage, "undo: --conflicts " + safe_text(choice) + ": use skip or overwrite");
  const auto locations = find_locations(options->get("state-dir"));
  if (!locations) return complain_of(kNotDone, locations.error());
  if (auto reached = is_in_reach(locations->state, options->has("state-dir")); !reached)
    return complain_of(kNotDone, reached.error());
  if (auto mine = is_own_store(locations->state); !mine) return complain_of(kNotDone, mine.error());
  raise_descriptor_limit();
  Words all_words = {"guard", "undo"};
  all_words.insert(all_words.end(), words.begin(), words.end());
  Request request{std::move(*options), std::move(all_words), locations->state, false};
  request.json = request.options.has("json");
  if (request.options.has("prune")) return prune(request);
  if (request.options.has("keep")) return pin(request, "keep", true);
  if (request.options.has("no-keep")) return pin(request, "no-keep", false);
  const bool all = operands_of(request).empty() && !request.options.has("session");
  if (request.options.has("list") && all) return list_sessions(request);
  return run_each(request);
}

}  // namespace guard::console
