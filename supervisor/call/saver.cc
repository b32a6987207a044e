// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/saver.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/files/birth.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "base/weaken.h"
#include "supervisor/actors/told_command.h"

namespace guard::supervisor {
namespace {

using interceptor::HeldPath;
using interceptor::Operation;
using policy::Act;
using policy::Object;
using policy::ObjectType;
using policy::PathClass;
using policy::Recoverability;

constexpr off_t kQuickCopy = 256 << 10;

bool is_saved(const Object& object) {
  return object.recoverability == Recoverability::kSaved;
}

// Something of before that has a place in the tree of files, and was let go without a copy.
bool is_unsaved(const Object& object) {
  const bool has_content = object.type == ObjectType::kFile ||
                           object.type == ObjectType::kSymlink ||
                           object.type == ObjectType::kDirectory;
  return object.recoverability == Recoverability::kPrecious && has_content &&
         object.path.starts_with('/') && !is_kernels_own(object.path);
}

// Acts that give a folder another entry, or take one.
bool changes_folder(const PendingCall& call) {
  switch (call.held.raw.operation) {
    case Operation::kRemove:
    case Operation::kRename:
    case Operation::kMakeDirectory:
    case Operation::kMakeNode:
    case Operation::kLink:
    case Operation::kSymlink:
      return true;
    case Operation::kOpen:
    case Operation::kBind:
      return call.action.act == Act::kCreate;
    default:
      return false;
  }
}

bool same_object(const HeldPath& a, const HeldPath& b) {
  return a.status.st_dev == b.status.st_dev && a.status.st_ino == b.status.st_ino;
}

SaveOrder moving(UndoDeed deed, const Object& from, const Object& to) {
  SaveOrder order;
  order.deed = deed;
  order.path = from.path;
  order.to = to.path;
  return order;
}

// An object that is made in "." or ".." has no name there (O_TMPFILE), or is not made: the object
// is a folder, and the one above it in the path is not `parent`.
bool is_entry(const std::string& name) {
  const std::string bare = name.substr(0, name.find_last_not_of('/') + 1);
  return !bare.empty() && bare != "." && bare != "..";
}

}  // namespace

std::vector<Saver::Plan> Saver::plan_of(const PendingCall& call) const {
  std::vector<Plan> plans;
  const auto& objects = call.action.objects;
  if (objects.empty() || !call.held.first.exists()) return plans;
  if (call.action.act == Act::kRename) {
    plan_rename(call, plans);
    return plans;
  }
  const bool own = has_versions(objects.front());
  if (call.action.act == Act::kLink) {
    plan_link(call, own, plans);
    return plans;
  }
  if (!is_saved(objects.front()) && !own) return plans;
  SaveOrder order;
  order.path = objects.front().path;
  if (call.held.raw.operation == Operation::kRemove) {
    order.deed = UndoDeed::kDelete;
  } else if (call.action.act == Act::kModify && objects.front().type == ObjectType::kFile) {
    order.deed = UndoDeed::kModify;
  } else if (call.action.act == Act::kMetadata && !call.action.change.same) {
    order.deed = UndoDeed::kMetadata;
    order.owner_changes = call.action.change.kind == policy::MetadataKind::kOwner;
  } else {
    return plans;
  }
  plans.push_back({order, &call.held.first, !own});
  return plans;
}

// An object that this session made has no state of before it, but one of before each later command.
// Where output of builds and what lives a moment lies, nobody goes back to that.
bool Saver::has_versions(const Object& object) const {
  const bool is_kept_kind = object.type == ObjectType::kFile || object.type == ObjectType::kSymlink;
  return object.recoverability == Recoverability::kBorn && is_kept_kind &&
         object.path_class != PathClass::kTmp && object.path_class != PathClass::kCache &&
         !paths_.is_build_place(object.path) && !is_compiled(base_name(object.path)) &&
         !paths_.names_may_differ();
}

// Among the session's own, an object that got its first name by this (O_TMPFILE) was made, not
// linked.
void Saver::plan_link(const PendingCall& call, bool own, std::vector<Plan>& plans) const {
  const auto& objects = call.action.objects;
  if (objects.size() != 2) return;
  const bool of_before = objects.front().recoverability != Recoverability::kBorn;
  const bool is_kept =
      !paths_.names_may_differ() || store_->keeps_as_it_was(call.held.first.object.get());
  const bool is_further = own && call.held.first.status.st_nlink > 0;
  if (!(of_before && is_kept) && !is_further) return;
  SaveOrder linked;
  linked.deed = UndoDeed::kLink;
  linked.path = objects[1].path;
  linked.of = objects[0].path;
  plans.push_back({linked, &call.held.first, of_before});
}

void Saver::plan_rename(const PendingCall& call, std::vector<Plan>& plans) const {
  const auto& objects = call.action.objects;
  if (objects.size() != 2) return;
  const bool onto = call.held.second.exists();
  if (onto && same_object(call.held.first, call.held.second)) return;  // rename(2) does nothing
  const bool exchange = onto && call.action.exchange;
  // Before the move: an undo goes backwards, and moves away first what stands in its place.
  const bool own = onto && has_versions(objects[1]);
  if (onto && !exchange && (own || is_saved(objects[1]))) {
    SaveOrder replaced;
    replaced.deed = UndoDeed::kReplace;
    replaced.path = objects[1].path;
    plans.push_back({replaced, &call.held.second, !own});
  }
  const bool first = is_followed(objects[0]);
  const bool second = exchange && is_followed(objects[1]);
  const UndoDeed deed = first && second ? UndoDeed::kExchange : UndoDeed::kRename;
  // If two change places, one may be the session's own: only the other is moved back. For two
  // folders the entry names the one that does not go without a word: it is found again.
  const bool by_second = second && (!first || (!is_saved(objects[0]) && is_saved(objects[1])));
  if (by_second) {
    plans.push_back({moving(deed, objects[1], objects[0]), &call.held.second});
  } else if (first) {
    plans.push_back({moving(deed, objects[0], objects[1]), &call.held.first});
  }
  if (!exchange && has_versions(objects[0]))
    plans.push_back({moving(UndoDeed::kRename, objects[0], objects[1]), &call.held.first, false});
}

// An object that this session made is moved back only where things of before may lie in it.
bool Saver::is_followed(const Object& object) const {
  const bool born = object.recoverability == Recoverability::kBorn;
  if (born && object.type != ObjectType::kDirectory) return false;
  return is_saved(object) || !paths_.names_may_differ();
}

bool Saver::is_slow(const PendingCall& call) const {
  if (store_ == nullptr) return false;
  const auto plans = plan_of(call);
  return std::any_of(plans.begin(), plans.end(), [&](Plan plan) {
    plan.order.held = plan.held->object.get();
    if (plan.of_before && !store_->is_quick(plan.order)) return true;
    return plan.held->status.st_size > kQuickCopy && store_->lacks_version(plan.order);
  });
}

Result<void> Saver::save(PendingCall& call, const std::function<bool()>& goes_on) {
  if (store_ == nullptr || weakened("undo-save")) return {};
  if (!call.why_unsaved.empty()) return {};  // said, and let happen all the same
  const CopyProgress progress = [&goes_on](std::uint64_t) { return goes_on(); };
  auto plans = plan_of(call);
  const bool of_folder = changes_folder(call);
  if (!plans.empty() || of_folder) begin_turn(call);
  if (of_folder) note_folders(call);
  for (Plan& plan : plans) {
    plan.order.held = plan.held->object.get();
    plan.order.question = question_of(call);
    plan.order.command = command_of(call);
    if (auto kept = keep(call, plan, progress); !kept) {
      cancel(call);
      return kept;
    }
  }
  return {};
}

Result<void> Saver::keep(PendingCall& call, const Plan& plan, const CopyProgress& progress) {
  if (!plan.of_before) {
    keep_version(call, plan, progress);
    return {};
  }
  const auto saved = store_->save(plan.order, progress);
  if (!saved) return forward(saved.error());
  if (*saved == 0) {
    keep_version(call, plan, progress);
    return {};
  }
  if (call.undo_id.empty()) call.undo_id = store_->name() + ":" + std::to_string(*saved);
  call.saved.push_back({*saved, plan.order.held});
  return {};
}

// It has no undo id: a plain undo knows nothing of it.
void Saver::keep_version(PendingCall& call, const Plan& plan, const CopyProgress& progress) {
  const std::uint64_t kept = store_->keep_version(plan.order, progress);
  if (kept != 0) call.saved.push_back({kept, plan.order.held});
}

// A checkpoint that cannot be written is none: what is kept counts for the one before it.
void Saver::begin_turn(const PendingCall& call) {
  if (call.process == nullptr) return;
  const Process* const first = turns_.turn_of(*call.process);
  if (first == nullptr) return;
  (void)store_->begin_checkpoint("",
                                 command_text(redactor_.argv(told_argv(first->program->actor))));
}

void Saver::ended(PendingCall& call, int error) {
  if (error != 0) call.undo_id.clear();
  if (error == 0 && store_ != nullptr) {
    note_lost(call);
    note_names(call);
    note_linked(call);
  }
  for (const auto& [number, held] : call.saved) {
    if (error != 0) {
      store_->cancel(number);
    } else {
      (void)store_->done(number, held);
    }
  }
  call.saved.clear();
}

// How names come to belong to files of this session in the place of saved ones, and lose that
// again.
void Saver::note_names(const PendingCall& call) const {
  const auto& objects = call.action.objects;
  if (objects.empty() || paths_.names_may_differ()) return;
  ReplacedNames& names = paths_.replaced();
  if (call.held.raw.operation == Operation::kRemove) return note_removed(call, objects[0]);
  if (call.action.act != Act::kRename || objects.size() != 2) return;
  const bool onto = call.held.second.exists();
  if (onto && same_object(call.held.first, call.held.second)) return;  // rename(2) does nothing
  note_moved(call);
  if (onto && call.action.exchange) return names.exchanged(objects[0].path, objects[1].path);
  names.moved(objects[0].path, objects[1].path);
  if (onto && is_saved(objects[1]) && call.why_unsaved.empty()) names.replaced(objects[1].path);
}

void Saver::note_removed(const PendingCall& call, const Object& object) const {
  const bool of_before = is_saved(object) || paths_.stands_for_one_of_before(object);
  if (of_before && call.why_unsaved.empty())
    paths_.replaced().deleted_of_before(object.path);
  else
    paths_.replaced().deleted(object.path);
}

void Saver::note_made(const PendingCall& call, const struct statx& made) {
  if (store_ == nullptr || call.action.objects.empty()) return;
  if (is_git_itself(call.action.actor))
    paths_.replaced().made_by_git(call.action.objects.front().path);
  const BirthId id = birth_id_of(made);
  store_->note_made({MadeDeed::kMade,
                     call.action.objects.front().path,
                     "",
                     {id.device, id.inode, id.born_ns},
                     made.stx_mode,
                     command_of(call),
                     call.approval_id});
}

// Only what may have been made in this session, or hold such things.
void Saver::note_moved(const PendingCall& call) const {
  const auto& objects = call.action.objects;
  const bool exchanged = call.action.exchange && call.held.second.exists();
  const auto may_be_own = [this](const HeldPath& held) {
    return held.exists() && (S_ISDIR(held.status.st_mode) || born_.contains(held.object.get()));
  };
  if (!may_be_own(call.held.first) && !(exchanged && may_be_own(call.held.second))) return;
  store_->note_made(
      {exchanged ? MadeDeed::kExchanged : MadeDeed::kMoved, objects[0].path, objects[1].path, {}});
}

// A further name of what this session made is its own, too.
void Saver::note_linked(const PendingCall& call) {
  const auto& objects = call.action.objects;
  if (call.action.act != Act::kLink || objects.size() != 2) return;
  const auto id = birth_id_held(call.held.first.object.get());
  if (!id || !born_.contains(*id)) return;
  store_->note_made({MadeDeed::kMade,
                     objects[1].path,
                     "",
                     {id->device, id->inode, id->born_ns},
                     call.held.first.status.st_mode,
                     command_of(call),
                     call.approval_id,
                     call.held.first.status.st_nlink > 0});
}

// The end of the run, and guard undo, tell what nobody can give back.
void Saver::note_lost(const PendingCall& call) const {
  const auto& objects = call.action.objects;
  if (objects.empty()) return;
  const bool moves = call.action.act == Act::kRename && objects.size() == 2;
  const bool goes = call.held.raw.operation == Operation::kRemove || moves;
  const bool changes = call.action.act == Act::kModify;
  const Object& first = objects.front();
  if (goes && first.recoverability == Recoverability::kBuilt) {
    store_->note_lost({LostKind::kBuilt, first.path, question_of(call)});
  } else if (!moves && (goes || changes) && is_unsaved(first)) {
    store_->note_lost({LostKind::kUnsaved, first.path, question_of(call)});
  }
  if (moves && call.held.second.exists() && is_unsaved(objects[1]))
    store_->note_lost({LostKind::kUnsaved, objects[1].path, question_of(call)});
}

// The times of a folder change with what is in it. That they cannot be kept holds up nothing.
void Saver::note_folders(const PendingCall& call) {
  if (call.action.objects.empty() || paths_.names_may_differ()) return;
  note_folder(call, call.held.first, 0);
  const bool two = call.action.act == Act::kRename || call.action.act == Act::kLink;
  if (two && call.action.objects.size() == 2) note_folder(call, call.held.second, 1);
}

void Saver::note_folder(const PendingCall& call, const HeldPath& held, std::size_t object) {
  if (!held.parent.valid() || !is_entry(held.name)) return;
  const auto status = status_with_birth(held.parent.get(), kBirthMask | STATX_MODE);
  if (!status) return;
  // /tmp and kin are everybody's.
  if ((status->stx_mode & S_ISVTX) != 0) return;
  const BirthId id = birth_id_of(*status);
  // Held until it is saved: whoever else changes the folder must not do so before its times are
  // read.
  const std::lock_guard lock(folders_mutex_);
  if (!folders_.insert({id.device, id.inode, id.born_ns}).second) return;
  const std::string path = folder_of(call.action.objects[object].path);
  if (born_.contains(id) || !path.starts_with('/') || is_kernels_own(path + "/")) return;
  SaveOrder order;
  order.deed = UndoDeed::kFolder;
  order.held = held.parent.get();
  order.path = path;
  (void)store_->save(order);
}

// The answer that led here: that of the command which does it, when the act itself was not asked.
std::string Saver::question_of(const PendingCall& call) const {
  if (!call.approval_id.empty() || call.process == nullptr) return call.approval_id;
  const struct stat& status = call.held.first.status;
  return leases_
      .covers(ancestors_of(*call.process), {call.action.act}, status.st_dev, status.st_ino)
      .value_or("");
}

// Redacting a command line takes longer than all the rest: once a program.
std::string Saver::command_of(const PendingCall& call) {
  if (call.process == nullptr) return {};
  const std::lock_guard lock(mutex_);
  if (program_ != call.process->program) {
    program_ = call.process->program;
    command_ = command_text(redactor_.argv(told_argv(call.process->program->actor)));
  }
  return command_;
}

bool Saver::can_be_undone(const PendingCall& call) const {
  if (store_ == nullptr || !call.why_unsaved.empty()) return false;
  if (call.action.act == Act::kExec) {
    const auto& effect = call.decision.assessment.effect;
    return effect && all_is_kept(*effect).has_value();
  }
  const auto& objects = call.action.objects;
  return !objects.empty() && std::all_of(objects.begin(), objects.end(), [](const Object& object) {
    return is_saved(object) || object.recoverability == Recoverability::kBorn ||
           object.recoverability == Recoverability::kNothing;
  });
}

Result<void> Saver::all_is_kept(const policy::Effect& effect) const {
  if (!effect.complete) return fail(Code::kRefused, "not all of it could be counted");
  if (effect.unsaved > 0)
    return fail(Code::kRefused, "undo cannot keep " +
                                    count_text(effect.unsaved, "entry", "entries") +
                                    " of it (unreadable, too large, or a device)");
  return store_->room_for(effect.preexisting, effect.stored, 0);
}

std::string Saver::why_no_room(const policy::Effect& effect) const {
  if (store_ == nullptr) return {};
  const auto fits = store_->room_for(
      effect.preexisting - std::min(effect.preexisting, effect.unsaved), effect.stored, 0);
  return fits ? "" : fits.error().text();
}

std::string Saver::why_lost(const PendingCall& call) const {
  if (store_ == nullptr) return {};
  if (call.action.act == Act::kExec) {
    const auto& effect = call.decision.assessment.effect;
    const auto kept = effect ? all_is_kept(*effect) : Result<void>();
    return kept ? "" : kept.error().text();
  }
  for (const Object& object : call.action.objects) {
    const bool lost = object.recoverability == Recoverability::kPrecious &&
                      object.type != policy::ObjectType::kMissing;
    const auto room = lost ? store_->room_for(1, object.bytes, object.bytes) : Result<void>();
    if (!room) return room.error().text();
  }
  return {};
}

}  // namespace guard::supervisor
