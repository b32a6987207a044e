// SPDX-License-Identifier: Apache-2.0
// guard undo: what was kept of things before they were changed, shown and given back.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "console/commands/commands.h"
#include "console/commands/undo/secrets_here.h"
#include "console/commands/undo/undo_pruning.h"
#include "console/commands/undo/undo_request.h"
#include "console/help/option_help.h"
#include "console/options/option_parser.h"
#include "console/output/person_answer.h"
#include "console/places/locations.h"
#include "console/session/session_choice.h"
#include "console/undo/store_access.h"
#include "console/undo/undo_checkpoint.h"
#include "console/undo/undo_git.h"
#include "console/undo/undo_giving.h"
#include "console/undo/undo_list.h"
#include "console/undo/undo_preview.h"
#include "console/undo/undo_selection.h"
#include "console/undo/undo_view.h"
#include "console/undo/undo_words.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/restore/restorer.h"
#include "supervisor/undo/store/kept_secrets.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::UndoEntry;
using Request = UndoRequest;

constexpr int kInterrupted = 128;  // and the signal's number

constexpr OptionRow kUndoRows[] = {
    {"list", 'l', nullptr, "what is kept: the sessions, or the acts of one (--session)"},
    {"made", 'm', nullptr, "only take away what the session made, and give nothing back"},
    {"all", 'a', nullptr,
     "give back what it changed, take away what it made; --list: all sessions"},
    {"session", 's', "SESSION", "all that this session changed"},
    {"last", 0, nullptr, "all that the last session changed; without any word: the same, asked"},
    {"to", 0, "POINT", "back to a checkpoint: its number, name, a command, or a time"},
    {"dry-run", 'n', nullptr, "only show what would be given back, with differences"},
    {"conflicts", 0, "skip|overwrite", "what somebody else has changed since"},
    {"files-only", 0, nullptr, "leave what lies in git as it is: branches, index, settings"},
    {"final", 0, nullptr, "keep nothing of what is there now: this undo cannot be taken back"},
    {"yes", 'y', nullptr, "do not ask"},
    {"json", 0, nullptr, "print JSON"},
    {"keep", 0, "SESSION", "never prune this session"},
    {"no-keep", 0, "SESSION", "prune it like any other"},
    {"prune", 0, nullptr, "remove what is older than --older-than; asks, or needs --yes"},
    {"older-than", 0, "DAYS", "with --prune: days, 30 unless told"},
    kUtcRow,
    kStateDirRow,
};
constexpr OptionTable kUndoTable = {
    .command = "undo",
    .summary = "give back what a session changed or deleted",
    .operands = "[SESSION | SESSION:N | QUESTION | PATH]...",
    .rows = kUndoRows,
    .example = "guard undo ./notes.txt",
};

// A list of sessions is no undo: there `all` means another thing.
UndoScope scope_of(const Request& request) {
  if (request.options.has("all")) return UndoScope::kAll;
  return request.options.has("made") ? UndoScope::kMade : UndoScope::kChanged;
}

// Says that the wanted path lies below a folder that the session moved, and that was not asked for.
void say_moved(const UndoSelection& selection) {
  if (!selection.moved_with.empty()) std::printf("%s\n", selection.moved_with.c_str());
}

void say_made_stays(const Request& request, const UndoSelection& selection) {
  const supervisor::StoredSession& session = selection.history->session;
  // A script that says --yes reads of what was done alone.
  if (scope_of(request) != UndoScope::kChanged || request.options.has("yes") ||
      !selection.is_whole || !session.undoes.empty())
    return;
  // Where nothing else is left, nothing else is to be given back.
  const bool is_rest = selection.entries.empty();
  const std::size_t made =
      count_made(request.state, session, is_rest ? UndoScope::kMade : UndoScope::kAll);
  if (made == 0) return;
  const char* const option = is_rest ? "--made" : "--all";
  std::printf("%s that the session made %s; guard undo %s --session %s takes %s away%s\n",
              count_text(made, "file or folder", "files and folders").c_str(),
              made == 1 ? "stays" : "stay", option, safe_text(session.typed).c_str(),
              made == 1 ? "it" : "them", is_rest ? "" : ", too");
}

// Beside what would be given back: parts of files that were taken back before.
void say_parts(const UndoSelection& selection) {
  for (const GivenBack& given : selection.given_back)
    if (!given.part.empty()) std::printf("%s\n", part_text(given).c_str());
}

