// SPDX-License-Identifier: Apache-2.0
#include "console/review/file_steps.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/clock.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

constexpr std::uint64_t kAtTheEnd = std::numeric_limits<std::uint64_t>::max();

using Time = std::chrono::system_clock::time_point;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// Also what stood under the name that a file left: another one may have it now.
bool changes_content(const UndoEntry& entry) {
  const bool leaves = entry.deed == UndoDeed::kRename && entry.object.is_file() &&
                      !(entry.is_version && entry.content.empty());
  return leaves || entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kDelete ||
         entry.deed == UndoDeed::kReplace;
}

// PLACE, where the file of ENTRY stands there as it was then; empty: it does not.
std::string unchanged_at(const supervisor::History& history, const UndoEntry& entry,
                         std::string place) {
  const UniqueFd held = place.empty() ? UniqueFd() : supervisor::hold_object(place);
  if (!held.valid()) return {};
  const auto there = supervisor::record_of(held.get());
  const bool is_same = there && there->key == history.current(entry.object.key) &&
                       there->size == entry.object.size &&
                       supervisor::time_point_of(there->modified) ==
                           supervisor::time_point_of(entry.object.modified);
  return is_same ? place : std::string();
}

Time born(const supervisor::ObjectKey& key) {
  return Time(std::chrono::duration_cast<Time::duration>(std::chrono::nanoseconds(key.born_ns)));
}

}  // namespace

FileSteps::FileSteps(const std::string& state_dir, const supervisor::History& history,
                     UndoneSteps undone)
    : history_(history), undone_(undone), names_(history) {
  const std::string folder = supervisor::undo_root(state_dir) + "/" + history.session.name;
  for (supervisor::MadeRow& row : supervisor::read_made_list(folder + "/made").rows)
    if (row.deed == supervisor::MadeDeed::kMade) makers_.emplace(row.key, std::move(row));
  for (const UndoEntry& entry : history.entries) take(entry);
}

// An object that an undo put back was there before, and so is what it took away: where undone steps
// are left out, so is that.
void FileSteps::take(const UndoEntry& entry) {
  if (supervisor::is_made(entry)) {
    if (!history_.undone.contains(entry.number)) made_.emplace(entry.path, &entry);
    return;
  }
  if (entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange)
    moves_.emplace(entry.number, &entry);
  if (entry.deed == UndoDeed::kLink) links_[entry.object.key].push_back(&entry);
  if (!changes_content(entry)) return;
  if (entry.reverts != 0 && undone_ == UndoneSteps::kLeftOut) return;
  changes_[entry.path].push_back(&entry);
  if (!entry.content.empty()) kept_[entry.object.key].push_back(&entry);
  if (entry.deed == UndoDeed::kModify)
    written_[history_.current(entry.object.key)].push_back(&entry);
}

FileSteps::Changes FileSteps::changes_of(const std::string& path) const {
  Changes changes;
  std::uint64_t until = kAtTheEnd;
  for (const NamesBefore::Stage& stage : names_.stages(path, kAtTheEnd)) {
    if (const auto found = changes_.find(stage.path); found != changes_.end())
      for (const UndoEntry* entry : found->second)
        if (entry->number > stage.since && entry->number < until) changes.push_back(entry);
    until = stage.since;
  }
  return changes;
}

// Adds names of the object that is there, and of those that stood there until they were replaced.
void FileSteps::add_by_other_names(const std::optional<supervisor::ObjectKey>& object,
                                   Changes& changes) const {
  std::map<supervisor::ObjectKey, std::uint64_t> until;
  for (const UndoEntry* entry : changes)
    if (entry->deed == UndoDeed::kDelete || entry->deed == UndoDeed::kReplace)
      until[history_.current(entry->object.key)] = entry->number;
  if (object) until[*object] = kAtTheEnd;
  for (const auto& [key, number] : until) {
    const auto written = written_.find(key);
    if (written == written_.end()) continue;
    for (const UndoEntry* entry : written->second)
      if (entry->number < number && std::ranges::find(changes, entry) == changes.end())
        changes.push_back(entry);
  }
}

FileSteps::Changes FileSteps::all_changes(
    const std::string& path, const std::optional<supervisor::ObjectKey>& object) const {
  Changes changes = changes_of(path);
  add_by_other_names(object, changes);
  std::ranges::sort(changes, {}, &UndoEntry::number);
  return changes;
}

FileSteps::Known FileSteps::known_of(const std::string& path,
                                     const std::optional<supervisor::ObjectKey>& object) const {
  return known_by(all_changes(path, object), path, object);
}

FileSteps::Known FileSteps::known_by(const Changes& changes, const std::string& path,
                                     const std::optional<supervisor::ObjectKey>& object) const {
  const auto made = made_.find(path);
  auto last = object;
  if (!last && made != made_.end()) last = made->second->object.key;
  Known known;
  for (std::size_t i = 0; i < changes.size(); ++i)
    add_step(*changes[i], i + 1 < changes.size() ? changes[i + 1]->object.key : last, known);
  return known;
}

