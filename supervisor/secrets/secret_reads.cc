// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/secret_reads.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "interceptor/resolve/held_object.h"
#include "policy/effects/file_assessment.h"
#include "supervisor/secrets/content_look.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Object;
using policy::ObjectType;
using policy::PathClass;

constexpr auto kPatienceAtTheEnd = std::chrono::seconds(2);
constexpr std::size_t kNamesAtStart = 4000;  // some 5 ms
constexpr std::size_t kNamesAtOnce = 20'000;
constexpr std::size_t kNamedAtStart = 100'000;  // some 0.2 s, in folders that the policy names

// Acts that give a file a name, or let guard itself open it.
bool may_make_a_secret(Act act) {
  return act == Act::kCreate || act == Act::kModify || act == Act::kRename || act == Act::kLink ||
         act == Act::kMetadata;
}

bool is_folder(const Object& object) {
  return object.type == ObjectType::kDirectory;
}

bool moves_or_opens_folder(const policy::Action& action) {
  return (action.act == Act::kRename || action.act == Act::kMetadata) &&
         (is_folder(action.objects.front()) ||
          (action.exchange && is_folder(action.objects.back())));
}

// A person can mend it so. A lease takes the owner's rights, and everybody's right
// to read is what lets the session read at all. chmod follows a link, and whoever wrote the
// workspace chose where it leads: there no command is offered.
std::string fix_of(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return "";
  if (S_ISLNK(status.st_mode)) return " It is a link: look where it leads.";
  if (status.st_uid == ::geteuid()) return "";
  const std::string owner = " Another user owns it.";
  return (status.st_mode & S_IROTH) == 0
             ? owner
             : owner + " Fix: " + command_text({"sudo", "chmod", "o-r", path});
}

std::string not_held_text(const std::string& path, std::size_t more) {
  const std::string others =
      more == 0 ? "" : " and " + std::to_string(more) + " more (guard doctor lists them)";
  return safe_text(path) + others + " cannot be held here: what this run starts may read " +
         (more == 0 ? "it" : "them") + " without a question." + fix_of(path);
}

// Only by its time of birth, which nobody can set: what stands in for it (base/files/birth.h) is a
// number that the owner of a file may change.
bool is_another(std::int64_t born_ns, std::int64_t other_ns) {
  return born_ns > 0 && other_ns > 0 && born_ns != other_ns;
}

// A held object is looked at once: it was born when it was.
std::optional<BirthId> id_of(const interceptor::HeldPath& held) {
  const bool is_told = held.looked && held.looked->stx_mask != 0;
  return is_told ? birth_id_of(*held.looked) : birth_id_held(held.object.get());
}

}  // namespace

SecretReads::SecretReads(const policy::PathClassifier& classifier,
                         std::unique_ptr<interceptor::ReadGate> gate, SecretTells tells,
                         InGit in_git, std::unique_ptr<LookMark> mark)
    : classifier_(classifier),
      gate_(std::move(gate)),
      tell_(std::move(tells.now)),
      tell_standing_(tells.standing ? std::move(tells.standing) : tell_),
      tell_patterns_(tells.patterns ? std::move(tells.patterns) : [](const std::string&) {}),
      in_git_(std::move(in_git)),
      search_(classifier, [this](int object, const std::string& path) { found(object, path); }),
      mark_(std::move(mark)) {}

void SecretReads::begin() {
  const std::lock_guard lock(mutex_);
  search_named();
  search_.begin_usual();
  (void)go_on(kNamesAtStart);
  tell_closed();
  search_.begin_home();
  held_elsewhere_ = gate_->open_elsewhere() + leased_elsewhere_.load();
  if (held_elsewhere_ == 0) return;
  tell_(count_text(held_elsewhere_, "secret is", "secrets are") +
        " held or open elsewhere, perhaps by another guard run: what this one starts reads them "
        "unasked");
}