void say_what_stays(const Request& request, const UndoSelection& selection) {
  say_made_stays(request, selection);
  if (selection.histories.empty()) return;
  std::printf("%s: %s\n",
              selection.histories.size() == 1 ? "a history of what was typed stays as it is"
                                              : "histories of what was typed stay as they are",
              command_text({"guard", "undo", selection.histories.front()}).c_str());
}

std::string small_letters(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

// The summary of the plan says how much it is. Empty: do nothing.
std::string asked_choice() {
  const std::string answer = small_letters(
      person_answer("[s]kip what somebody changed since, [o]verwrite it, or do [N]othing? "));
  if (answer == "s" || answer == "skip") return "skip";
  return answer == "o" || answer == "overwrite" ? "overwrite" : "";
}

bool confirmed(const Request& request, const UndoSelection& selection, const PlanCounts& counts) {
  if (request.options.has("yes")) return true;
  if (::isatty(STDIN_FILENO) == 0) return false;
  const std::string most = counts.obstacles == 0
                               ? ""
                               : std::to_string(counts.files.total() -
                                                std::min(counts.obstacles, counts.files.total())) +
                                     " of ";
  const bool takes_only = scope_of(request) == UndoScope::kMade;
  return person_says_yes((takes_only ? "Take away " : "Give back ") + most + counts.files.text() +
                         (takes_only ? " made by session " : " of session ") +
                         safe_text(selection.history->session.typed) + "? [y/N] ");
}

// The last session is meant, and no word says so.
bool names_nothing(const Request& request) {
  const ParsedOptions& options = request.options;
  return options.operands().empty() && options.rest().empty() && !options.has("session") &&
         !options.has("last");
}

int nothing_left(const Request& request, const UndoSelection& selection) {
  const bool is_whole = selection.lost.objects.empty();
  if (!request.json) {
    std::puts(nothing_left_text(selection.given_back, selection.further).c_str());
    say_moved(selection);
    say_what_stays(request, selection);
    if (is_whole) return kDone;
    std::printf("%s\n", selection.lost_line().c_str());
    return kNotDone;
  }
  nlohmann::ordered_json report = {
      {"given_back", 0}, {"left", 0}, {"not_saved", lost_json(selection.lost)}};
  for (const GivenBack& given : selection.given_back)
    report["given_back_by"].push_back({{"undo", given.undo},
                                       {"time", given.time},
                                       {"changes", given.files.total()},
                                       {"part", given.part}});
  if (!selection.further.session.empty())
    report["further_back"] = {{"session", selection.further.session},
                              {"command", further_command(selection.further)}};
  print_json(report);
  return is_whole ? kDone : kNotDone;
}

// A file that was changed by a further name that went is known by another.
const std::string& told_name(const UndoEntry& entry, const supervisor::Foresight& step) {
  const bool changes =
      entry.deed == supervisor::UndoDeed::kModify || entry.deed == supervisor::UndoDeed::kMetadata;
  return changes && !step.path.empty() ? step.path : entry.path;
}

void complain_of_steps(const std::vector<const UndoEntry*>& entries,
                       const supervisor::Foresights& steps,
                       std::string supervisor::Foresight::*what) {
  for (const UndoEntry* entry : entries) {
    const auto step = steps.find(entry->number);
    if (step != steps.end() && !(step->second.*what).empty())
      complain(0,
               "undo: " + safe_text(told_name(*entry, step->second)) + ": " + step->second.*what);
  }
}

int needs_a_choice(const UndoSelection& selection, const supervisor::Foresights& steps) {
  std::vector<const UndoEntry*> files;
  GitConflicts of_git;
  for (const UndoEntry* entry : selection.entries) {
    const auto step = steps.find(entry->number);
    const bool is_conflict = step != steps.end() && !step->second.conflict.empty();
    if (is_conflict && is_gits_own(*entry))
      of_git.add(*entry, step->second.conflict);
    else
      files.push_back(entry);
  }
  complain_of_steps(files, steps, &supervisor::Foresight::conflict);
  for (const std::string& line : of_git.lines()) complain(0, "undo: " + line);
  return complain(
      kNeedsAChoice,
      std::string(
          "undo: nothing was done: choose --conflicts skip (leaves these as they are now)") +
          (of_git.is_empty() ? "" : ", --files-only (leaves git as it is)") +
          " or --conflicts overwrite (gives them back too)");
}

std::set<std::uint64_t> conflicts_in(const supervisor::Foresights& steps) {
  std::set<std::uint64_t> conflicts;
  for (const auto& [number, step] : steps)
    if (!step.conflict.empty()) conflicts.insert(number);
  return conflicts;
}

// The foreseen steps are on the screen, unless nobody wanted that.
int act(const Request& request, const UndoSelection& selection,
        const supervisor::Foresights& steps) {
  const PlanCounts counts = count_plan(selection, steps);
  std::string choice = request.options.get("conflicts");
  const bool is_open = counts.conflicts != 0 && choice.empty();
  if (counts.all_blocked) {
    complain_of_steps(selection.entries, steps, &supervisor::Foresight::obstacle);
    return complain(kNotDone, "undo: nothing was done");
  }
  if (is_open && !request.is_asking()) return needs_a_choice(selection, steps);
  if (is_open) choice = asked_choice();
  if (is_open ? choice.empty() : !confirmed(request, selection, counts))
    return complain(kNeedsAChoice,
                    request.is_asking()
                        ? "undo: nothing was done"
                        : "undo: nothing was done: nobody is there to ask; " +
                              std::string(names_nothing(request) ? "--last --yes" : "--yes") +
                              " gives it back without asking");
  return give_back(
             {request.state, request.words, choice, request.options.has("final"), request.json},
             selection, conflicts_in(steps))
      .status;
}

// By its name, or because it was one when it was kept.
std::function<bool(const std::string& path)> secrets_of(const Request& request) {
  return [named = secrets_here(request.locations, "undo", ""),
          state = request.state](const std::string& path) {
    return named(path) || supervisor::is_kept_secret(state, path);
  };
}

int run(const Request& request, const UndoSelection& selection) {
  if (selection.history->damaged > 0)
    complain(0, "undo: " + std::to_string(selection.history->damaged) +
                    " lines of the journal cannot be read");
  if (!selection.history->lists_all_made)
    complain(0, "undo: the session made more than is on its list: the rest stays");
  if (selection.entries.empty()) return nothing_left(request, selection);
  const std::string choice = request.options.get("conflicts");
  const auto steps = supervisor::foresee(request.state, *selection.history, selection.entries,
                                         conflict_choice(choice));
  const bool dry = request.options.has("dry-run");
  if (dry || !request.options.has("yes"))
    show_plan({request.state, request.json, ::isatty(STDOUT_FILENO) != 0, request.words,
               secrets_of(request)},
              selection, steps);
  if (!request.json) {
    say_moved(selection);
    say_parts(selection);
    say_what_stays(request, selection);
  }
  if (!dry) return act(request, selection, steps);
  const PlanCounts counts = count_plan(selection, steps);
  if (counts.conflicts != 0 && choice.empty()) return kNeedsAChoice;
  return counts.obstacles == 0 && selection.lost.objects.empty() ? kDone : kNotDone;
}

// Branches and the index stay as they are, and the files come back beside them.
void leave_git(UndoSelection& selection) {
  std::erase_if(selection.entries, [](const UndoEntry* entry) { return is_in_git(*entry); });
}

int list_or_run(const Request& request, UndoSelection& selection) {
  if (request.options.has("files-only")) leave_git(selection);
  if (!request.options.has("list")) return run(request, selection);
  list_entries(selection, request.json, ShownTimes(request.options.has("utc")));
  return kDone;
}

int list_all(const Request& request) {
  const auto listed = list_sessions({request.state, request.json, request.options.has("all"),
                                     ShownTimes(request.options.has("utc"))});
  return listed ? kDone : complain_of_undo(kNotDone, listed.error());
}

// Words after `--` too: a path may begin with a dash.
std::vector<std::string> operands_of(const Request& request) {
  std::vector<std::string> operands = request.options.operands();
  const auto& rest = request.options.rest();
  operands.insert(operands.end(), rest.begin(), rest.end());
  return operands;
}

// It names what the checkpoint lacks before it asks anybody.
int run_to(const Request& request, const std::string& session) {
  auto point = select_to(request.state, session, request.options.get("to"));
  if (!point) return complain_of_undo(kNotDone, point.error());
  if (!request.json)
    std::printf("back to checkpoint %s of session %s\n",
                checkpoint_line(point->checkpoint, ShownTimes(request.options.has("utc"))).c_str(),
                safe_text(point->selection.history->session.typed).c_str());
  if (point->before_start)
    complain(0, "undo: --to " + safe_text(request.options.get("to")) +
                    " is before the session began: the first checkpoint is taken");
  for (const supervisor::Unkept& one : point->unkept)
    complain(0, "undo: " + safe_text(one.path) +
                    ": it changed since, and is not kept as it was: " + safe_text(one.why));
  const bool all_named = point->selection.history->session.names_unkept;
  if (!all_named)
    complain(
        0, "undo: more changed since that is not kept as it was; the disk was too full to name it");
  const int status = list_or_run(request, point->selection);
  return status == kDone && !(point->unkept.empty() && all_named) ? kNotDone : status;
}

// A variable that was not set is not everything: without a question, the last session is named.
int run_last(const Request& request) {
  if (request.options.has("yes") && !request.options.has("last"))
    return complain(kUsage, "undo: with --yes name what to give back, --session S, or --last");
  const UndoScope scope = request.options.has("to") ? UndoScope::kAll : scope_of(request);
  const auto session = last_session(request.state, current_folder(), scope);
  if (!session) return complain_of_undo(kNotDone, session.error());
  if (request.options.has("to")) return run_to(request, *session);
  auto selection = select_session(request.state, *session, scope_of(request));
  if (!selection) return complain_of_undo(kNotDone, selection.error());
  if (!request.json)
    std::printf("the last session: %s\n", session_line(selection->history->session).c_str());
  return list_or_run(request, *selection);
}

int run_session(const Request& request, const std::string& session) {
  if (request.options.has("to")) return run_to(request, session);
  auto selection = select_session(request.state, session, scope_of(request));
  return selection ? list_or_run(request, *selection)
                   : complain_of_undo(kNotDone, selection.error());
}

int run_each(const Request& request) {
  const bool is_whole = request.options.has("to") || scope_of(request) != UndoScope::kChanged;
  const auto [session, operands] =
      undo_words(request.state, {request.options.get("session"), operands_of(request)}, is_whole);
  if (request.options.has("last") && !(operands.empty() && session.empty()))
    return complain(kUsage, "undo: --last is a whole session: name nothing else");
  if (request.options.has("to") &&
      (!operands.empty() || request.options.has("made") || request.options.has("all")))
    return complain(kUsage,
                    "undo: --to is about all that a session did since then: name nothing else");
  if (operands.empty()) return session.empty() ? run_last(request) : run_session(request, session);
  if (scope_of(request) != UndoScope::kChanged)
    return complain(kUsage,
                    "undo: " + std::string(request.options.has("all") ? "--all" : "--made") +
                        " is about a whole session, and no session of which something is "
                        "kept is called " +
                        safe_text(operands.front()) +
                        ": guard undo --list names them; name files without it");
  int status = kDone;
  for (const std::string& what : operands) {
    if (operands.size() > 1 && !request.json) std::printf("%s:\n", safe_text(what).c_str());
    auto selection = select_one(request.state, session, what);
    const int ended = selection ? list_or_run(request, *selection)
                                : complain_of_undo(kNotDone, selection.error());
    if (ended > kInterrupted) return ended;
    status = std::max(status, ended);
  }
  return status;
}

}  // namespace

