// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_preview.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <vector>

#include "base/text/text.h"
#include "console/output/printed_json.h"
#include "console/undo/undo_difference.h"
#include "console/undo/undo_git.h"
#include "console/undo/undo_metadata.h"
#include "console/undo/undo_view.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/restore/furthest_back.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using OrderedJson = nlohmann::ordered_json;
using supervisor::Foresight;
using supervisor::History;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// The change that one step makes to what is there.
struct StepPreview {
  std::vector<std::string> metadata;
  std::string difference;
};

std::vector<std::string> metadata_of(const History& history, const UndoEntry& entry,
                                     const std::string& now,
                                     const supervisor::ObjectRecord& after) {
  const bool gives_metadata = entry.deed == UndoDeed::kMetadata || entry.deed == UndoDeed::kModify;
  if (!gives_metadata || now.empty()) return {};
  const UniqueFd held = supervisor::hold_object(now);
  if (!held.valid()) return {};
  const auto record = supervisor::record_of(held.get());
  if (!record || record->key != history.current(entry.object.key)) return {};
  return metadata_changes(*record, after);
}

bool is_file(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool brings_content(const UndoEntry& entry) {
  const bool has_text = entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kReplace ||
                        entry.deed == UndoDeed::kDelete;
  return has_text && !entry.content.empty() && entry.object.is_file();
}

std::string difference_of(const PreviewOrder& order, const UndoEntry& entry, const std::string& now,
                          Differences& differences) {
  if (!brings_content(entry) || now.empty()) return {};
  // A file that was removed and written again goes: the removed one comes back.
  if (entry.deed == UndoDeed::kDelete && !is_file(now)) return {};
  return differences.between(supervisor::undo_root(order.state) + "/" + entry.content, now,
                             entry.path);
}

OrderedJson json_of(const UndoEntry& entry, const Foresight& step, const StepPreview& preview) {
  OrderedJson json = entry_json(entry);
  json["text"] = step_text(entry, step);
  if (is_gits_own(entry)) json["git"] = true;
  if (!preview.metadata.empty()) json["metadata"] = preview.metadata;
  if (!step.conflict.empty()) json["conflict"] = step.conflict;
  if (!step.obstacle.empty()) json["obstacle"] = step.obstacle;
  if (!step.note.empty()) json["note"] = step.note;
  if (!preview.difference.empty()) json["diff"] = preview.difference;
  return json;
}

std::string text_of(const UndoEntry& entry, const Foresight& step, const StepPreview& preview) {
  std::string line = step_text(entry, step);
  const char* before = ": ";
  for (const std::string& change : preview.metadata) {
    line += before + change;
    before = ", ";
  }
  if (!step.note.empty()) line += "; " + step.note;
  if (!step.conflict.empty()) line += "  CONFLICT: " + step.conflict;
  if (!step.obstacle.empty()) line += "  CANNOT BE GIVEN BACK: " + step.obstacle;
  return safe_text(line) + "\n" + preview.difference;
}

// The times of folders are not told of.
std::vector<const UndoEntry*> told_steps(const UndoSelection& selection) {
  std::vector<const UndoEntry*> told(selection.entries.rbegin(), selection.entries.rend());
  std::erase_if(told, [](const UndoEntry* entry) { return entry->deed == UndoDeed::kFolder; });
  return told;
}

bool puts_file(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kPlaced && entry.object.is_file();
}

bool moves_names(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
}

// Another file than the object of ENTRY has the name PATH by now.
bool is_another(const History& history, const UndoEntry& entry, const std::string& path) {
  const UniqueFd held = supervisor::hold_object(path);
  if (!held.valid()) return false;
  const auto record = supervisor::record_of(held.get());
  return record && record->is_file() && record->key != history.current(entry.object.key);
}

// A further name that the session gave the object of ENTRY, and that still is one; empty: none.
std::string further_name(const History& history, const UndoEntry& entry) {
  for (const UndoEntry& link : history.entries) {
    const bool is_of_it = link.deed == UndoDeed::kLink && link.object.key == entry.object.key;
    if (is_of_it && is_file(link.path) && !is_another(history, entry, link.path)) return link.path;
  }
  return {};
}

// The file with the oldest content of the object of MOVE: in the store, or that which moves back.
// Empty: a change before the move has that, and tells of it.
std::string text_of_moved(const std::string& root, const History& history, const UndoEntry& move,
                          const std::string& from) {
  const auto key = history.current(move.object.key);
  for (const UndoEntry& entry : history.entries) {
    if (!brings_content(entry) || history.current(entry.object.key) != key) continue;
    return entry.number < move.number ? "" : root + "/" + entry.content;
  }
  return is_file(from) ? from : "";
}

// Makes the texts of steps one by one: a difference costs time.
class PlanText {
 public:
  PlanText(const PreviewOrder& order, const History& history, const supervisor::Foresights& steps)
      : order_(order), history_(history), steps_(steps), differences_(order.is_secret) {}

  // A file that was changed, removed and written again, or that an undo put in the place of another
  // one, comes back in several steps: the last one tells what will be there, beside what is there
  // before the first. TOLD: in the order of the undo.
  void fold_paths(std::vector<const UndoEntry*>& told) {
    if (std::ranges::any_of(told, [](const UndoEntry* entry) { return moves_names(*entry); }))
      return;
    std::map<std::string, std::vector<const UndoEntry*>> before;  // by path: the steps in front
    for (const UndoEntry* entry : told) {
      if (!brings_content(*entry) && !puts_file(*entry)) continue;
      auto& ahead = before[entry->path];
      if (brings_content(*entry)) fold(ahead, *entry);
      ahead.push_back(entry);
    }
    std::erase_if(told, [&](const UndoEntry* entry) { return folded_.contains(entry->number); });
  }

  std::string text(const UndoEntry& entry) {
    const auto in_it = in_folders_.find(entry.path);
    const bool is_folded = in_it != in_folders_.end() && supervisor::is_made(entry);
    if (const auto there = now_.find(entry.number); there != now_.end())
      return text_of_replaced(entry, there->second);
    if (!is_folded) return text_of(entry, step(entry), preview(entry));
    Foresight whole = step(entry);
    whole.note = count_text(in_it->second, "file or folder", "files and folders") + " in it" +
                 (whole.note.empty() ? "" : "; " + whole.note);
    return text_of(entry, whole, {});
  }
  // How much of what the session made is told with the folder that it is in.
  void tell_with_folders(std::map<std::string, std::size_t> counts) {
    in_folders_ = std::move(counts);
  }
  // Nobody has to choose, and nothing is in the way.
  [[nodiscard]] bool is_sure(const UndoEntry& entry) const {
    return step(entry).conflict.empty() && step(entry).obstacle.empty();
  }
  OrderedJson json(const UndoEntry& entry) { return json_of(entry, step(entry), preview(entry)); }
  [[nodiscard]] const Foresight& step(const UndoEntry& entry) const {
    return steps_.at(entry.number);
  }

 private:
  // The content of LAST replaces what the steps AHEAD leave at a name.
  void fold(const std::vector<const UndoEntry*>& ahead, const UndoEntry& last) {
    const bool are_plain =
        is_plain(step(last)) &&
        std::ranges::all_of(ahead, [&](const UndoEntry* entry) { return is_plain(step(*entry)); });
    const std::string now = ahead.empty() ? "" : now_of(*ahead.front());
    if (now.empty() || !are_plain) return;
    for (const UndoEntry* entry : ahead) folded_.insert(entry->number);
    now_[last.number] = now;
  }
  // The name has another file by now: to people its content changes.
  std::string text_of_replaced(const UndoEntry& entry, const std::string& now) {
    UndoEntry changed = entry;
    changed.deed = UndoDeed::kModify;
    Foresight there = step(entry);
    there.now = now;
    return text_of(changed, there, preview(entry));
  }
  StepPreview preview(const UndoEntry& entry) {
    const Foresight& step = this->step(entry);
    if (!step.obstacle.empty() || folded_.contains(entry.number)) return {};
    return {metadata_of(history_, entry, step.now, furthest_back_.metadata(entry)),
            text_difference(entry, step)};
  }
  std::string text_difference(const UndoEntry& entry, const Foresight& step) {
    if (entry.deed == UndoDeed::kRename) return move_difference(entry, step);
    if (entry.deed == UndoDeed::kModify && furthest_back_.has_older_content(entry)) return {};
    const bool is_replaced = entry.deed == UndoDeed::kReplace || entry.deed == UndoDeed::kDelete;
    if (is_replaced && entry.content.empty()) return link_difference(entry, step);
    return difference_of(order_, entry, now_of(entry), differences_);
  }
  // An editor made a further name the backup: nothing had to be kept of the one that it wrote anew.
  std::string link_difference(const UndoEntry& lost, const Foresight& step) {
    if (!lost.object.is_file() || !is_another(history_, lost, step.path)) return {};
    const std::string text = further_name(history_, lost);
    return text.empty() ? "" : differences_.between(text, step.path, step.path);
  }
  // An editor moved the file to a backup and wrote another one: the name gets the old text back.
  std::string move_difference(const UndoEntry& move, const Foresight& step) {
    if (!move.object.is_file() || !is_another(history_, move, step.path)) return {};
    const std::string text =
        text_of_moved(supervisor::undo_root(order_.state), history_, move, step.from);
    return text.empty() ? "" : differences_.between(text, step.path, step.path);
  }
  [[nodiscard]] const std::string& now_of(const UndoEntry& entry) const {
    const auto found = now_.find(entry.number);
    if (found != now_.end()) return found->second;
    // The object may be a backup by now, and another one have its name.
    const std::string& now = step(entry).now;
    const bool is_moved = !now.empty() && now != entry.path && entry.deed == UndoDeed::kModify;
    return is_moved && is_another(history_, entry, entry.path) ? entry.path : now;
  }
  static bool is_plain(const Foresight& step) {
    return step.conflict.empty() && step.obstacle.empty() && step.note.empty();
  }

  const PreviewOrder& order_;
  const History& history_;
  const supervisor::FurthestBack furthest_back_{history_};
  const supervisor::Foresights& steps_;
  Differences differences_;
  std::set<std::uint64_t> folded_;  // what they bring back is replaced by a later step
  std::map<std::string, std::size_t> in_folders_;
  std::map<std::uint64_t, std::string> now_;  // by entry: what stands there before a folded step
};

std::string parent_path(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

void print_head(const std::vector<const UndoEntry*>& told) {
  std::set<std::string> folders;
  for (const UndoEntry* entry : told) folders.insert(parent_path(entry->path));
  supervisor::FileTally files;
  for (const UndoEntry* entry : told) files.add(*entry);
  std::printf("%s in %s:\n", files.count().text().c_str(),
              count_text(folders.size(), "folder", "folders").c_str());
}

void print_left(const PreviewOrder& order, std::size_t left) {
  std::vector<std::string> words = order.words;
  const bool dry = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "--dry-run" || word == "-n";
  });
  if (!dry) words.insert(words.begin() + 2, "--dry-run");  // behind "guard undo"
  std::printf("and %s; to read them all: %s | less\n",
              count_text(left, "more line", "more lines").c_str(), command_text(words).c_str());
}

