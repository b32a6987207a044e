// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/undo_promise.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text/grouped.h"
#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Effect;
using policy::Object;
using policy::Recoverability;

constexpr std::size_t kLongestFolder = 24;  // of a build folder's name

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string build_text(const Effect& effect) {
  std::string text = grouped(effect.built) + (effect.built == 1 ? " build file" : " build files");
  std::vector<std::string> names;
  for (const std::string& name : effect.build_folders)
    names.push_back(shortened(safe_text(name), kLongestFolder));
  return names.empty() ? text : text + " (" + joined(names) + ")";
}

// The parts that nobody can give back, and why.
std::vector<std::string> lost_parts(const Effect& effect) {
  std::vector<std::string> parts;
  if (effect.built > 0) parts.push_back(build_text(effect));
  if (effect.born > 0) parts.push_back(grouped(effect.born) + " made in this session");
  if (effect.unsaved > 0)
    parts.push_back(grouped(effect.unsaved) +
                    " that guard cannot save (unreadable, too large, or a device)");
  return parts;
}

UndoPromise promise_of(const Effect& effect, const Saver& saver) {
  const std::string why = saver.why_no_room(effect);
  const std::uint64_t saved = effect.preexisting - std::min(effect.preexisting, effect.unsaved);
  std::vector<std::string> lost = lost_parts(effect);
  if (!why.empty()) {
    lost.insert(lost.begin(), why);
    if (saved <= 1) return {UndoPart::kNone, "none: " + joined(lost)};
    return {UndoPart::kSome, "not all of " + grouped(effect.entries()) + ": " + joined(lost)};
  }
  if (!effect.complete) {
    return {UndoPart::kSome, grouped(saved) + " of the first " + grouped(effect.entries()) +
                                 (lost.empty() ? "" : "; not " + joined(lost)) +
                                 "; the rest was not counted"};
  }
  if (lost.empty()) return {UndoPart::kAll, "all " + grouped(effect.entries())};
  if (saved == 0) return {UndoPart::kNone, "none: " + joined(lost)};
  return {UndoPart::kSome,
          grouped(saved) + " of " + grouped(effect.entries()) + "; not " + joined(lost)};
}

bool is_kept(const Object& object) {
  return object.recoverability == Recoverability::kSaved ||
         object.recoverability == Recoverability::kNothing;
}

// Everything else does what it does elsewhere: in a program that is reached, in the system.
constexpr std::array kChangeFiles = {Act::kCreate, Act::kModify, Act::kDelete,
                                     Act::kRename, Act::kLink,   Act::kMetadata};

bool changes_files(const policy::Action& action) {
  return std::ranges::find(kChangeFiles, action.act) != kChangeFiles.end() &&
         !action.objects.empty();
}

// A plain undo deletes nothing that a session made.
bool only_makes(const policy::Action& action) {
  return (action.act == Act::kCreate || action.act == Act::kLink) &&
         action.objects.back().type == policy::ObjectType::kMissing;
}

constexpr const char* kOnlyMade = "none: new files stay, unless you use guard undo --made";

UndoPromise promise_of_objects(const PendingCall& call, const Saver& saver) {
  const auto& objects = call.action.objects;
  if (only_makes(call.action)) return {UndoPart::kNone, kOnlyMade};
  const auto any = [&objects](Recoverability what) {
    return std::ranges::any_of(objects,
                               [what](const Object& o) { return o.recoverability == what; });
  };
  const auto kept = std::ranges::count_if(objects, [&saver](const Object& object) {
    return is_kept(object) || saver.gives_back_former(object);
  });
  if (kept == std::ssize(objects)) return {UndoPart::kAll, "all of it"};
  const std::string why = saver.why_lost(call);
  std::string lost = !why.empty()                     ? why
                     : any(Recoverability::kPrecious) ? "guard cannot save it"
                     : any(Recoverability::kBuilt)    ? "it is build output"
                     : any(Recoverability::kClean)    ? "git has what was in it"
                                                      : "it was made in this session";
  if (any(Recoverability::kSaved)) return {UndoPart::kSome, "not all of it: " + lost};
  return {UndoPart::kNone, "none: " + lost};
}