// Before anything else, and to its end: whoever named it counts on it.
void SecretReads::search_named() {
  search_.begin_named();
  if (go_on(kNamedAtStart))
    tell_patterns_(
        "the search for the secrets that the policy names goes on while the command runs: what "
        "it has not come to is read unasked");
  for (const std::string& line : search_.names_folders())
    tell_standing_("secret: " + safe_text(line));
  if (gate_->holds_all()) return;
  for (const std::string& line : search_.not_everywhere())
    tell_patterns_("secret: " + safe_text(line));
}

void SecretReads::settle() {
  gate_->settle(kPatienceAtTheEnd);
}

void SecretReads::hold(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) arm_or_tell(file.get(), path);
}

bool SecretReads::search_on() {
  const std::lock_guard lock(mutex_);
  if (go_on(kNamesAtOnce)) {
    if (mark_) mark_->renew();
    return true;
  }
  if (const std::size_t left = search_.left_out(); left > told_left_out_) {
    told_left_out_ = left;
    tell_(count_text(left, "folder was", "folders were") +
          " not searched for secrets, for depth or number: what lies in there is read unasked");
  }
  tell_closed();
  // The other session notices a moment later.
  if (mark_ && !mark_->fades()) return true;
  mark_.reset();
  return false;
}

bool SecretReads::go_on(std::size_t names) {
  const bool left = search_.go_on(names);
  tell_not_held();
  return left;
}

// Once at the start; once more if the rest of the home has some.
void SecretReads::tell_closed() {
  const SecretSearch::Closed& closed = search_.closed();
  if (gate_->holds_all() || closed.folders == told_closed_) return;
  told_closed_ = closed.folders;
  tell_standing_(closed_text(closed));
}

void SecretReads::tell_not_held() {
  if (not_held_ > 0) {
    tell_standing_(not_held_text(one_not_held_, not_held_ - 1));
  }
  not_held_ = 0;
}

SecretReads::File& SecretReads::file_of(const BirthId& id) {
  const auto [found, made] = files_.try_emplace({id.device, id.inode});
  File& file = found->second;
  if (made || is_another(file.born_ns, id.born_ns))
    file = File{id.born_ns, false, {}, {}, {}, false};
  return file;
}

// Also of one that is known: it may be held only since its mode was changed.
bool SecretReads::arm(int object, const std::string& path) {
  const auto id = birth_id_held(object);
  if (!id) return false;  // told as one that cannot be held
  bool is_new = false;
  {
    const std::lock_guard lock(files_mutex_);
    File& file = file_of(*id);
    is_new = !std::exchange(file.is_secret, true);
    file.path = path;
  }
  const auto armed = gate_->arm(object);
  if (armed || !is_new) return true;
  // EAGAIN: another session of this user has a lease of it.
  if (armed.error().sys_errno != EAGAIN) return false;
  ++leased_elsewhere_;
  return true;
}

void SecretReads::arm_or_tell(int object, const std::string& path) {
  if (!arm(object, path)) tell_standing_(not_held_text(path, 0));
}

// To open it would break the lease: its holder could not tell that from an open of its own tree.
bool SecretReads::is_leased_elsewhere(const struct stat& status) {
  return gate_->holds_all() && leases_.has(status.st_ino);
}

// This is about what is in it now; what the tree writes there later is held whatever it is. One
// that is held already, found by another name or another search, is not opened: that would break
// its lease.
void SecretReads::found(int object, const std::string& path) {
  struct stat status {};
  const auto id = birth_id_held(object);
  if (!id || ::fstat(object, &status) != 0) {
    ++not_held_;
    one_not_held_ = path;
    return;
  }
  if (holds_by(id).value_or(false) && arm(object, path)) return;
  const bool is_closed = is_leased_elsewhere(status);
  ContentLook look = is_closed ? ContentLook{} : look_at_content(object);
  if (look.broke_lease && mark_) mark_->set();
  look.is_public = look.is_public && !is_named_secret(classifier_, path);
  const bool unread = is_closed || look.broke_lease || look.is_public;
  const bool committed = !unread && in_git_.commit && in_git_.commit(object, path);
  const bool can_be_held = look.is_public || arm(object, path);
  {
    const std::lock_guard lock(files_mutex_);
    File& file = file_of(*id);
    file.kind = look.kind;
    file.looked_at = status.st_ctim;
    file.committed = committed;
  }
  if (can_be_held) return;
  ++not_held_;
  one_not_held_ = path;
}

