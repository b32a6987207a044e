// SPDX-License-Identifier: Apache-2.0
// Pipeline's notes: what is known from a call on, before and after it was answered.
#include <sys/stat.h>

#include <string>

#include "base/text/text.h"
#include "interceptor/preload/preload_files.h"
#include "interceptor/sockets/remote_address.h"
#include "interceptor/sockets/socket_kind.h"
#include "policy/effects/file_assessment.h"
#include "supervisor/actors/agent_credentials.h"
#include "supervisor/ask/denial_line.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/pipeline/pipeline.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;

std::uint16_t local_port_of(const interceptor::HeldCall& held) {
  const auto address = interceptor::parse_address(interceptor::local_address(held.socket.get()),
                                                  held.kind, interceptor::AddressUse::kBind);
  return address ? address->destination.port : held.address.destination.port;
}

std::string narrowed_line(const std::string& exe, std::uint16_t port) {
  return "guard: " + safe_text(base_name(exe)) + " listens on port " + std::to_string(port) +
         ", which only this machine can reach (localhost). To open its ports to other machines, "
         "set "
         "`network: {listen: allow}` in the policy.";
}

// A file that the undo store has taken in is still there to be read.
bool has_no_name(const interceptor::HeldPath& held) {
  struct stat status {};
  return ::fstat(held.object.get(), &status) == 0 && status.st_nlink == 0;
}

// A program keeps what it reads as its own, and what git has committed anybody may have.
bool learns_secret(const PendingCall& call) {
  const policy::Action& action = call.action;
  if (action.objects.empty()) return false;
  const policy::Object& object = action.objects.front();
  if (action.act != policy::Act::kRead)
    return action.also_reads && policy::is_secret_to_read(object);
  const bool is_gits = policy::file_actor(action.actor).is_git &&
                       object.recoverability == policy::Recoverability::kClean;
  return call.takes_secret && !is_gits && !policy::reads_own_secret(action) &&
         !keeps_own_credential(*call.process, action);
}

}  // namespace

// Notes what is known of a socket from now on.
void Pipeline::note_socket(const PendingCall& call) {
  const interceptor::HeldCall& held = call.held;
  // A socket that wants credentials gets a name of the kernel's choice when it connects or sends.
  const bool names =
      interceptor::family_of(held.kind) == interceptor::SocketFamily::kUnix &&
      (held.raw.operation == Operation::kBind || interceptor::is_datagram(held.kind));
  if (held.raw.operation == Operation::kConnect && !names) return;
  const SocketCookie cookie = interceptor::cookie_of(held.socket.get());
  if (names) parts_.keeping.sockets.bound_by_tree(cookie);
  // A socket that is kept to this machine once it listens is judged when it does.
  if (call.action.act == policy::Act::kListen && held.address.destination.port != 0 &&
      !held.address.destination.loopback && !held.loopback_only)
    parts_.keeping.sockets.may_listen(cookie);
  if (held.raw.operation == Operation::kListen) parts_.keeping.sockets.may_listen(cookie);
  if (held.raw.operation == Operation::kSend && !held.to_its_peer)
    parts_.keeping.sockets.sent(cookie, place_of_send(held),
                                {call.process->program, call.decision.rule, call.approval_id});
}

// Before the answer: what the reader then does is judged by it.
void Pipeline::note_read(const PendingCall& call) {
  if (learns_secret(call)) parts_.keeping.readers.note(*call.process, call.action.objects[0].path);
}

void Pipeline::note_effects(const CallPtr& call, const interceptor::Executed& executed) {
  if (executed.error == 0) note_read(*call);
  if (call->action.act == policy::Act::kConnect && !call->process->script)
    parts_.keeping.scripts.note_connection(call->process->program->actor, call->action.destination);
  if (executed.error == 0 && call->held.socket.valid()) note_socket(*call);
  if (executed.error == 0 && call->held.loopback_only) tell_narrowed(*call);
  if (executed.made) {
    parts_.keeping.born.add(birth_id_of(*executed.made));
    parts_.keeping.saver.note_made(*call, *executed.made);
  }
  if (executed.made && S_ISDIR(executed.made->stx_mode) && is_a_clones(*call))
    parts_.asking.leases.grant(lease_of_clone(*call));
  if (executed.error == 0 && parts_.keeping.secrets != nullptr) parts_.keeping.secrets->note(*call);
  if (executed.error == 0 && call->action.act == policy::Act::kRename)
    forget_secret(call->held.second);
  if (!executed.removed_last_link) return;
  const struct stat& lost = call->held.first.status;
  parts_.keeping.born.forget(lost.st_dev, lost.st_ino);
  parts_.asking.leases.forget(lost.st_dev, lost.st_ino);
  forget_secret(call->held.first);
}

// After its last name went.
void Pipeline::forget_secret(const interceptor::HeldPath& held) {
  if (parts_.keeping.secrets == nullptr || !held.exists() || !has_no_name(held)) return;
  parts_.keeping.secrets->forget(held.status.st_dev, held.status.st_ino);
}

// By the preload backend: what this program does guard will not hear of. On record with its start,
// and a line for the person once a program.
void Pipeline::note_unseen(PendingCall& call) {
  if (!parts_.backend.preloaded || !call.held.image) return;
  const interceptor::ExecImage& image = *call.held.image;
  const std::string why = interceptor::why_unseen(
      image.interpreter.valid() ? image.interpreter.get() : image.file.get());
  if (why.empty()) return;
  call.decision.reason +=
      (call.decision.reason.empty() ? "" : "; ") + std::string("what it does is not seen: ") + why;
  {
    const std::lock_guard lock(mutex_);
    if (!unseen_.insert(image.path).second) return;
  }
  parts_.asking.tell_front("guard: not seen: " + safe_text(image.path) + " is " + why +
                           "; what it does is not judged");
}

// Once a program: a run of tests opens hundreds of ports.
void Pipeline::tell_narrowed(const PendingCall& call) {
  if (call.action.destination.narrowing != policy::Narrowing::kNow) return;
  const std::string& exe = call.process->program->actor.exe;
  {
    const std::lock_guard lock(mutex_);
    if (!narrowed_.insert(exe).second) return;
  }
  // On its own standard error: guard's would be under what the program draws.
  const std::string line = narrowed_line(exe, local_port_of(call.held));
  if (!call.held.tracee || !tell_refused_program(call.held.tracee->tgid, line, parts_.keeping.born))
    parts_.asking.tell_front(line);
}

}  // namespace guard::supervisor
