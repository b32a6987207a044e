// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/enricher.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "policy/effects/file_assessment.h"
#include "supervisor/facts/git_facts.h"
#include "supervisor/facts/tree_walk.h"
#include "supervisor/judge/names_of_before.h"
#include "supervisor/network/dns_query.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::PathClass;

// Unix, netlink and kin have no address and port.
bool goes_to_an_address(const policy::Action& action) {
  return action.act == Act::kConnect && !action.destination.address.empty();
}

bool is_own_folder(const policy::Object& object) {
  return object.type == policy::ObjectType::kDirectory &&
         object.recoverability == policy::Recoverability::kBorn;
}

}  // namespace

Enricher::Ahead Enricher::look_ahead(const PendingCall& call) const {
  if (call.action.act == Act::kConnect)
    return {parts_.network.needs_lookup(call.action.destination, call.action.actor) ||
            may_be_named(call)};
  if (call.action.act != Act::kExec)
    return {may_be_clean(call) || may_carry(call) || may_be_committed(call) ||
            moves_folder(call.action) || (may_be_guarded(call) && !parts_.guarded->has_looked())};
  Ahead ahead;
  const bool reads_words = parts_.assessor.is_slow(call.action, ahead.readings);
  ahead.is_slow = reads_words || may_be_clean(call);
  return ahead;
}

// The content of the folder is looked through.
bool Enricher::moves_folder(const policy::Action& action) {
  return action.act == Act::kRename &&
         std::ranges::any_of(action.objects, [](const policy::Object& object) {
           return object.type == policy::ObjectType::kDirectory &&
                  policy::is_of_the_agent(object.path_class);
         });
}

// Names that the tree speaks of are looked up before a question is asked: not on the mediator.
bool Enricher::may_be_named(const PendingCall& call) const {
  const policy::Destination& to = call.action.destination;
  return parts_.has_hints && goes_to_an_address(call.action) && !call.held.tracee->realm &&
         !to.loopback && !to.stand_in && to.port != kDnsPort && !parts_.sockets.sent_before(call) &&
         !parts_.network.guard_answers(call.action.actor);
}

// A socket is asked who it is only where a name server would be.
bool Enricher::is_to_be_named(const PendingCall& call) const {
  if (!goes_to_an_address(call.action) || parts_.sockets.why_free(call)) return false;
  return !parts_.network.needs_lookup(call.action.destination, call.action.actor) ||
         !parts_.sockets.sent_before(call);
}

// Reading files takes its time. Only the judgement of a program tells which files it will change,
// and how: without an undo store any of them may be looked up in git.
bool Enricher::may_be_clean(const PendingCall& call) const {
  if (call.action.act == Act::kExec)
    return !parts_.paths.saves() && parts_.paths.git() != nullptr && parts_.paths.git()->any();
  if (call.action.act == Act::kRead || call.action.unsaved) return false;
  return std::ranges::any_of(call.action.objects, [this](const policy::Object& object) {
    return parts_.paths.may_be_clean(object);
  });
}

// To nobody but git itself does it matter.
bool Enricher::may_be_committed(const PendingCall& call) const {
  return call.action.act == Act::kRead && parts_.is_committed && !call.action.objects.empty() &&
         call.action.objects.front().path_class == PathClass::kSecret &&
         policy::file_actor(call.action.actor).is_git;
}

// On a worker (look_ahead). An object that could not be saved stays so, whatever git has: nobody is
// overruled.
void Enricher::settle_clean(PendingCall& call) const {
  if (call.action.act == Act::kExec || !may_be_clean(call)) return;
  const std::array held = {&call.held.first, &call.held.second};
  for (std::size_t i = 0; i < std::min(held.size(), call.action.objects.size()); ++i) {
    if (held.at(i)->exists())
      parts_.paths.settle_clean(held.at(i)->object.get(), call.action.objects[i]);
  }
}

