// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/foresight.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <set>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "supervisor/undo/history/companions.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/other_undos.h"
#include "supervisor/undo/restore/git_index_path.h"
#include "supervisor/undo/restore/look.h"
#include "supervisor/undo/restore/moved_link.h"
#include "supervisor/undo/restore/object_search.h"
#include "supervisor/undo/restore/staged_since.h"
#include "supervisor/undo/restore/together.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

constexpr const char* kPutThereSince = "something else was put there since";

bool is_lost(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace;
}

bool is_move(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
}

// It leaves the place where it is.
bool goes_away(const UndoEntry& entry) {
  return is_move(entry) || entry.deed == UndoDeed::kPlaced || entry.deed == UndoDeed::kLink;
}

bool is_missing(const Error& error) {
  return error.sys_errno == ENOENT || error.sys_errno == ENOTDIR;
}

// To look at objects in a closed folder, that is opened for a moment, which changes the folder: so
// folders first, the upper ones before the lower ones.
std::vector<const UndoEntry*> folders_first(std::vector<const UndoEntry*> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const UndoEntry* a, const UndoEntry* b) {
    return std::pair(!a->object.is_folder(), a->path.size()) <
           std::pair(!b->object.is_folder(), b->path.size());
  });
  return entries;
}

class Forecaster {
 public:
  Forecaster(std::string root, const History& history, const std::vector<const UndoEntry*>& chosen,
             OnConflict on_conflict)
      : root_(std::move(root)),
        history_(history),
        started_(parse_iso_time(history.session.started)),
        on_conflict_(on_conflict) {
    for (const UndoEntry* entry : chosen) {
      chosen_.insert(entry->number);
      if (goes_away(*entry) && history.half_of(entry->number) != MoveHalf::kContent)
        leaving_.insert(history.current(entry->object.key));
    }
    for (const UndoEntry& entry : history.entries) note(entry);
    is_all_ =
        history.halves.empty() && chosen_.size() + history.undone.size() == history.entries.size();
    for (const UndoEntry* entry : folders_first(chosen))
      if (entry->deed != UndoDeed::kFolder) looks_[entry->number] = look_at(place_now(*entry));
  }

  // Again when more is known of other undos; what was looked at is not looked at again.
  Foresights all(const std::vector<const UndoEntry*>& chosen) {
    names_.reset();
    Foresights all;
    for (const UndoEntry* entry : chosen)
      if (entry->deed != UndoDeed::kFolder) all.emplace(entry->number, of(*entry));
    tie_together(history_, all);
    return all;
  }

 private:
  void note(const UndoEntry& entry) {
    if (entry.object.links > 1 && !entry.object.is_folder()) several_.insert(entry.object.key);
    if (!entry.content.empty()) contents_.emplace(entry.object.key, &entry.content);
    if (history_.undone.contains(entry.number)) return;
    if (is_lost(entry)) lost_.emplace(entry.object.key, entry.number);
    if (is_lost(entry) || is_move(entry)) gone_.emplace(entry.path, &entry);
  }

  Foresight of(const UndoEntry& entry) {
    Foresight step;
    step.now = place_now(entry);
    step.path = is_lost(entry)   ? name_then(entry)
                : is_move(entry) ? origin_then(entry)
                                 : entry.path;
    if (is_lost(entry)) {
      look_at_place(entry, step);
      if (step.obstacle.empty() && !has_content(entry))
        step.obstacle = missing_content_text(entry, searched_);
    } else if (is_move(entry)) {
      look_at_moved(entry, step);
    } else if (entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kMetadata) {
      look_at_changed(entry, step);
    } else {
      look_at_placed(entry, step);
    }
    if (!step.conflict.empty() && is_git_index(entry.path))
      step.conflict =
          staged_since(entry.path, history_.own_until) ? "something was staged since" : "";
    if (step.conflict.empty()) step.conflict = changed_beside(entry, step);
    if (!step.obstacle.empty()) step.conflict.clear();  // nothing is there to choose
    return step;
  }