// A terminal gets the first lines alone, conflicts before all others: nobody reads thousands.
void print_some(const PreviewOrder& order, std::vector<const UndoEntry*> told, PlanText& plan) {
  constexpr std::size_t kMostLines = 40;
  const bool is_long = told.size() > kMostLines;
  if (is_long) {
    print_head(told);
    std::stable_partition(told.begin(), told.end(), [&](const UndoEntry* entry) {
      const Foresight& step = plan.step(*entry);
      return !step.conflict.empty() || !step.obstacle.empty();
    });
  }
  std::size_t lines = 0;
  std::size_t shown = 0;
  for (; shown < told.size() && lines < kMostLines; ++shown) {
    const std::string text = plan.text(*told[shown]);
    lines += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    std::fputs(text.c_str(), stdout);
  }
  if (shown < told.size()) print_left(order, told.size() - shown);
}

void print_plan_json(const PreviewOrder& order, const UndoSelection& selection, PlanText& text) {
  auto list = OrderedJson::array();
  auto last_steps = told_steps(selection);
  text.fold_paths(last_steps);  // every step is listed; the last of a path has the difference
  for (const UndoEntry* entry : told_steps(selection)) list.push_back(text.json(*entry));
  OrderedJson plan = {{"session", selection.history->session.name}, {"plan", std::move(list)}};
  if (!selection.moved_with.empty()) plan["hint"] = selection.moved_with;
  plan["not_saved"] = lost_json(selection.lost);
  auto git = OrderedJson::array();
  for (const GitChanges& one : git_changes(supervisor::undo_root(order.state), selection.entries))
    git.push_back({{"folder", supervisor::bytes_to_json(one.folder)},
                   {"changes", one.changes},
                   {"branches", one.branches}});
  plan["git"] = std::move(git);
  print_json(plan);
}

