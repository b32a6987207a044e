// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_giving.h"

#include <cerrno>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "console/output/long_work.h"
#include "console/places/locations.h"
#include "console/session/session_choice.h"
#include "console/undo/own_store.h"
#include "console/undo/undo_preview.h"
#include "console/undo/undo_record.h"
#include "console/undo/undo_view.h"
#include "supervisor/state/state_format.h"
#include "supervisor/undo/restore/restorer.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using OrderedJson = nlohmann::ordered_json;
using supervisor::FileCount;
using supervisor::FileTally;
using supervisor::OnConflict;
using supervisor::Restorer;
using supervisor::Step;
using supervisor::StepEnd;
using supervisor::UndoDeed;
using supervisor::UndoEntry;
using supervisor::UndoStore;

constexpr std::size_t kLongestShown = 300;

int no_way_back(const Error& error) {
  const std::string text = "undo: " + error.text();
  if (error.sys_errno != ENOSPC && error.sys_errno != EDQUOT) return complain(kNotDone, text);
  return complain(kNotDone,
                  "undo: nothing was done: " + error.text() +
                      ": this undo could not be taken back; make room (guard undo --prune), or "
                      "accept that with --final");
}

std::size_t told_of(const std::vector<const UndoEntry*>& entries) {
  std::size_t count = 0;
  for (const UndoEntry* entry : entries)
    if (entry->deed != UndoDeed::kFolder) ++count;
  return count;
}

bool is_good(const Step& step) {
  return step.end == StepEnd::kDone || step.end == StepEnd::kAlready;
}

// How it ended, in files (file_count.h); the times of folders are not counted.
struct Outcome {
  std::string name;  // of the undo
  FileCount total;
  FileCount given_back;    // wholly, in part, or it was so already
  std::size_t partly = 0;  // of these
  std::size_t left = 0;    // looked at, and not given back
  bool is_final = false;
  bool is_interrupted = false;

  [[nodiscard]] bool is_whole() const { return partly + left == 0 && !is_interrupted; }
  [[nodiscard]] std::size_t not_reached() const {
    const std::size_t reached = given_back.total() + left;
    return total.total() < reached ? 0 : total.total() - reached;
  }
};

// The result of the steps of one file.
struct FileEnd {
  bool good = false;
  bool partly = false;
  bool left = false;
};

std::map<std::string, FileEnd> ends_of(const std::vector<Step>& steps) {
  std::map<std::string, FileEnd> ends;
  for (const Step& step : steps) {
    if (step.entry->deed == UndoDeed::kFolder) continue;
    FileEnd& end = ends[step.entry->path];
    (is_good(step) ? end.good : step.end == StepEnd::kPartly ? end.partly : end.left) = true;
  }
  return ends;
}

Outcome outcome_of(const std::vector<Step>& steps, Outcome outcome) {
  const auto ends = ends_of(steps);
  for (const auto& [path, end] : ends) {
    const bool given_back = end.good || end.partly;
    if (given_back && (end.partly || end.left)) ++outcome.partly;
    if (!given_back) ++outcome.left;
  }
  FileTally given_back;
  for (const Step& step : steps) {
    const auto end = ends.find(step.entry->path);
    if (end != ends.end() && (end->second.good || end->second.partly)) given_back.add(*step.entry);
  }
  outcome.given_back = given_back.count();
  return outcome;
}

FileCount files_of(const std::vector<const UndoEntry*>& entries) {
  FileTally tally;
  for (const UndoEntry* entry : entries) tally.add(*entry);
  return tally.count();
}

Giving nothing_done(int status) {
  Giving giving;
  giving.status = status;
  return giving;
}

Giving giving_of(const Outcome& outcome, int status) {
  const bool has_way_back = !outcome.is_final && outcome.given_back.total() > 0;
  return {status, has_way_back ? outcome.name : "", outcome.given_back.total(), outcome.partly,
          outcome.left};
}

std::string summary_of(const Outcome& outcome) {
  std::string text = outcome.is_interrupted ? "interrupted; " : "";
  text += "restored ";
  if (outcome.is_interrupted) text += std::to_string(outcome.given_back.total()) + " of ";
  text += (outcome.is_interrupted ? outcome.total : outcome.given_back).text();
  if (outcome.partly != 0) text += ", of that not wholly: " + std::to_string(outcome.partly);
  if (outcome.left != 0) text += ", not restored: " + std::to_string(outcome.left);
  return text;
}

// Says what was done, how to go on, and how to revert it.
void print_outcome(const Outcome& outcome) {
  const std::string on = outcome.is_interrupted ? "; the same command again goes on" : "";
  const std::string back = outcome.is_final || outcome.given_back.total() == 0
                               ? ""
                               : "; to revert: guard undo --session " + outcome.name;
  std::printf("%s%s%s\n", summary_of(outcome).c_str(), on.c_str(), back.c_str());
}

std::string problem_text(const Step& step) {
  return shortened(safe_text(step.entry->path), kLongestShown) + ": " + safe_text(step.note);
}

void print_problem(const Step& step) {
  if (step.entry->deed == UndoDeed::kFolder || (is_good(step) && step.note.empty())) return;
  std::fprintf(stderr, "guard: undo: %s\n", problem_text(step).c_str());
}