  static std::string changed_by(const std::string& session) {
    return "session " + safe_text(session) + " changed it meanwhile";
  }
  // About what stands in the way: another session wrote it while this one ran; empty: none did.
  [[nodiscard]] std::string written_beside(const Look& look) const {
    const auto made = history_.made_meanwhile.find(look.key);
    if (made != history_.made_meanwhile.end())
      return "session " + safe_text(made->second) + " put something else there meanwhile";
    const auto changed = history_.meanwhile_objects.find(look.key);
    return changed == history_.meanwhile_objects.end() ? "" : changed_by(changed->second);
  }
  // Another session changed it after this one did, while both ran. An index is told by what is
  // staged.
  [[nodiscard]] std::string changed_beside(const UndoEntry& entry, const Foresight& step) const {
    if (entry.deed == UndoDeed::kFolder || is_git_index(entry.path)) return "";
    for (const std::string* path : {&entry.path, &step.now}) {
      const auto other = history_.meanwhile.find(*path);
      if (other != history_.meanwhile.end()) return changed_by(other->second);
    }
    const auto changed = history_.meanwhile_objects.find(history_.current(entry.object.key));
    if (changed != history_.meanwhile_objects.end()) return changed_by(changed->second);
    if (!history_.unread_beside.empty())
      return "session " + safe_text(history_.unread_beside) +
             " ran meanwhile, and what it changed cannot be read";
    return "";
  }

  // --- names ---

  [[nodiscard]] std::string place_now(const UndoEntry& entry) const {
    return history_.place_of(entry);
  }
  // Its name by the time of its turn: others are undone before it.
  [[nodiscard]] std::string name_then(const UndoEntry& entry) const {
    if (is_all_) return is_move(entry) ? entry.to : entry.path;
    return history_.place_of(entry, [&](std::uint64_t number) { return chosen_.contains(number); });
  }
  [[nodiscard]] std::string origin_then(const UndoEntry& entry) const {
    return name_then(origin_of(entry));
  }

  // --- what is there ---
  [[nodiscard]] bool is_same(const std::optional<Look>& look, const UndoEntry& entry) const {
    return look && look->key == history_.current(entry.object.key);
  }
  [[nodiscard]] bool is_later(const Look& look) const {
    return history_.is_others_change(look.key, look.changed);
  }
  [[nodiscard]] bool made_by_session(const UndoEntry& entry) const {
    return started_ && history_.session.undoes.empty() &&
           std::chrono::nanoseconds(entry.object.key.born_ns) > started_->time_since_epoch();
  }
  // It goes later in the session: that step brings it back, when it is CHOSEN.
  [[nodiscard]] std::optional<bool> goes_later(const UndoEntry& entry) const {
    std::optional<bool> chosen;
    const auto [begin, end] = lost_.equal_range(entry.object.key);
    for (auto at = begin; at != end; ++at)
      if (at->second > entry.number)
        chosen = chosen.value_or(false) || chosen_.contains(at->second);
    return chosen;
  }
  // Elsewhere than where it should be; empty: nowhere.
  std::string found_elsewhere(const UndoEntry& entry, const std::string& path) {
    return name_meant(search(), history_.current(entry.object.key), path,
                      several_.contains(entry.object.key));
  }
  const FoundNames& search() {
    if (names_) return *names_;
    std::set<ObjectKey> wanted;
    for (const UndoEntry& entry : history_.entries)
      wanted.insert(history_.current(entry.object.key));
    searched_ = folders_to_search(history_);
    names_ = find_names(searched_, wanted, root_);
    return *names_;
  }

  [[nodiscard]] bool is_in_store(const std::string& content) const {
    return ::access((root_ + "/" + content).c_str(), F_OK) == 0;
  }
  bool has_content(const UndoEntry& entry) {
    if (!entry.object.is_file()) return true;  // made anew
    const auto [begin, end] = contents_.equal_range(entry.object.key);
    const bool kept =
        std::any_of(begin, end, [&](const auto& content) { return is_in_store(*content.second); });
    if (kept || !several_.contains(entry.object.key)) return kept;
    // Whatever that is called: it is linked.
    return !name_meant(search(), history_.current(entry.object.key), entry.path, false).empty();
  }

  // --- folders on the way ---

