// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/weaken.h"
#include "interceptor/network_setup.h"
#include "interceptor/open_flags.h"
#include "interceptor/proc_status.h"
#include "interceptor/socket_resolver.h"
#include "policy/metadata_assessment.h"
#include "supervisor/ask_question.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/local_sockets.h"
#include "supervisor/metadata_facts.h"
#include "supervisor/terminals.h"

namespace guard::supervisor {
namespace {

using interceptor::HeldPath;
using interceptor::Operation;
using policy::Act;
using policy::ImageOrigin;
using policy::PathClass;

// Test-only builds: acts that nobody would look at without the layer that judges them.
bool is_overlooked(const PendingCall& call) {
  if (call.action.act == Act::kExec) return weakened("execs");
  if (call.action.act == Act::kConnect) return weakened("connects");
  return weakened("file-acts");
}

// Test-only builds: what somebody would judge who takes names for objects.
HeldName spelling_of(const PendingCall& call, const HeldPath& held) {
  const auto& raw = call.held.raw;
  const std::string& spelled = &held == &call.held.second ? raw.new_path : raw.path;
  return {spelled.starts_with('/') ? spelled : call.action.cwd + "/" + spelled, std::nullopt};
}

// The text of `sh -c TEXT` that the acting shell runs, if it is one: tells what stood as a
// wildcard.
std::string shell_text_of(const std::vector<std::string>& argv) {
  for (std::size_t i = 1; i + 1 < argv.size(); ++i) {
    const std::string& word = argv[i];
    if (word.size() < 2 || word[0] != '-' || word[1] == '-') return {};
    if (word.find('c') != std::string::npos) return argv[i + 1];
  }
  return {};
}

bool is_installed(const struct stat& status) {
  return status.st_uid == 0 && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// "/usr/bin/npm" -> "npm": a name that only root can give. A relative path trusts nobody.
std::string trusted_link_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (!path.starts_with('/') || slash + 1 >= path.size()) return {};
  struct stat folder {};
  struct stat link {};
  if (::stat(path.substr(0, slash + 1).c_str(), &folder) != 0 || !is_installed(folder)) return {};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode) || link.st_uid != 0) return {};
  return path.substr(slash + 1);
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
      return held.raw.shared_command == IPC_RMID ? Act::kDelete : Act::kMetadata;
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

// What a program's spec lets it do unasked ("git" in .git, a linker over its output): for an
// installed program alone, not for what it starts.
void apply_implied(policy::Assessment& assessment, const PendingCall& call) {
  // Where the tree mounts, an installed program may load anything by an installed name.
  if (call.held.tracee->realm && !weakened("installed-inside")) return;
  const auto& implied = call.process->program->implied;
  if (!implied || assessment.block || assessment.tier <= implied->tier ||
      !call.action.actor.installed)
    return;
  const auto has = [](const auto& list, const auto& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  const bool covered = has(implied->acts, call.action.act) && !call.action.objects.empty() &&
                       std::all_of(call.action.objects.begin(), call.action.objects.end(),
                                   [&](const policy::Object& object) {
                                     return has(implied->classes, object.path_class);
                                   });
  // Only what may change the system (a package manager) may give rights on the way.
  const bool rights =
      policy::gives_rights(call.action) && !has(implied->classes, PathClass::kSystem);
  // What git does in .git is no trade of its own elsewhere.
  const auto& objects = call.action.objects;
  const bool leaves_git = call.action.act == Act::kRename && covered &&
                          objects.front().path_class == PathClass::kVcs &&
                          objects.back().path_class != PathClass::kVcs;
  if (!covered || rights || leaves_git) return;
  assessment.tier = implied->tier;
  assessment.rule = "implied";
  assessment.reason = "part of what " + std::string(base_name(call.action.actor.exe)) + " does";
}

// Unix, netlink and kin: no address and port.
bool is_local_socket(const policy::Action& action) {
  return action.act == Act::kConnect && action.destination.address.empty();
}

// A folder that only the system's own packages write: not a root user's workspace or home.
bool is_system_place(PathClass path_class) {
  return path_class == PathClass::kSystem || path_class == PathClass::kOutside;
}

// A program whose code comes from elsewhere than its image is not the installed one.
bool loads_other_code(const std::vector<std::string>& environment_changes) {
  return std::any_of(environment_changes.begin(), environment_changes.end(),
                     [](const std::string& change) { return change.starts_with("LD_"); });
}

bool lives(pid_t pid) {
  return ::kill(pid, 0) == 0 || errno == EPERM;
}

// Of a System V object: what shall be set lies in memory, which may change after judgement.
bool sets_shared_object(const PendingCall& call) {
  return call.held.raw.operation == Operation::kSharedObject && call.action.act == Act::kMetadata;
}

void decide_shared_change(PendingCall& call) {
  const bool own = call.action.objects.front().recoverability == policy::Recoverability::kBorn;
  call.decision.rule = "ipc.set";
  call.decision.verdict = own ? policy::Verdict::kAllow : policy::Verdict::kDeny;
  if (own) return;
  call.decision.reason =
      "changes who may use " + call.action.objects.front().path + ", which others have made";
  call.decision.assessment.tier = 2;
  call.decision.assessment.categories = {policy::Category::kSystemImpact};
}

bool is_guards_own(const policy::Action& action) {
  return !action.objects.empty() && action.objects.front().path_class == PathClass::kGuard;
}

void allow_unjudged(PendingCall& call, const char* rule) {
  call.decision.verdict = policy::Verdict::kAllow;
  call.decision.rule = rule;
}

// From inside the tree nobody talks to guard, or moves what it lives in.
void refuse_guards_own(PendingCall& call, std::string reason) {
  policy::Decision& decision = call.decision;
  decision.verdict = policy::Verdict::kBlock;
  decision.rule = "guard.own";
  decision.reason = std::move(reason);
  decision.assessment.tier = 3;
  decision.assessment.block = true;
  decision.assessment.categories = {policy::Category::kFsConfigSecrets};
}

}  // namespace

Judge::Judge(JudgeParts parts)
    : parts_(std::move(parts)),
      sockets_(parts_.paths, parts_.sockets),
      assessor_(parts_.policy),
      evaluator_(parts_.policy, policy::Place{parts_.paths.classifier().roots().workspace,
                                              parts_.paths.classifier().roots().home}) {
  for (const std::string& entry : parts_.environment) {
    const std::size_t equals = entry.find('=');
    if (equals != std::string::npos)
      inherited_.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
}

void Judge::describe_call(PendingCall& call) const {
  const interceptor::SyscallRow* row = interceptor::row_of(call.notification.number);
  if (row == nullptr) return;
  call.held.raw.operation = row->operation;
  call.action.act = act_of(call.held);
  call.action.syscall = row->name;
}

void Judge::describe_spelling(PendingCall& call) const {
  const interceptor::RawCall& raw = call.held.raw;
  call.action.act = act_of(call.held);
  if (call.action.act == Act::kExec) {
    call.action.argv = {raw.path};
  } else if (!raw.path.empty()) {
    call.action.objects = {policy::Object{.path = raw.path}};
  }
}

void Judge::describe(PendingCall& call) const {
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
}

void Judge::describe_exec(PendingCall& call) const {
  policy::Action& action = call.action;
  const interceptor::ExecImage& image = *call.held.image;
  const auto folder = interceptor::open_working_folder(*call.held.tracee);
  if (folder) action.cwd = parts_.paths.name_of(folder->get()).path;
  action.exe = name_of(image).path;
  action.argv = call.held.raw.argv;
  action.image_script = image.script;
  action.image_setuid = (image.status.st_mode & S_ISUID) != 0 && !weakened("setuid-image");
  action.image_origin = origin_of(image);
  const bool elsewhere = call.held.tracee->realm != nullptr && !weakened("installed-inside");
  if (action.image_origin == ImageOrigin::kInstalled && !elsewhere) {
    action.called_by_link = trusted_link_name(call.held.raw.path);
  }
  for (const std::string& entry : call.held.raw.envp) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const auto found = inherited_.find(entry.substr(0, equals));
    if (found == inherited_.end() || found->second != std::string_view(entry).substr(equals + 1)) {
      action.environment_changes.push_back(entry);
    }
  }
  call.foreign_code = elsewhere || loads_other_code(action.environment_changes);
}

// As held: the kernel's name, unless mounts of the tree may have made it another's.
HeldName Judge::name_of(const interceptor::ExecImage& image) const {
  if (!parts_.paths.names_may_differ()) return {image.path, std::nullopt};
  return parts_.paths.name_of(image.file.get());
}

policy::ImageOrigin Judge::origin_of(const interceptor::ExecImage& image) const {
  if (weakened("image-origin")) return ImageOrigin::kInstalled;
  if (image.path.starts_with("/memfd:")) return ImageOrigin::kMemfd;
  if (image.status.st_nlink == 0) return ImageOrigin::kDeleted;
  const policy::Object object = parts_.paths.describe_held(image.file.get(), name_of(image));
  if (object.recoverability == policy::Recoverability::kBorn) {
    return parts_.paths.classifier().in_build_folder(object.path) ? ImageOrigin::kBornInBuild
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
HeldName Judge::name_of(const HeldPath& held) const {
  HeldName name = parts_.paths.name_of(held.object.get());
  if (!name.path.empty() || !held.parent.valid()) return name;
  name = parts_.paths.name_of(held.parent.get());
  if (!name.path.empty()) name.path += "/" + held.name.substr(0, held.name.find('/'));
  return name;
}

policy::Object Judge::object_of(const PendingCall& call, const HeldPath& held) const {
  policy::Object object = held.exists()
                              ? parts_.paths.describe_held(held.object.get(), name_of(held))
                              : parts_.paths.describe_missing(held.parent.get(), held.name);
  if (weakened("resolved-object") && held.exists())
    object = parts_.paths.describe_held(held.object.get(), spelling_of(call, held));
  const bool own_terminal = S_ISCHR(held.status.st_mode) &&
                            is_pseudo_terminal(held.status.st_rdev) &&
                            is_terminal_of_tree(held.status.st_rdev, call.held.tracee->tgid);
  if (own_terminal || is_own_proc_file(object, call))
    object.path_class = PathClass::kHarmlessDevice;
  return object;
}

// What has no file: the class says whose it is.
policy::Object Judge::object_without_file(const interceptor::HeldCall& held) const {
  policy::Object object;
  object.type = policy::ObjectType::kFile;
  if (held.raw.operation == Operation::kRemoveQueue) {
    object.path = "/dev/mqueue/" + held.raw.path;
    object.path_class = parts_.paths.classifier().classify(object.path, object.type);
    return object;
  }
  const interceptor::SharedObject& shared = held.shared;
  object.path = std::string("sysv:") + shared.kind + ":" + std::to_string(shared.id);
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

void Judge::describe_file_act(PendingCall& call) const {
  const interceptor::HeldCall& held = call.held;
  if (held.raw.operation == Operation::kSharedObject ||
      held.raw.operation == Operation::kRemoveQueue) {
    call.action.objects.push_back(object_without_file(held));
    return;
  }
  if (call.action.act == Act::kMetadata) call.action.change = metadata_change_of(held);
  if (call.action.act == Act::kCreate) describe_made(held, call.action);
  call.action.objects.push_back(object_of(call, held.first));
  call.action.exchange =
      held.raw.operation == Operation::kRename && (held.raw.rename_flags & RENAME_EXCHANGE) != 0;
  if (held.raw.operation == Operation::kRename || held.raw.operation == Operation::kLink) {
    call.action.objects.push_back(object_of(call, held.second));
  }
}

bool Judge::is_slow(const PendingCall& call) const {
  if (call.action.act == Act::kConnect) return parts_.network.needs_lookup(call.action.destination);
  return call.action.act == Act::kExec && assessor_.is_slow(call.action);
}

policy::SessionState Judge::session_state(const PendingCall& call) const {
  policy::SessionState state;
  state.on_ask = parts_.on_ask;
  state.approved_categories = parts_.grants.approved_categories();
  const std::lock_guard lock(mutex_);
  state.command_approved = approved_commands_.contains(call.process->command);
  return state;
}

void Judge::approve_command(pid_t command) {
  const std::lock_guard lock(mutex_);
  approved_commands_.insert(command);
}

void Judge::forget_command(pid_t command) {
  const std::lock_guard lock(mutex_);
  approved_commands_.erase(command);
}

policy::Assessment Judge::assess(PendingCall& call) const {
  TreeFacts facts(parts_.paths, place_of(call));
  policy::Assessment assessment = assessor_.assess(call.action, facts);
  if (call.action.act == Act::kExec) {
    for (const auto& object : facts.last_objects())
      call.walked.push_back({object.device, object.inode});
  } else {
    apply_implied(assessment, call);
  }
  return assessment;
}

// The same program on the same socket to the same address: one question.
bool Judge::decide_by_memory(PendingCall& call) const {
  auto before = sockets_.sent_before(call);
  if (!before) return false;
  call.approval_id = std::move(before->approval_id);
  allow_unjudged(call, "");
  call.decision.rule = std::move(before->rule);
  return true;
}

// `mv ~/.config x` touches no file of guard's, and takes them all away.
bool Judge::moves_guards_own(const policy::Action& action) const {
  if (action.act != Act::kRename) return false;
  return std::any_of(action.objects.begin(), action.objects.end(),
                     [this](const policy::Object& object) {
                       return object.type == policy::ObjectType::kDirectory &&
                              parts_.paths.classifier().holds_guards_own(object.path);
                     });
}

// The folder is opened for execs only: file acts come with their objects resolved.
ActPlace Judge::place_of(const PendingCall& call) const {
  ActPlace place;
  place.cwd_path = call.action.cwd;
  place.runs_as_root = parts_.runs_as_root;
  if (call.action.act != Act::kExec) return place;
  auto folder = interceptor::open_working_folder(*call.held.tracee);
  if (folder) place.cwd = std::move(*folder);
  if (auto root = interceptor::open_root(*call.held.tracee); root && call.held.tracee->realm)
    place.root = std::move(*root);
  place.shell_text = shell_text_of(call.process->program->actor.argv);
  return place;
}

// An approved (or denied) intent of this process covers the act: no second question.
bool Judge::decide_by_lease(PendingCall& call) const {
  if (call.action.act == Act::kExec) return decide_exec_by_lease(call);
  const std::vector<int> ancestors = ancestors_of(*call.process);
  if (call.action.act == Act::kSystem) {
    const auto approval = parts_.leases.covers_act(ancestors, Act::kSystem);
    return approval && allow_by_lease(call, *approval);
  }
  if (const std::string peer = peer_text(call.action); !peer.empty())
    return decide_by_refusal(call, peer);
  if (call.action.objects.empty()) return false;
  const policy::Object& object = call.action.objects.front();
  const struct stat& status = call.held.first.status;
  const LeasedAct act{call.action.act, policy::gives_rights(call.action)};
  auto approval = parts_.leases.covers(ancestors, act, status.st_dev, status.st_ino,
                                       object.recoverability == policy::Recoverability::kBorn);
  if (!approval) approval = parts_.leases.covers_path(ancestors, act, object.path);
  if (approval) return allow_by_lease(call, *approval);
  return decide_by_refusal(call, object.path);
}

bool Judge::decide_by_refusal(PendingCall& call, const std::string& place) const {
  const auto refusal = parts_.leases.refusal_for(call.held.tracee->tgid, call.action.act, place);
  if (!refusal) return false;
  call.approval_id = refusal->approval_id;
  call.told_before = true;
  call.decision.verdict = policy::Verdict::kDeny;
  call.decision.rule = "lease";
  call.decision.reason = refusal->reason;
  return true;
}

// `timeout 5 rm -rf x`, `find -exec rm {} +`: the wrapper was approved with what it would delete;
// the program that it then starts asks no more when it touches nothing else and means nothing else.
bool Judge::decide_exec_by_lease(PendingCall& call) const {
  const policy::Assessment& assessment = call.decision.assessment;
  const bool only_files = std::all_of(assessment.categories.begin(), assessment.categories.end(),
                                      [](policy::Category category) {
                                        return category == policy::Category::kFsDeleteOverwrite ||
                                               category == policy::Category::kFsOutsideWorkspace;
                                      });
  if (call.walked.empty() || !only_files || !assessment.effect || !assessment.effect->complete)
    return false;
  const std::vector<int> ancestors = ancestors_of(*call.process);
  std::optional<std::string> approval;
  for (const ObjectId& object : call.walked) {
    approval = parts_.leases.covers(ancestors, {Act::kDelete}, object.device, object.inode);
    if (!approval) return false;
  }
  return allow_by_lease(call, *approval);
}

bool Judge::allow_by_lease(PendingCall& call, const std::string& approval) {
  call.approval_id = approval;
  call.leased = true;
  call.decision.verdict = policy::Verdict::kAllow;
  call.decision.rule = "lease";
  call.decision.reason = "covered by an approved question";
  call.decision.assessment.tier = std::min(call.decision.assessment.tier, 1);
  return true;
}

void Judge::decide(PendingCall& call) const {
  if (call.action.act == Act::kRead) return allow_unjudged(call, "read");
  if (sets_shared_object(call)) return decide_shared_change(call);
  if (is_overlooked(call)) return allow_unjudged(call, "overlooked");
  if (moves_guards_own(call.action))
    return refuse_guards_own(call, "guard's own files lie in that folder");
  if (SocketJudge::may_set_up_network(call))
    call.held.keeps_netlink_power =
        parts_.leases.covers_act(ancestors_of(*call.process), Act::kSystem).has_value();
  if (const char* rule = sockets_.why_free(call)) return allow_unjudged(call, rule);
  if (decide_by_memory(call)) return;
  if (is_local_socket(call.action)) {
    if (is_guards_own(call.action))
      return refuse_guards_own(call, "guard's socket is out of reach of what it supervises");
  } else if (call.action.act == Act::kConnect) {
    parts_.network.complete(call.action.destination);
  }
  const policy::Assessment assessment = is_local_socket(call.action)
                                            ? assess_local_socket(sockets_.local_socket_of(call))
                                            : assess(call);
  policy::SessionState state = session_state(call);
  state.on_ask = policy::OnAsk::kWait;
  call.decision = evaluator_.evaluate(call.action, assessment, state);
  if (call.decision.verdict != policy::Verdict::kAsk) return;
  if (decide_by_lease(call) || decide_by_grant(call)) return;
  if (parts_.on_ask == policy::OnAsk::kWait) return;
  state.on_ask = parts_.on_ask;
  call.decision = evaluator_.evaluate(call.action, assessment, state);
}

bool Judge::decide_by_grant(PendingCall& call) const {
  const auto grant =
      parts_.grants.covering(call.action, call.decision.assessment, ancestors_of(*call.process),
                             std::chrono::system_clock::now());
  if (!grant) return false;
  call.approval_id = grant->approval_id;
  call.decision.verdict = policy::Verdict::kAllow;
  call.decision.rule = "grant";
  call.decision.reason = "remembered: " + grant->pattern;
  return true;
}

}  // namespace guard::supervisor