// Another name makes a secret no less one.
void Enricher::settle_read(PendingCall& call) const {
  call.takes_secret = false;
  if (parts_.policy.secret_reads == policy::SecretReads::kOff || call.action.objects.empty())
    return;
  policy::Object& object = call.action.objects.front();
  // A program that opens a folder sees names; each file in it is judged when it is opened.
  if (object.type == policy::ObjectType::kDirectory) return;
  const bool by_name = policy::is_secret_to_read(object);
  call.takes_secret =
      parts_.is_secret ? parts_.is_secret(call.held.first, object.path, by_name) : by_name;
  // Nothing of guard's own (what signs its webhooks) is read at all, whoever is asked.
  if (call.takes_secret && !by_name && object.path_class != PathClass::kGuard)
    object.path_class = PathClass::kSecret;
  if (call.takes_secret && may_be_committed(call) && parts_.is_committed(call))
    object.recoverability = policy::Recoverability::kClean;
}

// A writer that opens a secret by another name may read it by the same descriptor, and a secret
// loses the same whatever it is called. A name that goes while others stay takes nothing away.
void Enricher::mind_other_names(PendingCall& call) const {
  policy::Action& action = call.action;
  const bool only_a_name = action.act == Act::kDelete && call.held.first.status.st_nlink > 1;
  if (action.act == Act::kExec || !parts_.is_secret || only_a_name ||
      parts_.policy.secret_reads == policy::SecretReads::kOff)
    return;
  const std::array held = {&call.held.first, &call.held.second};
  for (std::size_t i = 0; i < std::min(held.size(), action.objects.size()); ++i)
    mind_other_name(*held.at(i), action.objects[i]);
}

void Enricher::mind_other_name(const interceptor::HeldPath& held, policy::Object& object) const {
  const bool told = object.path_class == PathClass::kGuard || policy::is_secret_to_read(object);
  if (told || !held.exists() || !S_ISREG(held.status.st_mode)) return;
  if (parts_.is_secret(held, object.path, false)) object.path_class = PathClass::kSecret;
}

// A content that has several names is changed by each of them.
bool Enricher::may_be_guarded(const PendingCall& call) const {
  const Act act = call.action.act;
  return parts_.guarded != nullptr && !call.action.objects.empty() && call.held.first.exists() &&
         (act == Act::kModify || act == Act::kMetadata || act == Act::kRead) &&
         GuardedNames::may_be_one(call.held.first.status);
}

void Enricher::mind_guarded_name(PendingCall& call) const {
  if (!may_be_guarded(call)) return;
  policy::Object& object = call.action.objects.front();
  if (const auto name = parts_.guarded->name_of(call.held.first.status)) {
    object.path = *name;
    object.path_class = parts_.paths.classifier().classify(*name, object.type);
  } else if (parts_.guarded->is_cut_short() && policy::is_of_the_agent(object.path_class)) {
    object.path_class = PathClass::kConfig;  // it may be one
  }
}

// A link of such a name led to what steers programs, and does so no more.
void Enricher::mind_steering_links(policy::Action& action) const {
  if (action.act != Act::kDelete || action.objects.empty()) return;
  policy::Object& object = action.objects.front();
  if (object.type == policy::ObjectType::kSymlink &&
      object.recoverability != policy::Recoverability::kBorn &&
      policy::is_of_the_agent(object.path_class) &&
      policy::PathClassifier::gives_steering_name(object.path) &&
      parts_.paths.class_of(object.path + "/.vscode/tasks.json", policy::ObjectType::kFile) ==
          PathClass::kConfig)
    object.path_class = PathClass::kConfig;
}