int complain_of_undo(int status, const Error& error) {
  if (error.code == Code::kInvalid) status = kUsage;
  return complain(status, "undo: " + error.text());
}

int undo_command(const Words& words) {
  auto options = parse_or_explain(kUndoTable, words);
  if (!options) return options.error();
  const std::string choice = options->get("conflicts");
  if (options->has("conflicts") && choice != "skip" && choice != "overwrite")
    return complain(kUsage, "undo: --conflicts " + safe_text(choice) + ": use skip or overwrite");
  const auto locations = existing_locations(*options);
  if (!locations) return complain_of_undo(kNotDone, locations.error());
  if (auto usable = use_undo_store(locations->state, options->has("state-dir")); !usable)
    return complain_of_undo(kNotDone, usable.error());
  Words all_words = {"guard", "undo"};
  all_words.insert(all_words.end(), words.begin(), words.end());
  Request request{std::move(*options), std::move(all_words), locations->state, *locations, false};
  request.json = request.options.has("json");
  if (request.options.has("older-than") && !request.options.has("prune"))
    return complain(kUsage, "undo: --older-than is about --prune: add that, or leave it out");
  if (request.options.has("prune")) return prune_kept(request);
  if (request.options.has("keep")) return set_pin(request, "keep", supervisor::Pin::kPutOn);
  if (request.options.has("no-keep"))
    return set_pin(request, "no-keep", supervisor::Pin::kTakenOff);
  if (request.options.has("list") && names_nothing(request)) return list_all(request);
  return run_each(request);
}

}  // namespace guard::console