// Git's own files are told as what they mean, in a line for each repository, and so is that some of
// them need a choice. An entry that cannot come back, or that moves a folder aside, is told as any
// other.
GitConflicts fold_git(std::vector<const UndoEntry*>& told, const PlanText& plan) {
  GitConflicts conflicts;
  std::erase_if(told, [&](const UndoEntry* entry) {
    const Foresight& step = plan.step(*entry);
    if (!is_gits_own(*entry) || !step.obstacle.empty() || step.moves_aside) return false;
    if (!step.conflict.empty()) conflicts.add(*entry, step.conflict);
    return true;
  });
  return conflicts;
}

// For a folder that the session made, a line tells how much of its content goes, too. An entry
// that needs a choice is told by itself. Returns how much, by folder.
std::map<std::string, std::size_t> fold_made(std::vector<const UndoEntry*>& told,
                                             const PlanText& plan) {
  std::set<std::string> folders;
  for (const UndoEntry* entry : told)
    if (supervisor::is_made(*entry) && entry->object.is_folder() && plan.is_sure(*entry))
      folders.insert(entry->path);
  std::map<std::string, std::size_t> folded;
  std::erase_if(told, [&](const UndoEntry* entry) {
    if (!supervisor::is_made(*entry) || !plan.is_sure(*entry)) return false;
    std::string uppermost;
    for (std::string above = parent_path(entry->path); !above.empty(); above = parent_path(above))
      if (folders.contains(above)) uppermost = above;
    if (uppermost.empty()) return false;
    ++folded[uppermost];
    return true;
  });
  return folded;
}