// A folder of an agent's own state takes along what in it is none, or brings some of its own; so
// does a symlink in its place.
void Enricher::mind_steering_folders(policy::Action& action) const {
  const bool links = action.act == Act::kCreate && action.syscall.starts_with("symlink");
  const bool moves = action.act == Act::kRename && !action.objects.empty() &&
                     action.objects.front().type != policy::ObjectType::kFile;
  if (!links && !moves) return;
  for (policy::Object& object : action.objects) {
    if (object.path_class == PathClass::kOwnState &&
        parts_.paths.classifier().holds_steering(object.path))
      object.path_class = PathClass::kConfig;
    if (links && policy::is_of_the_agent(object.path_class) &&
        parts_.paths.classifier().holds_policy_file(object.path))
      object.path_class = PathClass::kConfig;
    const bool gets_name = &object == &action.objects.back() || action.exchange;
    if (gets_name && policy::is_of_the_agent(object.path_class) &&
        parts_.paths.classifier().gives_steering_name(object.path))
      object.path_class = PathClass::kConfig;
  }
}

// Some secrets are known by their place alone: the folder that they lie in takes them along to
// another, where nobody would ask.
void Enricher::mind_secrets_inside(policy::Action& action) const {
  if (action.act != Act::kRename || action.objects.size() < 2 || !parts_.secrets_inside) return;
  const auto moves = [&](policy::Object& object, const std::string& to) {
    if (object.type != policy::ObjectType::kDirectory ||
        !policy::is_of_the_agent(object.path_class))
      return;
    const auto loses = [&](const std::string& secret) {
      return parts_.paths.classifier().classify(to + secret.substr(object.path.size()),
                                                policy::ObjectType::kFile) != PathClass::kSecret;
    };
    if (std::ranges::any_of(parts_.secrets_inside(object.path), loses))
      object.path_class = PathClass::kSecret;
  };
  const std::string second = action.objects[1].path;
  if (action.exchange) moves(action.objects[1], action.objects[0].path);
  moves(action.objects[0], second);
}

// Noted before the move happens: who moves the folder meanwhile is judged by it.
void Enricher::note_carried(const PendingCall& call) const {
  const policy::Action& action = call.action;
  if (action.act != Act::kRename || action.objects.size() != 2) return;
  const auto enters = [&](const policy::Object& object, const interceptor::HeldPath& place) {
    return is_of_before(object) &&
           (!place.parent.valid() || parts_.paths.may_be_born(place.parent.get()));
  };
  if (enters(action.objects[0], call.held.second) ||
      (action.exchange && enters(action.objects[1], call.held.first)))
    parts_.paths.note_carried();
}

bool Enricher::may_carry(const PendingCall& call) const {
  return call.action.act == Act::kRename && parts_.paths.may_carry() &&
         std::ranges::any_of(call.action.objects, is_own_folder);
}

// A folder that the session made takes along what was moved into it: where the session's own may be
// deleted unasked, that is lost.
void Enricher::mind_carried(PendingCall& call) const {
  note_carried(call);
  if (!may_carry(call)) return;
  const std::array held = {&call.held.first, &call.held.second};
  for (std::size_t i = 0; i < std::min(held.size(), call.action.objects.size()); ++i) {
    policy::Object& object = call.action.objects[i];
    if (!is_own_folder(object) || !held.at(i)->exists()) continue;
    TreeWalk walk(parts_.paths, {}, nullptr);
    walk.add(object.path, held.at(i)->object, policy::Extent::kAllBelow);
    const policy::Effect inside = walk.take_effect();
    if (inside.preexisting > 0 || !inside.complete)
      object.recoverability = policy::Recoverability::kPrecious;
  }
}

void Enricher::enrich(PendingCall& call) const {
  mind_guarded_name(call);
  if (call.action.act == Act::kRead) return settle_read(call);
  mind_other_names(call);
  mind_steering_folders(call.action);
  mind_steering_links(call.action);
  mind_secrets_inside(call.action);
  mind_carried(call);
  if (is_to_be_named(call)) parts_.network.complete(call.action.destination, call.action.actor);
  settle_clean(call);
}

}  // namespace guard::supervisor