  // About a place whose folder is not there: it was moved on, or comes back, or is made.
  void look_for_folder(const UndoEntry& entry, Foresight& step) {
    if (const std::string there = moved_on(step.now); !there.empty()) {
      step.now = step.path = there;
      return;
    }
    std::string made;
    for (std::string folder = folder_of(step.path); folder != "/"; folder = folder_of(folder)) {
      if (hold_object(folder).valid()) break;
      const auto [begin, end] = gone_.equal_range(folder);
      const auto later = std::find_if(
          begin, end, [&](const auto& gone) { return gone.second->number > entry.number; });
      if (later != end && chosen_.contains(later->second->number)) return;
      if (later != end) {
        step.obstacle =
            "its folder is gone: give that back first: guard undo " + command_text({folder});
        return;
      }
      made = folder;
    }
    if (!made.empty() && !stands_in(made, entry)) step.note = "makes the folder " + safe_text(made);
  }
  // It is only there for what a move took to it, and goes with that.
  [[nodiscard]] bool stands_in(const std::string& folder, const UndoEntry& entry) const {
    return std::any_of(history_.moves.begin(), history_.moves.end(), [&](const UndoEntry* move) {
      return move->number < entry.number && chosen_.contains(move->number) &&
             is_at_or_below(move->to, folder);
    });
  }
  // A folder that the session had moved, and somebody else moved on: PATH below where that is now.
  std::string moved_on(const std::string& path) {
    for (auto at = history_.moves.rbegin(); at != history_.moves.rend(); ++at) {
      if (!is_at_or_below(path, (*at)->to) || place_now(**at) != (*at)->to) continue;
      const std::string& expected = (*at)->to;
      if (path == expected) continue;
      if (is_same(look_at(expected), **at)) return {};
      const std::string found = found_elsewhere(**at, expected);
      return found.empty() ? std::string() : found + path.substr(expected.size());
    }
    return {};
  }

  // --- what stands where something is to come back ---
  void look_at_place(const UndoEntry& entry, Foresight& step) {
    auto place = hold_place(step.now);
    if (!place && is_missing(place.error())) {
      look_for_folder(entry, step);
      if (!step.obstacle.empty()) return;
      place = hold_place(step.now);
    }
    if (!place && !is_missing(place.error())) step.obstacle = place.error().text();
    if (!place || !place->is_taken()) return;
    const auto look = look_at(place->occupant.get());
    if (!look || leaving_.contains(look->key)) return;  // it makes room itself
    if (merges(*look, entry)) return look_at_merged(place->occupant.get(), *look, entry, step);
    if (is_same(look, entry)) {
      step.note = "it is there already";
    } else if (is_later(*look)) {
      step.conflict = kPutThereSince;
    } else if (!history_.meanwhile.contains(step.now)) {  // else changed_beside() tells it
      step.conflict = written_beside(*look);
    }
    if (!is_same(look, entry) && look->is_folder) look_at_folder_in_the_way(step);
  }
  // A folder comes back into the one that is there, unless a step that is not chosen moves that.
  [[nodiscard]] bool merges(const Look& look, const UndoEntry& entry) const {
    return entry.object.is_folder() && look.is_folder && look.key != entry.object.key &&
           std::ranges::none_of(history_.moves, [&](const UndoEntry* move) {
             return history_.current(move->object.key) == look.key;
           });
  }
  // Files that somebody put into it since are in nobody's way. Its owner and mode may change.
  void look_at_merged(int held, const Look& look, const UndoEntry& entry, Foresight& step) {
    const auto now = record_of(held);
    if (is_later(look) && !(now && same_rights(*now, entry.object))) step.conflict = kPutThereSince;
    if (is_same(look, entry) && now && same_rights(*now, entry.object)) {
      step.note = "it is there already";
    } else if (has_foreign_children(step.now)) {
      step.note = "what is in the folder that is there stays";
    }
  }
  void look_at_folder_in_the_way(Foresight& step) {
    if (!has_foreign_children(step.now)) return;
    if (on_conflict_ == OnConflict::kSkip) {
      step.obstacle = "a folder that is not empty stands there, and stays";
    } else {
      step.note = "the folder that is there moves aside";
      step.moves_aside = true;
    }
  }
  [[nodiscard]] bool has_foreign_children(const std::string& folder) const {
    return has_others_in(folder, leaving_);
  }