UndoPromise promise_without_files(Act act) {
  if (act == Act::kConnect)
    return {UndoPart::kNone, "none: what is sent, and what is done with it, cannot be taken back"};
  return {UndoPart::kNone, "none: guard gives back files only"};
}

// Nothing of what it does elsewhere is guard's to give back.
UndoPromise promise_of_unknown_files(const PendingCall& call) {
  const auto& categories = call.decision.assessment.categories;
  const auto has = [&categories](policy::Category category) {
    return std::ranges::find(categories, category) != categories.end();
  };
  if (!call.intent.repository.empty())
    return {UndoPart::kSome, "only the files that it changes on this machine"};
  if (has(policy::Category::kGitPublish))
    return {UndoPart::kNone, "none: what leaves this machine cannot be taken back"};
  if (has(policy::Category::kNetworkRisk))
    return {UndoPart::kSome, "only files here; what leaves this machine cannot be taken back"};
  return {UndoPart::kSome, "only the files that it changes here"};
}

}  // namespace

bool promises_undo(const PendingCall& call, const Saver& saver) {
  return call.action.act != Act::kRead && call.searched.empty() &&
         !call.decision.assessment.raised && saver.can_be_undone(call);
}

UndoPromise undo_promise_of(const PendingCall& call, const Saver& saver) {
  if (!call.why_unsaved.empty())
    return {UndoPart::kNone, "none: it cannot be saved: " + call.why_unsaved};
  if (call.action.act == Act::kRead || !call.searched.empty())
    return {UndoPart::kNone, "none: what has been read cannot be taken back"};
  if (call.decision.assessment.raised)
    return {UndoPart::kNone, "none: it runs outside of guard, which saves nothing there"};
  if (!saver.saves()) return {UndoPart::kNone, "none: this session saves nothing (--no-undo)"};
  if (call.action.act == Act::kExec) {
    const auto& effect = call.decision.assessment.effect;
    if (effect && effect->entries() > 0) return promise_of(*effect, saver);
    if (effect && !effect->complete)
      return {UndoPart::kNone, "not promised: nothing of it could be counted"};
    if (effect && call.decision.assessment.rule == policy::own_rule("fs.create"))
      return {UndoPart::kNone, kOnlyMade};
    return promise_of_unknown_files(call);
  }
  if (!changes_files(call.action)) return promise_without_files(call.action.act);
  return promise_of_objects(call, saver);
}

std::string existed_text(const Effect& effect) {
  const std::uint64_t before = effect.of_before();
  if (before == 0 && effect.newer == 0) return {};
  const bool all = before == effect.entries() && effect.complete;
  std::string text;
  if (before > 0)
    text = (all               ? "All " + grouped(before)
            : effect.complete ? grouped(before) + " of " + grouped(effect.entries())
                              : "At least " + grouped(before)) +
           " existed before this session";
  const bool one = before == 1 && effect.entries() == 1;
  if (one) text = "It existed before this session";
  // Some files that others made may be build output too: then the count is of all.
  if (before > 0 && effect.built > 0 && effect.newer == 0)
    text +=
        "; " +
        (effect.preexisting == 0 ? std::string(one ? "it is" : "all are")
                                 : grouped(effect.built) + (effect.built == 1 ? " is" : " are")) +
        " build output";
  if (effect.newer > 0)
    text += (text.empty() ? "" : "; ") + grouped(effect.newer) +
            (effect.newer == 1 ? " was" : " were") + " made by others meanwhile";
  if (before > 0 && effect.built > 0 && effect.newer > 0)
    text += ". Of all " + grouped(effect.entries()) + ", " + grouped(effect.built) +
            (effect.built == 1 ? " is" : " are") + " build output";
  return text + ".";
}

}  // namespace guard::supervisor