GivingEnd end_of(const Outcome& outcome, const std::vector<Step>& steps,
                 const UndoSelection& selection) {
  GivingEnd end{outcome.is_final ? "" : outcome.name,
                outcome.given_back,
                outcome.partly + outcome.left + outcome.not_reached(),
                {}};
  for (const Step& step : steps)
    if (step.entry->deed != UndoDeed::kFolder && !is_good(step))
      end.whys.push_back(problem_text(step));
  if (std::string lost = selection.lost_line(); !lost.empty()) end.whys.push_back(std::move(lost));
  return end;
}

OrderedJson outcome_json(const Outcome& outcome, const std::vector<Step>& steps) {
  auto list = OrderedJson::array();
  for (const Step& step : steps)
    if (step.entry->deed != UndoDeed::kFolder) list.push_back(result_json(step));
  OrderedJson json = {{"undo", outcome.is_final ? "" : outcome.name},
                      {"given_back", outcome.given_back.total()},
                      {"partly", outcome.partly},
                      {"left", outcome.left},
                      {"steps", std::move(list)}};
  if (outcome.is_interrupted) {
    json["interrupted"] = true;
    json["not_reached"] = outcome.not_reached();
  }
  return json;
}

void complain_of_record(const Error& error) {
  complain(0, "undo: not in the audit record: " + error.text());
}

std::vector<Step> take_steps(Restorer& restorer, const UndoSelection& selection,
                             const std::set<std::uint64_t>& conflicts, OnConflict choice,
                             std::optional<UndoRecord>& record, LongWork& work) {
  std::uint64_t taken = 0;
  const std::uint64_t total = told_of(selection.entries);
  const auto watch = work.watch();
  restorer.stop_when([&] { return !watch(taken, total); });
  auto steps = restorer.restore(selection.entries, conflicts, choice, [&](const Step& step) {
    if (step.entry->deed != UndoDeed::kFolder) ++taken;
    if (record) record->take(step);
  });
  work.clear();
  return steps;
}

}  // namespace

OnConflict conflict_choice(const std::string& word) {
  if (word == "overwrite") return OnConflict::kOverwrite;
  return word == "skip" ? OnConflict::kSkip : OnConflict::kNone;
}

Giving give_back(const GivingOrder& order, const UndoSelection& selection,
                 const std::set<std::uint64_t>& conflicts) {
  LongWork work("undo", "steps",
                order.json ? LongWork::Output::kPrints : LongWork::Output::kPrintsNothing);
  auto name = new_undo_name();
  if (!name) return nothing_done(complain(kNotDone, "undo: " + name.error().text()));
  std::unique_ptr<UndoStore> own;
  if (auto taken = supervisor::take_over_state(order.state, home_folder()); !taken)
    return nothing_done(complain(kNotDone, "undo: " + taken.error().text()));
  if (!order.is_final) {
    const supervisor::StoredSession& undone = selection.history->session;
    auto opened =
        open_undo_store(order.state, *name, undone, tool_of(order.words) + " of " + undone.name);
    if (!opened) return nothing_done(no_way_back(opened.error()));
    own = std::move(*opened);
    name = own->name();
  }
  auto restorer =
      Restorer::begin(supervisor::undo_root(order.state), *selection.history, own.get(), *name);
  if (!restorer) return nothing_done(complain(kNotDone, "undo: " + restorer.error().text()));
  Outcome outcome{*name, files_of(selection.entries), {}, 0, 0, order.is_final, false};
  // Whoever wants their files back gets them, also where nothing can be recorded.
  auto begun =
      UndoRecord::begin(order.state, {*name, selection.history->session.name, outcome.total,
                                      order.words, order.conflicts, order.is_final});
  if (!begun) complain_of_record(begun.error());
  std::optional<UndoRecord> record;
  if (begun) record.emplace(std::move(*begun));
  const auto steps =
      take_steps(*restorer, selection, conflicts, conflict_choice(order.conflicts), record, work);
  outcome = outcome_of(steps, outcome);
  outcome.is_interrupted = steps.size() < selection.entries.size();
  if (record)
    if (auto ended = record->end(steps, outcome.is_whole() && selection.lost.objects.empty(),
                                 summary_of(outcome));
        !ended)
      complain_of_record(ended.error());
  if (restorer->unmarked() > 0)
    complain(0, "undo: no room to note what was given back: it will be listed again");
  for (const std::string& path : restorer->left_over())
    complain(0, "undo: left over by an undo that was killed: " + safe_text(path));
  if (order.on_end) order.on_end(end_of(outcome, steps, selection));
  if (order.json) {
    OrderedJson json = outcome_json(outcome, steps);
    json["not_saved"] = lost_json(selection.lost);
    print_json(json);
  } else {
    for (const Step& step : steps) print_problem(step);
    print_outcome(outcome);
    if (const std::string lost = selection.lost_line(); !lost.empty())
      std::printf("%s; --json --dry-run lists them all\n", lost.c_str());
  }
  const bool all = outcome.left + outcome.partly == 0 && selection.lost.objects.empty();
  const int status = all ? kDone : kNotDone;
  return giving_of(outcome, outcome.is_interrupted ? work.status(status) : status);
}

}  // namespace guard::console
