// SPDX-License-Identifier: Apache-2.0
// Restorer: gives back what a session changed, the last change first. Before anything is changed
// here it is saved in a store of the undo's own, so an undo is undone like a session. Cut short at
// any step it can be run again: each step looks at what is there first.
// One undo, one thread. Errors of one object do not stop the others; they are in its Step.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_RESTORER_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_RESTORER_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/history/way_back.h"
#include "supervisor/undo/restore/furthest_back.h"
#include "supervisor/undo/restore/undone_chain.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/in_use.h"
#include "supervisor/undo/store/staged_object.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

enum class StepEnd {
  kDone,
  kAlready,  // it is as it was
  kSkipped,  // changed since, and left alone
  kFailed,
  kPartly,  // done, but for what the note says
};
[[nodiscard]] const char* name_of(StepEnd end);

struct Step {
  const UndoEntry* entry = nullptr;
  StepEnd end = StepEnd::kDone;
  std::string note;  // why, or what could not be given back
};

// kNone: nobody had to choose. An object in the way goes aside, as with kOverwrite; with kSkip a
// folder that is not empty stays.
enum class OnConflict { kNone, kSkip, kOverwrite };

class Restorer {
 public:
  // ROOT: STATE/undo. References outlive the restorer. kBusy when another undo of the session runs.
  // OWN: null for a final undo, which keeps nothing of what is there now; FINAL_NAME is its name.
  static Result<Restorer> begin(std::string root, const History& history, UndoStore* own,
                                std::string final_name = "final");
  // Asked before each step; true: the steps that are left are not taken. Run again it goes on.
  void stop_when(std::function<bool()> stops) { stops_ = std::move(stops); }
  // For a final undo: what was given back but could not be marked so.
  [[nodiscard]] std::uint64_t unmarked() const { return own_.unmarked(); }
  // Files that an undo that was killed had made beside its place, and restore() could not put away.
  [[nodiscard]] const std::vector<std::string>& left_over() const { return left_over_; }

  // The steps that were taken. CHOSEN in the order of the journal. CHANGED_SINCE: entries whose
  // object somebody else changed.
  std::vector<Step> restore(const std::vector<const UndoEntry*>& chosen,
                            const std::set<std::uint64_t>& changed_since, OnConflict on_conflict,
                            const std::function<void(const Step&)>& each);

 private:
  Restorer(std::string root, const History& history, WayBack own, Journal marks, UndoneChain chain)
      : root_(std::move(root)),
        history_(history),
        furthest_back_(history),
        own_(std::move(own)),
        marks_(std::move(marks)),
        chain_(std::move(chain)) {}
  Step take(const UndoEntry& entry);
  Result<void> tell_living_session(const UndoEntry& entry);
  Step give_back_one(const UndoEntry& entry);
  void try_again(std::vector<Step>& steps);
  Step bring_back(const UndoEntry& entry);
  Step put_back_content(const UndoEntry& entry);
  Step put_back_metadata(const UndoEntry& entry);
  Step move_back(const UndoEntry& entry);
  Step exchange_back(const UndoEntry& entry);
  Step move_as_meant(const UndoEntry& entry);
  Step take_away(const UndoEntry& entry);
  [[nodiscard]] std::string after_moves_back(std::string path) const;
  Step take_name_away(const UndoEntry& entry);
  [[nodiscard]] const UndoEntry* needs_content_of(const UndoEntry& link) const;
  void note_folder(int held, const std::string& path);
  void note_folder(const HeldPlace& place);

  // restoring_halves.cc
  Step take_new_name_away(const UndoEntry& entry);
  Step put_back_old_content(const UndoEntry& entry);
  [[nodiscard]] UniqueFd open_first_content(const UndoEntry& move);