std::optional<bool> SecretReads::holds(int object) const {
  return holds_by(birth_id_held(object));
}

std::optional<bool> SecretReads::holds_by(const std::optional<BirthId>& id) const {
  if (!id) return true;
  const std::shared_lock lock(files_mutex_);
  const auto found = files_.find({id->device, id->inode});
  if (found == files_.end() || is_another(found->second.born_ns, id->born_ns)) return std::nullopt;
  return found->second.is_secret;
}

// Met before the search came to it, or where it does not look.
bool SecretReads::is_secret(const interceptor::HeldPath& object, const std::string& path,
                            bool by_name) {
  if (!object.exists()) return by_name && is_looked_for(classifier_, path);
  const auto id = id_of(object);
  if (const auto known = holds_by(id)) return *known;
  if (!by_name || !is_looked_for(classifier_, path)) return false;
  if (!id || !interceptor::is_regular_file(object)) return true;
  if (is_leased_elsewhere(object.status)) return true;
  const ContentLook look = look_at_content(object.object.get());
  if (!look.is_public || is_named_secret(classifier_, path)) return true;
  const std::lock_guard lock(files_mutex_);
  File& file = file_of(*id);
  file.kind = look.kind;
  file.looked_at = object.status.st_ctim;
  file.path = path;
  return file.is_secret;
}

const SecretReads::File* SecretReads::unchanged(const struct stat& status) const {
  const auto found = files_.find({status.st_dev, status.st_ino});
  if (found == files_.end()) return nullptr;
  const timespec& then = found->second.looked_at;
  const bool same = then.tv_sec == status.st_ctim.tv_sec && then.tv_nsec == status.st_ctim.tv_nsec;
  return same ? &found->second : nullptr;
}

std::string_view SecretReads::kind_of(const struct stat& status) const {
  const std::shared_lock lock(files_mutex_);
  const File* const file = unchanged(status);
  return file == nullptr ? std::string_view() : file->kind;
}

bool SecretReads::is_committed(const PendingCall& call) {
  const interceptor::HeldPath& held = call.held.first;
  const Object& object = call.action.objects.front();
  {
    const std::shared_lock lock(files_mutex_);
    if (const File* const file = unchanged(held.status)) return file->committed;
  }
  // Whoever opens it in the moment of the loan reads what the tree has written itself.
  if (!in_git_.store || object.recoverability != policy::Recoverability::kBorn || !held.exists())
    return false;
  const auto lent = lend(held);
  return in_git_.store(held.object.get(), object.path);
}

std::shared_ptr<void> SecretReads::lend(const interceptor::HeldPath& object) {
  if (!object.exists()) return nullptr;
  const struct stat& status = object.status;
  const bool held = holds_by(id_of(object)).value_or(false);
  return held ? gate_->lend({status.st_dev, status.st_ino}) : nullptr;
}

std::shared_ptr<void> SecretReads::lend_to_execute(const PendingCall& call) {
  return call.held.raw.operation == interceptor::Operation::kOpen ? lend(call.held.first) : nullptr;
}

// If a name goes, the content is kept when it is the last one.
std::shared_ptr<void> SecretReads::lend_to_save(const PendingCall& call) {
  const bool replaces = call.action.act == policy::Act::kRename;
  const interceptor::HeldPath& object = replaces ? call.held.second : call.held.first;
  if (call.action.act == policy::Act::kModify) return lend(object);
  const bool goes = replaces || call.action.act == policy::Act::kDelete;
  return goes && object.exists() && object.status.st_nlink <= 1 ? lend(object) : nullptr;
}