  // --- the steps ---

  // A later file of the session may have the new name: then that goes.
  void look_at_new_name(const UndoEntry& entry, Foresight& step) {
    if (step.now.empty()) step.now = entry.to;
    step.path = step.from = step.now;
    const auto look = look_at(step.now);
    if (look && is_later(*look)) step.conflict = "it was changed since";
  }
  void look_at_old_name(const UndoEntry& entry, Foresight& step) {
    const UndoEntry origin = origin_of(entry);
    if (!has_content(entry) && !is_same(looks_[entry.number], entry) &&
        found_elsewhere(entry, step.now).empty())
      step.obstacle = not_there_text(search(), history_.current(entry.object.key));
    step.path = step.now = place_now(origin);
    if (step.obstacle.empty()) look_at_place(origin, step);
  }

  void look_at_moved(const UndoEntry& entry, Foresight& step) {
    step.half = history_.half_of(entry.number);
    if (step.half == MoveHalf::kName) return look_at_new_name(entry, step);
    if (step.half == MoveHalf::kContent) return look_at_old_name(entry, step);
    step.from = name_then(entry);
    if (step.from.empty()) step.from = entry.to;  // it comes back before
    // A later step of the session took it: that comes back first, and then moves like any other.
    if (!is_same(looks_[entry.number], entry) && !find_moved(entry, step) &&
        !goes_later(entry).value_or(false))
      return;
    if (entry.deed != UndoDeed::kRename) return;
    Foresight target;
    target.path = step.path;
    const UndoEntry origin = origin_of(entry);
    target.now = place_now(origin);
    look_at_place(origin, target);
    step.path = target.path;
    if (step.conflict.empty()) step.conflict = target.conflict;
    step.obstacle = target.obstacle;
    step.moves_aside = target.moves_aside;
    if (step.note.empty()) step.note = target.note;
  }
  // It is not where the session left it. False: nothing more is to be said.
  bool find_moved(const UndoEntry& entry, Foresight& step) {
    if (is_same(look_at(place_now(origin_of(entry))), entry)) {
      step.note = "it is there already";
      return false;
    }
    const std::string found = found_elsewhere(entry, step.now);
    const auto look = look_at(found);
    // An undo of its new name alone took it to the store.
    if (!look && (entry.is_name_gone || (!entry.content.empty() && is_in_store(entry.content)))) {
      step.half = MoveHalf::kContent;
      return true;
    }
    if (!look) {
      if (!made_by_session(entry) && !goes_later(entry).value_or(false))
        step.obstacle = not_there_text(search(), history_.current(entry.object.key));
      return false;
    }
    step.now = step.from = found;
    if (is_later(*look)) step.conflict = "it was moved again since, and is now " + safe_text(found);
    return true;
  }