// NEXT: what stood there after it.
void FileSteps::add_step(const UndoEntry& entry, const std::optional<supervisor::ObjectKey>& next,
                         Known& known) const {
  const bool all = undone_ == UndoneSteps::kTakenIn;
  known.was_before = known.was_before || !entry.is_version;
  const auto back = history_.given_back.find(entry.number);
  if (back != history_.given_back.end() && !all) {
    known.undone_at = std::max(known.undone_at, back->second);
    std::erase_if(known.steps, [&](const FileStep& step) { return step.time <= back->second; });
  }
  if (known.steps.empty()) known.first = entry.object.key;
  FileStep step = blank(entry.command, entry.question);
  // Whoever wrote another file there changed what people see, not whoever moved the old one away.
  const auto maker = next && entry.deed == UndoDeed::kRename ? makers_.find(*next) : makers_.end();
  if (maker != makers_.end()) step = blank(maker->second.command, maker->second.question);
  step.time = parse_iso_time(entry.time).value_or(Time());
  step.written = supervisor::time_point_of(entry.object.modified);
  step.content = entry.content;
  if (entry.content.empty() && entry.object.is_file()) find_content(entry, step);
  if (back != history_.given_back.end()) step.undone_at = back->second;
  if (step.time > known.undone_at) known.steps.push_back(std::move(step));
}

// Nothing is kept of a file that was moved, or has another name: not before it changes, or goes.
void FileSteps::find_content(const UndoEntry& left, FileStep& step) const {
  if (const auto kept = kept_.find(left.object.key); kept != kept_.end()) {
    const auto next = std::ranges::find_if(kept->second, [&](const UndoEntry* entry) {
      const bool came_back = entry->is_original && history_.undone.contains(entry->number);
      return entry->number > left.number && !came_back;
    });
    if (next != kept->second.end()) step.content = (*next)->content;
  }
  if (!step.content.empty()) return;
  const bool moved = left.deed == UndoDeed::kRename;
  if (moved) step.content_at = unchanged_at(history_, left, history_.place_of(left));
  const auto links = links_.find(left.object.key);
  if (moved || links == links_.end()) return;
  for (const UndoEntry* link : links->second)
    if (step.content_at.empty())
      step.content_at = unchanged_at(history_, left, history_.place_of(*link));
}

FileStep FileSteps::blank(const std::string& command, const std::string& question) const {
  FileStep step;
  step.command = command.empty() ? history_.session.command : command;
  step.question = question;
  return step;
}

bool FileSteps::lacks_states(const std::string& path) const {
  const auto names = names_.stages(path, std::numeric_limits<std::uint64_t>::max());
  return std::ranges::any_of(history_.unkept, [&](const supervisor::Unkept& one) {
    return std::ranges::find(names, one.path, &NamesBefore::Stage::path) != names.end();
  });
}

std::string FileSteps::name_before(const std::string& path) const {
  return names_.of(path, std::numeric_limits<std::uint64_t>::max());
}

// By the object that the first change met; without one, by the name.
void FileSteps::add_maker(const std::string& path, const Known& known,
                          std::vector<FileStep>& steps) const {
  FileStep step;
  if (!steps.empty()) {
    const auto maker = makers_.find(known.first);
    if (maker == makers_.end()) return;
    step = blank(maker->second.command, maker->second.question);
    step.time = std::min(born(known.first), steps.front().time);
  } else if (const auto made = made_.find(path); made != made_.end()) {
    step = blank(made->second->command, made->second->question);
    step.time = born(made->second->object.key);
  } else {
    return;
  }
  step.made = true;
  steps.insert(steps.begin(), std::move(step));
}

std::vector<FileStep> FileSteps::of(const std::string& path,
                                    const std::optional<supervisor::ObjectKey>& object) const {
  Known known = known_of(path, object);
  std::vector<FileStep> steps = std::move(known.steps);
  if (!known.was_before) add_maker(path, known, steps);
  return steps;
}

// The file of before that had that name is another one.
std::vector<FileStep> FileSteps::of_own(const std::string& path,
                                        const std::optional<supervisor::ObjectKey>& object) const {
  Changes changes = all_changes(path, object);
  if (made_.contains(path))
    std::erase_if(changes,
                  [this](const UndoEntry* entry) { return !makers_.contains(entry->object.key); });
  Known known = known_by(changes, path, object);
  std::vector<FileStep> steps = std::move(known.steps);
  if (!known.was_before) add_maker(path, known, steps);
  return steps;
}

std::vector<FileStep> FileSteps::of_made(const std::string& path,
                                         const std::optional<supervisor::ObjectKey>& object) const {
  const auto names = names_.stages(path, std::numeric_limits<std::uint64_t>::max());
  const auto move = moves_.find(names.front().since);
  if (move == moves_.end() || !known_of(path).was_before) return of_own(path, object);
  Changes changes;
  if (const auto found = changes_.find(path); found != changes_.end())
    for (const UndoEntry* entry : found->second)
      if (entry->number > names.front().since) changes.push_back(entry);
  Known known = known_by(changes, path, object);
  FileStep step = blank(move->second->command, move->second->question);
  step.time = parse_iso_time(move->second->time).value_or(Time());
  step.made = true;
  known.steps.insert(known.steps.begin(), std::move(step));
  return std::move(known.steps);
}

}  // namespace guard::console
