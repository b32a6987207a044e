// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/describer.h"

#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/calls/call_meaning.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/resolve/held_object.h"
#include "interceptor/resolve/socket_resolver.h"
#include "interceptor/sockets/network_setup.h"
#include "interceptor/syscalls/open_flags.h"
#include "policy/command/git_environment.h"
#include "policy/command/git_steps.h"
#include "policy/effects/file_assessment.h"
#include "supervisor/actors/terminals.h"
#include "supervisor/judge/foreign_code.h"
#include "supervisor/judge/metadata_facts.h"
#include "supervisor/judge/told_reads.h"

namespace guard::supervisor {
namespace {

using interceptor::HeldPath;
using interceptor::Operation;
using policy::Act;
using policy::ImageOrigin;
using policy::PathClass;

// Test-only builds: what somebody would judge who takes names for objects.
HeldName spelling_of(const PendingCall& call, const HeldPath& held) {
  const auto& raw = call.held.raw;
  const std::string& spelled = &held == &call.held.second ? raw.new_path : raw.path;
  return {spelled.starts_with('/') ? spelled : call.action.cwd + "/" + spelled, std::nullopt};
}

bool is_installed(const struct stat& status) {
  return status.st_uid == 0 && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Act open_act_of(const interceptor::HeldCall& held) {
  const std::uint64_t flags = held.raw.open_flags;
  if (interceptor::makes_unnamed_file(flags) || !held.first.exists()) return Act::kCreate;
  return interceptor::has_write_intent(flags) ? Act::kModify : Act::kRead;
}

Act act_of(const interceptor::HeldCall& held) {
  switch (held.raw.operation) {
    case Operation::kExec:
      return Act::kExec;
    case Operation::kOpen:
      return open_act_of(held);
    case Operation::kRemove:
      return Act::kDelete;
    case Operation::kRename:
      return Act::kRename;
    case Operation::kTruncate:
      return Act::kModify;
    case Operation::kLink:
      return Act::kLink;
    case Operation::kConnect:
    case Operation::kSend:
      return Act::kConnect;
    case Operation::kListen:
      return Act::kListen;
    case Operation::kBind:
      return held.address.unix_path.empty() ? Act::kListen : Act::kCreate;
    case Operation::kMakeDirectory:
    case Operation::kMakeNode:
    case Operation::kSymlink:
      return Act::kCreate;
    case Operation::kChangeMode:
    case Operation::kChangeOwner:
    case Operation::kChangeTimes:
    case Operation::kSetAttribute:
    case Operation::kRemoveAttribute:
    case Operation::kChangeFlags:
      return Act::kMetadata;
    case Operation::kSharedObject:
      return interceptor::removes_shared_object(held.raw) ? Act::kDelete : Act::kMetadata;
    case Operation::kRemoveQueue:
      return Act::kDelete;
    default:
      return Act::kSystem;
  }
}

bool sets_up_network(const PendingCall& call) {
  const Operation operation = call.held.raw.operation;
  return operation == Operation::kNetworkSetup || operation == Operation::kMakeSocket;
}

// /proc/PID/comm, uid_map and kin of the tree's own processes steer nobody else.
bool is_own_proc_file(const policy::Object& object, const PendingCall& call) {
  constexpr std::string_view kProc = "/proc/";
  if (!object.path.starts_with(kProc)) return false;
  pid_t number = 0;
  std::from_chars(object.path.data() + kProc.size(), object.path.data() + object.path.size(),
                  number);
  if (number <= 0) return false;
  return number == call.held.tracee->tgid || number == call.held.tracee->tid ||
         interceptor::is_supervised(number);
}

// A folder that only the system's own packages write: not a root user's workspace or home.
bool is_system_place(PathClass path_class) {
  return path_class == PathClass::kSystem || path_class == PathClass::kOutside;
}

bool lives(pid_t pid) {
  return ::kill(pid, 0) == 0 || errno == EPERM;
}

}  // namespace

Describer::Describer(const PathFacts& paths, const SocketJudge& sockets,
                     const std::vector<std::string>& environment,
                     std::vector<std::string> git_settings, SavedFacts saved,
                     const KnownPrograms& known)
    : paths_(paths),
      sockets_(sockets),
      saved_(saved),
      known_(known),
      git_settings_(std::move(git_settings)) {
  std::unordered_set<std::string> keys;  // of a key that is there twice the first counts
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    if (equals != std::string::npos && keys.insert(entry.substr(0, equals)).second)
      inherited_.insert(entry);
  }
}

void Describer::describe_call(PendingCall& call) const {
  const interceptor::SyscallRow* row = interceptor::row_of(call.notification.number);
  if (row == nullptr) return;
  call.held.raw.operation = row->operation;
  call.action.act = act_of(call.held);
  call.action.syscall = row->name;
}

void Describer::describe_spelling(PendingCall& call) const {
  const interceptor::RawCall& raw = call.held.raw;
  call.action.act = act_of(call.held);
  if (call.action.act == Act::kExec) {
    call.action.argv = {raw.path};
  } else if (!raw.path.empty()) {
    call.action.objects = {policy::Object{.path = raw.path}};
  }
}

void Describer::describe(PendingCall& call) const {
  policy::Action& action = call.action;
  action = {};
  action.act = act_of(call.held);
  action.syscall = call.held.raw.row->name;
  action.actor = call.process->program->actor;
  action.cwd = call.process->program->cwd;
  if (action.act == Act::kExec) return describe_exec(call);
  if (interceptor::is_socket_call(call.held.raw.operation)) return sockets_.describe(call);
  if (sets_up_network(call)) {
    action.system_change = interceptor::setup_text(*call.held.raw.row, call.held.raw.notification);
    return;
  }
  // Nothing to hold: what changes is the caller's own (pipeline.cc, change_namespaces).
  if (action.act == Act::kSystem && call.held.raw.operation != Operation::kMount) return;
  describe_file_act(call);
  // For people: where it is now, which for what a shell does itself is not where it started. Its
  // first words are read by where it started.
  const bool is_told = action.act != Act::kRead || action.objects.empty() ||
                       policy::is_secret_to_read(action.objects.front());
  if (is_told) note_place(call);
}

void Describer::note_place(PendingCall& call) const {
  if (!call.held.tracee) return;
  // A quarter of the time that it takes by a descriptor.
  std::string told = paths_.names_may_differ()
                         ? std::string()
                         : interceptor::name_of_working_folder(*call.held.tracee);
  if (!told.empty()) {
    call.action.cwd = std::move(told);
    return;
  }
  if (const auto folder = interceptor::open_working_folder(*call.held.tracee))
    call.action.cwd = paths_.name_of(folder->get()).path;
}

void Describer::describe_exec(PendingCall& call) const {
  policy::Action& action = call.action;
  const interceptor::ExecImage& image = *call.held.image;
  if (auto folder = interceptor::open_working_folder(*call.held.tracee)) {
    call.working_folder = std::move(*folder);
    action.cwd = paths_.name_of(call.working_folder.get()).path;
  }
  action.exe = name_of(image).path;
  action.argv = call.held.raw.argv;
  action.image_script = image.script;
  action.image_setuid = interceptor::is_set_user_id(image) && !weakened("setuid-image");
  action.image_origin = origin_of(image);
  const bool elsewhere = call.held.tracee->realm != nullptr && !weakened("installed-inside");
  if (action.image_origin == ImageOrigin::kInstalled && !elsewhere) {
    action.called_by_link = link_name_of(call.held.raw.path, image.path);
  }
  describe_copies(call, elsewhere);
  for (const std::string& entry : call.held.raw.envp) {
    if (entry.find('=') != std::string::npos && !inherited_.contains(entry))
      action.environment_changes.push_back(entry);
  }
  policy::leave_out_settings(action.environment_changes, git_settings_);
  const Program& starter = *call.process->program;
  call.begins =
      script_begun(starter.actor, starter.cwd, action, paths_.classifier().roots().workspace);
  call.foreign_code = elsewhere || loads_other_code(action.environment_changes);
}

// A program that an installed one starts by a later exec is looked at then.
void Describer::describe_copies(PendingCall& call, bool elsewhere) const {
  const interceptor::ExecImage& image = *call.held.image;
  known_.settle(call.action,
                {.file = image.file.get(),
                 .trusted = call.action.image_origin == ImageOrigin::kInstalled && !elsewhere,
                 .interpreter = image.script ? image.interpreter.get() : -1,
                 .interpreted_argv = image.script ? image.running_argv : std::vector<std::string>(),
                 .open_program = std::bind_front(open_program_in, call.working_folder.get()),
                 .open_input = [&call] {
                   return interceptor::open_descriptor(*call.held.tracee, 0).value_or(UniqueFd());
                 }});
}

// As held: the kernel's name, unless mounts of the tree may have made it another's.
HeldName Describer::name_of(const interceptor::ExecImage& image) const {
  if (!paths_.names_may_differ()) return {image.path, std::nullopt};
  return paths_.name_of(image.file.get());
}

policy::ImageOrigin Describer::origin_of(const interceptor::ExecImage& image) const {
  if (weakened("image-origin")) return ImageOrigin::kInstalled;
  if (image.path.starts_with("/memfd:")) return ImageOrigin::kMemfd;
  if (image.status.st_nlink == 0) return ImageOrigin::kDeleted;
  const bool looked_at = image.looked.stx_mask != 0 && !image.path.empty();
  const policy::Object object = looked_at ? paths_.describe(image.looked, name_of(image))
                                          : paths_.describe_held(image.file.get(), name_of(image));
  if (object.recoverability == policy::Recoverability::kBorn) {
    return paths_.classifier().in_build_folder(object.path) ? ImageOrigin::kBornInBuild
                                                            : ImageOrigin::kBorn;
  }
  if (is_installed(image.status) && is_system_place(object.path_class)) {
    return ImageOrigin::kInstalled;
  }
  const bool workspace =
      object.path_class == PathClass::kWorkspace || object.path_class == PathClass::kWorkspaceRoot;
  return workspace ? ImageOrigin::kWorkspace : ImageOrigin::kOther;
}

// An object whose own name is longer than the kernel tells has that of its folder and its own.
HeldName Describer::name_of(const HeldPath& held) const {
  HeldName name = paths_.name_of(held.object.get());
  if (!name.path.empty() || !held.parent.valid()) return name;
  name = paths_.name_of(held.parent.get());
  if (!name.path.empty()) name.path += "/" + held.name.substr(0, held.name.find('/'));
  return name;
}

policy::Object Describer::existing_object(const HeldPath& held) const {
  HeldName name = name_of(held);
  if (!held.looked || held.looked->stx_mask == 0 || name.path.empty())
    return paths_.describe_held(held.object.get(), std::move(name));
  return paths_.describe(*held.looked, std::move(name));
}

// git packs what was there before into files of this session: only to git itself they are its own.
void Describer::settle_packed(const policy::Action& action, policy::Object& object) const {
  if (action.actor.installed && policy::is_git_on_its_own(action.actor.exe, action.actor.argv))
    return;
  object.recoverability = paths_.recoverability_of_before(object);
}

policy::Object Describer::object_of(const PendingCall& call, const HeldPath& held) const {
  policy::Object object =
      held.exists() ? existing_object(held) : paths_.describe_missing(held.parent.get(), held.name);
  if (weakened("resolved-object") && held.exists())
    object = paths_.describe_held(held.object.get(), spelling_of(call, held));
  const bool own_terminal = interceptor::is_character_device(held) &&
                            is_pseudo_terminal(held.status.st_rdev) &&
                            is_terminal_of_tree(held.status.st_rdev, call.held.tracee->tgid);
  if (own_terminal || is_own_proc_file(object, call))
    object.path_class = PathClass::kHarmlessDevice;
  if (paths_.git() != nullptr && object.recoverability == policy::Recoverability::kBorn &&
      paths_.git()->keeps(object.path) && !weakened("packed-history"))
    settle_packed(call.action, object);
  saved_.settle(call, held.exists() ? held.object.get() : -1, object);
  return object;
}

// For an object without a file the class says whose it is.
policy::Object Describer::object_without_file(const interceptor::HeldCall& held) const {
  policy::Object object;
  object.type = policy::ObjectType::kFile;
  if (held.raw.operation == Operation::kRemoveQueue) {
    object.path = "/dev/mqueue/" + held.raw.path;
    object.path_class = paths_.class_of(object.path, object.type);
    return object;
  }
  const interceptor::SharedObject& shared = held.shared;
  object.path = std::string("sysv:") + shared.kind + ":" + std::to_string(shared.id);
  object.bytes = shared.bytes;
  const bool newer =
      shared.inside || std::chrono::system_clock::from_time_t(shared.changed) >= started_;
  const bool others =
      shared.maker != 0 && lives(shared.maker) && !interceptor::is_supervised(shared.maker);
  if (newer && !others) {
    object.path_class = PathClass::kTmp;
    object.recoverability = policy::Recoverability::kBorn;
  }
  return object;
}

void Describer::describe_file_act(PendingCall& call) const {
  const interceptor::HeldCall& held = call.held;
  if (held.raw.operation == Operation::kSharedObject ||
      held.raw.operation == Operation::kRemoveQueue) {
    call.action.objects.push_back(object_without_file(held));
    return;
  }
  if (call.action.act == Act::kMetadata) call.action.change = metadata_change_of(held);
  if (call.action.act == Act::kCreate) describe_made(held, call.action);
  call.action.objects.push_back(object_of(call, held.first));
  if (call.action.act == Act::kRead && policy::reads_own_secret(call.action) &&
      is_told_to_read(call.action.actor, call.action.cwd, held.first.status))
    call.action.actor.tampered = true;  // no program's own any more
  // An empty folder alone: a link in its place would lead what is written there elsewhere.
  if (held.raw.operation == Operation::kMakeDirectory &&
      paths_.classifier().leads_to_cache(call.action.objects[0].path))
    call.action.objects[0].path_class = policy::PathClass::kCache;
  call.action.also_reads =
      call.action.act == Act::kModify && interceptor::reads_what_it_changes(held.raw);
  call.action.appends = call.action.act == Act::kModify && interceptor::adds_to_the_end(held.raw);
  call.action.exchange = interceptor::exchanges_names(held.raw);
  if (held.raw.operation == Operation::kRename || held.raw.operation == Operation::kLink)
    call.action.objects.push_back(object_of(call, held.second));
  // A build gives names to what it built; only a name for something else is a way out of saving.
  if (held.raw.operation == Operation::kLink && call.action.objects.size() == 2 &&
      paths_.is_build_place(call.action.objects[0].path))
    call.action.objects[1].recoverability = policy::Recoverability::kNothing;
  if (held.raw.operation != Operation::kRename) return;
  // A file that goes where a build puts things is lost there, also when the session's own makes
  // way.
  for (policy::Object& object : call.action.objects) {
    const bool own = object.recoverability == policy::Recoverability::kBorn;
    const bool makes_way = &object == &call.action.objects.back() || call.action.exchange;
    if (own && makes_way && paths_.is_build_place(object.path) && !weakened("built-links"))
      object.recoverability = policy::Recoverability::kBuilt;
  }
}

void Describer::note_changed(const PendingCall& call) const {
  const bool clean = !call.action.objects.empty() && call.action.act == Act::kModify &&
                     call.action.objects.front().recoverability == policy::Recoverability::kClean;
  if (clean && paths_.git() != nullptr) paths_.git()->note_changed(call.held.first.object.get());
}

Result<void> Describer::note_names(const PendingCall& call) const {
  const Operation operation = call.held.raw.operation;
  const bool links = operation == Operation::kLink;
  const bool moves = operation == Operation::kRename;
  if (!links && !moves && operation != Operation::kRemove) return {};
  const HeldPath& held = moves ? call.held.second : call.held.first;
  const bool several = held.exists() && (links || held.status.st_nlink > 1);
  if (!several || interceptor::is_folder(held)) return {};
  const auto id = birth_id_held(held.object.get());
  if (!id) return fail_errno("identity of it");
  paths_.note_of_before(*id);
  return {};
}

}  // namespace guard::supervisor