  void look_at_changed(const UndoEntry& entry, Foresight& step) {
    if (entry.deed == UndoDeed::kModify && !entry.content.empty() && !is_in_store(entry.content)) {
      step.obstacle = "its saved copy is no longer in the store";
      return;
    }
    auto look = looks_[entry.number];
    bool is_elsewhere = false;
    if (const std::string file = file_of_gone_link(entry); !file.empty()) {
      step.path = step.now = file;
      look = look_at(file);
    }
    if (!is_same(look, entry)) {
      const std::string found = name_meant(search(), history_.current(entry.object.key),
                                           step.now.empty() ? entry.path : step.now, false);
      if (found.empty()) return look_at_vanished(entry, look, step);
      look = look_at(found);
      is_elsewhere = found != step.now;
      step.now = found;
    }
    // An undo wrote half of it: nobody's change.
    if (!look || history_.begun.contains(entry.object.key)) return;
    if (is_later(*look)) {
      step.conflict = is_elsewhere ? "it was moved since, and is now " + safe_text(step.now)
                                   : "it was changed since";
    } else if (is_elsewhere) {
      step.note = "it is now " + safe_text(step.now);
    }
  }
  // It was changed by a further name that the session gave it, and that went: nobody knows that
  // one. The name by which the file was known; empty: it is none such, or has that no more.
  [[nodiscard]] std::string file_of_gone_link(const UndoEntry& entry) const {
    if (!place_now(entry).empty()) return {};
    for (const UndoEntry& link : history_.entries) {
      const bool is_of_it = link.deed == UndoDeed::kLink && link.path == entry.path &&
                            link.object.key == entry.object.key && !link.of.empty();
      if (!is_of_it || link.number > entry.number) continue;
      UndoEntry file;
      file.deed = UndoDeed::kModify;
      file.path = link.of;
      file.number = link.number;
      const std::string place = place_now(file);
      if (!place.empty() && is_same(look_at(place), entry)) return place;
    }
    return {};
  }
  void look_at_vanished(const UndoEntry& entry, const std::optional<Look>& there, Foresight& step) {
    const auto later = goes_later(entry);
    if (later.value_or(false)) return;
    if (later || (there && !is_later(*there)) || (!there && entry.deed == UndoDeed::kMetadata)) {
      step.obstacle = gone_text(search(), history_.current(entry.object.key), there.has_value());
    } else {
      step.conflict = there ? "something else is there by now" : "it was removed since";
    }
  }

  // Links, and what an undo had put there: taken away again. Where things were moved about what is
  // told by names alone may be wrong: the steps see what is there.
  void look_at_placed(const UndoEntry& entry, Foresight& step) {
    const auto& look = looks_[entry.number];
    const bool sure = history_.moves.empty() && !history_.lost_names.contains(step.now);
    if (step.now.empty()) return;
    if (entry.deed == UndoDeed::kLink && !is_same(look, entry) && find_link(entry, step)) return;
    if (!look) {
      if (sure) step.conflict = "it was removed or moved since";
    } else if (!is_same(look, entry)) {
      if (sure && is_later(*look)) step.conflict = "something else is there by now";
    } else if (is_later(*look) && !history_.begun.contains(entry.object.key)) {
      step.conflict = "it was changed since";
    }
    if (!look || !look->is_folder || !has_foreign_children(step.now)) return;
    step.moves_aside = is_companion(entry) || !entry.object.is_folder();
    if (step.moves_aside) return;
    if (!is_remade(entry)) step.note = "it is not empty, and stays";
    step.conflict.clear();
  }

  // The name is where the session did not leave it.
  bool find_link(const UndoEntry& entry, Foresight& step) {
    const std::string found = moved_link(history_, entry, search());
    if (found.empty()) return false;
    step.now = found;
    step.conflict = "it was moved since, and is now " + safe_text(found);
    return true;
  }

  const std::string root_;
  const History& history_;
  const std::optional<TimePoint> started_;
  const OnConflict on_conflict_;
  std::set<std::uint64_t> chosen_;
  bool is_all_ = false;          // nothing of the session stays as it made it
  std::set<ObjectKey> leaving_;  // by chosen steps
  std::set<ObjectKey> several_;  // they have, or had, further names
  std::multimap<ObjectKey, const std::string*> contents_;
  std::multimap<ObjectKey, std::uint64_t> lost_;        // by which acts
  std::multimap<std::string, const UndoEntry*> gone_;   // what a name had, by the act that took it
  std::map<std::uint64_t, std::optional<Look>> looks_;  // at where the objects should be
  std::vector<std::string> searched_;
  std::optional<FoundNames> names_;
};

}  // namespace

Foresights foresee(const std::string& state_dir, History& history,
                   const std::vector<const UndoEntry*>& chosen, OnConflict on_conflict) {
  note_sessions_beside(state_dir, history);
  Forecaster forecaster(undo_root(state_dir), history, chosen, on_conflict);
  Foresights steps = forecaster.all(chosen);
  const bool conflicts = std::any_of(
      steps.begin(), steps.end(), [](const auto& step) { return !step.second.conflict.empty(); });
  if (!conflicts) return steps;
  note_other_undos(state_dir, history);
  return forecaster.all(chosen);
}

}  // namespace guard::supervisor
