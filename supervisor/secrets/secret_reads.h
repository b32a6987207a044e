// SPDX-License-Identifier: Apache-2.0
// SecretReads: keeps a read gate (interceptor/read_gates/read_gate.h) on every file that holds a
// secret: those found at the start, and those that the tree makes, renames or links later. A read
// that the gate holds back becomes an ordinary call of the pipeline. begin() and its search of the
// usual places run before CMD does; the rest of the home is searched by the tick, in pieces.
// note(): any thread.
#ifndef GUARD_SUPERVISOR_SECRETS_SECRET_READS_H_
#define GUARD_SUPERVISOR_SECRETS_SECRET_READS_H_

#include <sys/stat.h>
#include <time.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interceptor/read_gates/lease_waiters.h"
#include "interceptor/read_gates/read_gate.h"
#include "policy/paths/path_class.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/born_set.h"
#include "supervisor/facts/secret_files.h"
#include "supervisor/secrets/look_mark.h"

namespace guard::supervisor {

// One line for the person who runs guard. Any thread.
using TellFront = std::function<void(const std::string&)>;
// The receivers of the lines, by what the lines say.
struct SecretTells {
  TellFront now;            // what is not held in this session alone
  TellFront standing = {};  // what cannot be held in any session; null: as `now`
  TellFront patterns = {};  // which patterns of the policy hold for less; null: nobody is told
};
// Whether git has the very content of a file that is held, and lies at PATH. Both open the file.
struct InGit {
  using Has = std::function<bool(int object, const std::string& path)>;
  Has commit = {};  // that the session began with, under this name
  Has store = {};   // in whatever commit
};

class SecretReads {
 public:
  // `in_git`: empty when git has no say. `mark`: taken away when the search has ended.
  SecretReads(const policy::PathClassifier& classifier, std::unique_ptr<interceptor::ReadGate> gate,
              SecretTells tells, InGit in_git = {}, std::unique_ptr<LookMark> mark = nullptr);

  void begin();
  // Secrets that others held or had open when begin() came to them: read unasked.
  [[nodiscard]] std::size_t held_elsewhere() const { return held_elsewhere_; }
  // A secret of guard's own, wherever it lies.
  void hold(const std::string& path);
  // One more piece of the search, for a worker. True: something is left.
  bool search_on();
  // The session has ended: search_on() returns soon. Any thread.
  void stop_search() { search_.stop(); }
  // After CALL was carried out: what is a secret by its new name is held from now on.
  void note(const PendingCall& call);
  // The object that the descriptor holds (O_PATH will do) is one of them, whatever name it was
  // opened by; false: looked at, and public (a certificate); nothing: not known. A later file that
  // got the inode number of one is none. An object that cannot be told is taken for one.
  [[nodiscard]] std::optional<bool> holds(int object) const;
  // The object is one of them; when it is not known, whether it would be, had it been found at
  // PATH.
  [[nodiscard]] bool is_secret(const interceptor::HeldPath& object, const std::string& path,
                               bool by_name);
  // The beginning of a file when it was found ("a private key"); empty once it was changed.
  [[nodiscard]] std::string_view kind_of(const struct stat& status) const;
  // Git has the very content of what CALL is about: its commit had when the file was found, and it
  // has not been changed since; or this session made it, and guard may look into it. Not on the
  // mediator.
  [[nodiscard]] bool is_committed(const PendingCall& call);
  // While the result lives guard itself opens what CALL is about; what is kept of it before.
  [[nodiscard]] std::shared_ptr<void> lend_to_execute(const PendingCall& call);
  [[nodiscard]] std::shared_ptr<void> lend_to_save(const PendingCall& call);
  // Where secrets were found below the folder PATH.
  [[nodiscard]] std::vector<std::string> found_below(const std::string& path) const;
  // Secrets that were found at or below PATH, and lie there still, where the gate lets an open that
  // waits for nobody fail. By their paths.
  [[nodiscard]] std::vector<std::pair<std::string, interceptor::FileId>> refused_below(
      const std::string& path) const;
  void forget(dev_t device, ino_t inode);
  // Before a program starts: whoever had a secret open may have ended since.
  void hold_again(pid_t starting) { gate_->hold_again(starting); }
  // CMD has ended: what the gate still has to tell of comes before what is said of the end. Blocks,
  // not for long.
  void settle();

 private:
  [[nodiscard]] std::optional<bool> holds_by(const std::optional<BirthId>& id) const;
  // False: the gate cannot hold it, and that is not known yet.
  [[nodiscard]] bool arm(int object, const std::string& path);
  void arm_or_tell(int object, const std::string& path);
  [[nodiscard]] bool is_leased_elsewhere(const struct stat& status);
  void found(int object, const std::string& path);
  bool go_on(std::size_t names);
  std::shared_ptr<void> lend(const interceptor::HeldPath& object);
  void arm_name(int folder, const std::string& name, const std::string& path);
  void search_in(const std::string& folder, bool for_all);
  void note_folders(const policy::Action& action);
  void search_named();
  void tell_not_held();
  void tell_closed();

  const policy::PathClassifier& classifier_;
  const std::unique_ptr<interceptor::ReadGate> gate_;
  const TellFront tell_;
  const TellFront tell_standing_;
  const TellFront tell_patterns_;
  const InGit in_git_;
  interceptor::LeaseTable leases_;
  std::mutex mutex_;                // of the search
  SecretSearch search_;             // under mutex_
  std::size_t not_held_ = 0;        // under mutex_; of one piece of the search
  std::string one_not_held_;        // under mutex_
  std::size_t told_left_out_ = 0;   // under mutex_
  std::size_t told_closed_ = 0;     // under mutex_
  std::unique_ptr<LookMark> mark_;  // under mutex_
  mutable std::shared_mutex files_mutex_;
  struct File {
    std::int64_t born_ns = 0;  // born_set.h
    bool is_secret = false;    // false: public
    std::string_view kind;     // content_look.h
    timespec looked_at{};      // its ctime then
    std::string path;          // where it was found last
    bool committed = false;
  };
  // The entry that is kept of the object: made anew where another had its number. Under
  // files_mutex_.
  File& file_of(const BirthId& id);
  // As it was found; null when it was changed since, or was not looked at. Under files_mutex_.
  [[nodiscard]] const File* unchanged(const struct stat& status) const;
  std::map<interceptor::FileId, File> files_;  // under files_mutex_
  std::atomic<std::size_t> leased_elsewhere_ = 0;
  std::size_t held_elsewhere_ = 0;  // since begin()
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SECRETS_SECRET_READS_H_