std::vector<std::string> SecretReads::found_below(const std::string& path) const {
  std::vector<std::string> found;
  const std::shared_lock lock(files_mutex_);
  for (const auto& [id, file] : files_)
    if (file.is_secret && file.path.starts_with(path + "/")) found.push_back(file.path);
  return found;
}

std::vector<std::pair<std::string, interceptor::FileId>> SecretReads::refused_below(
    const std::string& path) const {
  std::vector<std::pair<std::string, interceptor::FileId>> found;
  if (!gate_->refuses_hurried()) return found;
  const std::string folder = path.ends_with('/') ? path : path + "/";
  {
    const std::shared_lock lock(files_mutex_);
    for (const auto& [id, file] : files_)
      if (file.is_secret && (file.path == path || file.path.starts_with(folder)))
        found.emplace_back(file.path, id);
  }
  std::erase_if(found, [](const auto& secret) {
    struct stat status {};
    return ::lstat(secret.first.c_str(), &status) != 0 ||
           interceptor::FileId(status.st_dev, status.st_ino) != secret.second;
  });
  return found;
}

void SecretReads::forget(dev_t device, ino_t inode) {
  {
    const std::lock_guard lock(files_mutex_);
    if (files_.erase({device, inode}) == 0) return;
  }
  gate_->forget({device, inode});
}

void SecretReads::arm_name(int folder, const std::string& name, const std::string& path) {
  const UniqueFd file(::openat(folder, name.c_str(), O_PATH | O_CLOEXEC));  // a link leads to one
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) arm_or_tell(file.get(), path);
}

// A folder may make secrets of what lies in it by its new name, or open to guard itself ("~/.ssh").
// At once, whatever else waits to be searched; what is left of a large one joins that. FOR_ALL: a
// search may not have been in it.
void SecretReads::search_in(const std::string& folder, bool for_all) {
  const bool is_place =
      classifier_.classify(folder + "/x", ObjectType::kFile) == PathClass::kSecret;
  const auto begin = [&](SecretSearch& search) {
    search.begin_named_below(folder);
    if (is_place || for_all) search.begin(folder);
  };
  const std::lock_guard lock(mutex_);
  SecretSearch at_once(classifier_,
                       [this](int object, const std::string& path) { found(object, path); });
  begin(at_once);
  if (at_once.go_on(kNamedAtStart)) begin(search_);
  tell_not_held();
  if (at_once.closed().folders > 0 && !gate_->holds_all())
    tell_standing_(closed_text(at_once.closed()));
}

// A moved folder may come from where no search comes by, and out of a folder that was closed. A
// mode opens only what was not open before: `chmod -R` must not search each folder again.
void SecretReads::note_folders(const policy::Action& action) {
  if (action.act == Act::kMetadata) {
    constexpr unsigned kOpen = S_IRUSR | S_IXUSR;
    return search_in(action.objects.front().path,
                     (action.objects.front().permissions & kOpen) != kOpen);
  }
  const auto search = [this](const std::string& folder) {
    search_in(folder, is_searched_by_name(classifier_, folder));
  };
  search(action.objects.back().path);
  if (action.exchange) search(action.objects.front().path);
}

void SecretReads::note(const PendingCall& call) {
  if (!may_make_a_secret(call.action.act) || call.action.objects.empty()) return;
  const Object& last = call.action.objects.back();
  if (moves_or_opens_folder(call.action)) return note_folders(call.action);
  if (!std::any_of(call.action.objects.begin(), call.action.objects.end(),
                   policy::is_secret_to_read))
    return;
  const interceptor::HeldPath& named =
      call.held.second.parent.valid() ? call.held.second : call.held.first;
  if (call.action.act == Act::kMetadata && named.exists() && interceptor::is_regular_file(named))
    return arm_or_tell(named.object.get(), last.path);
  if (named.parent.valid()) arm_name(named.parent.get(), named.name, last.path);
}

}  // namespace guard::supervisor