  // bringing_back.cc
  Step take_the_place(const UndoEntry& entry, HeldPlace place);
  Step settle_in(const UndoEntry& entry, HeldPlace& place, StagedObject staged);
  Step merge_into(const UndoEntry& entry, const HeldPlace& place);
  [[nodiscard]] bool moves_back_itself(const ObjectKey& key) const;
  // The same, of what was there before the session: it must be found where it is until then.
  [[nodiscard]] bool is_on_its_way(const HeldPlace& place, const UndoEntry& entry) const;
  Result<StagedObject> stage(const HeldPlace& place, const UndoEntry& entry);
  Result<void> fill_place(HeldPlace& place, const UndoEntry& entry, StagedObject staged);
  Result<void> overwrite(const HeldPlace& place, const UndoEntry& entry, int content, int file);
  Step replace_used(const UndoEntry& entry, HeldPlace place, int content, int error);
  [[nodiscard]] UniqueFd open_content(const std::string& content);
  [[nodiscard]] const UndoEntry* content_for(const UndoEntry& entry) const;
  [[nodiscard]] NoteStaged note_staged();
  // putting_aside.cc
  void put_staged_away();
  Result<void> put_away(HeldPlace& place);
  Result<std::string> put_aside(HeldPlace& place, const UndoEntry& entry);
  Result<std::string> take_into_store(HeldPlace& place, const UndoEntry& entry);
  Result<void> move_aside(HeldPlace& place, const UndoEntry& entry);
  [[nodiscard]] Step with_asides(Step step) const;
  // reaching.cc
  // The object of ENTRY, at PATH or wherever it is by now. A change that is given back to the
  // object itself needs none of its names in particular.
  enum class WhichName { kMeant, kAny };
  Result<HeldPlace> find_object(const UndoEntry& entry, const std::string& path,
                                WhichName which = WhichName::kMeant);
  // PATH, with folders above it that only the session had made.
  Result<HeldPlace> reach(const std::string& path, const UndoEntry& entry);
  // The place of what was at its path, by the moves that are in effect: of a name that went.
  [[nodiscard]] std::string place_now(const UndoEntry& entry) const;
  [[nodiscard]] std::string moved_on(const std::string& path);
  [[nodiscard]] Result<HeldPlace> place_of_made(const UndoEntry& entry) const;
  [[nodiscard]] bool made_by_session(const UndoEntry& entry) const;
  [[nodiscard]] bool comes_back_itself(const std::string& folder, const UndoEntry& entry) const;
  [[nodiscard]] const UndoEntry* move_that_led_to(std::string path, std::uint64_t number) const;
  Result<void> make_folder(const std::string& path, const UndoEntry& entry);
  Result<void> note_remade(const std::string& path, const ObjectKey& key);
  [[nodiscard]] bool stood_in(const ObjectKey& key);
  [[nodiscard]] bool stood_there_before(const UndoEntry& entry) const;
  void remove_made_folders();
  // other_names.cc
  // The object under another of its names; invalid when there is none.
  [[nodiscard]] UniqueFd other_name(const UndoEntry& entry);
  void search_names();
  void names_moved(const std::string& from, const std::string& to);
  void names_exchanged(const std::string& one, const std::string& other);
  [[nodiscard]] Error missing_content(const UndoEntry& entry) const;

  [[nodiscard]] ObjectKey current(const ObjectKey& key) const;
  Step done(const UndoEntry& entry, std::vector<std::string> lost,
            std::optional<ObjectKey> key = {}, const std::string& content = "");
  void give_back_folders();
  void mark_the_end();

  const std::string root_;
  const History& history_;
  FurthestBack furthest_back_;
  WayBack own_;
  std::map<ObjectKey, ObjectKey> now_;
  std::map<ObjectKey, std::vector<std::string>> names_;  // where objects are that were looked for
  std::set<std::uint64_t> done_;                         // in this run
  std::set<std::uint64_t> moves_left_;                   // renames and exchanges in effect
  std::set<ObjectKey> several_names_;
  std::optional<std::vector<std::string>> searched_;  // below these
  OnConflict on_conflict_ = OnConflict::kNone;
  std::vector<std::pair<ObjectKey, std::uint64_t>>
      made_;                                         // folders on the way, and for which entry
  std::pair<std::string, std::string> moved_aside_;  // from, to: of this step
  std::set<ObjectKey> put_away_;  // what was in the way, and is in the undo's own store
  struct Aside {
    std::string text;  // for people
    std::string path;  // of what was moved out of the way
  };
  std::multimap<const UndoEntry*, Aside> asides_;      // what steps did besides
  std::optional<std::set<std::string>> made_folders_;  // names of the session's own
  bool is_to_point_ = false;                           // states of the session's own come back
  std::set<std::uint64_t> overwritten_;  // changed since, to be given back all the same
  std::vector<const UndoEntry*> folders_;
  std::vector<const UndoEntry*> moves_;  // those moved back
  std::vector<std::string> left_over_;
  Patience patience_;
  std::function<bool()> stops_;
  Journal marks_;
  UndoneChain chain_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_RESTORER_H_