void print_git(const std::vector<GitChanges>& changes, const GitConflicts& conflicts) {
  for (const GitChanges& one : changes) std::printf("%s\n", git_line(one).c_str());
  for (const std::string& line : conflicts.lines()) std::printf("CONFLICT %s\n", line.c_str());
  if (!changes.empty()) std::puts("(--files-only leaves git as it is; --json tells each change)");
}

}  // namespace

void show_plan(const PreviewOrder& order, const UndoSelection& selection,
               const supervisor::Foresights& steps) {
  PlanText text(order, *selection.history, steps);
  if (order.json) return print_plan_json(order, selection, text);
  auto told = told_steps(selection);
  const auto git_conflicts = fold_git(told, text);
  text.tell_with_folders(fold_made(told, text));
  text.fold_paths(told);
  if (order.is_terminal) {
    print_some(order, told, text);
  } else {
    for (const UndoEntry* entry : told) std::fputs(text.text(*entry).c_str(), stdout);
  }
  print_git(git_changes(supervisor::undo_root(order.state), selection.entries), git_conflicts);
  const PlanCounts counts = count_plan(selection, steps);
  const std::string summary = summary_of(counts);
  if (!summary.empty()) std::printf("%s\n", summary.c_str());
  if (summary.empty() && told.size() != counts.files.total())
    std::printf("%s in all\n", counts.files.text().c_str());
  if (const std::string lost = selection.lost_line(); !lost.empty())
    std::printf("%s\n", lost.c_str());
}

PlanCounts count_plan(const UndoSelection& selection, const supervisor::Foresights& steps) {
  supervisor::FileTally files;
  std::set<std::string> conflicts;
  std::set<std::string> obstacles;
  for (const UndoEntry* entry : selection.entries) {
    files.add(*entry);
    const auto step = steps.find(entry->number);
    if (step == steps.end()) continue;
    if (!step->second.conflict.empty()) conflicts.insert(entry->path);
    if (!step->second.obstacle.empty()) obstacles.insert(entry->path);
  }
  const bool all_blocked = std::ranges::none_of(
      steps, [](const auto& numbered) { return numbered.second.obstacle.empty(); });
  return {files.count(), conflicts.size(), obstacles.size(), all_blocked};
}

std::string summary_of(const PlanCounts& counts) {
  if (counts.conflicts + counts.obstacles == 0) return {};
  std::string text = counts.files.text();
  if (counts.conflicts != 0)
    text += ", changed by somebody since: " + std::to_string(counts.conflicts);
  if (counts.obstacles != 0)
    text += ", that cannot be given back: " + std::to_string(counts.obstacles);
  return text;
}

void print_json(const OrderedJson& value) {
  std::printf("%s\n", printed_json(value, 2).c_str());
}

}  // namespace guard::console
