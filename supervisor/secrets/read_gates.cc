// SPDX-License-Identifier: Apache-2.0
#include "supervisor/secrets/read_gates.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/read_gates/fanotify_gate.h"
#include "interceptor/read_gates/lease_gate.h"
#include "supervisor/audit/store/private_folder.h"
#include "supervisor/secrets/look_mark.h"
#include "supervisor/secrets/told_today.h"

namespace guard::supervisor {
namespace {

using interceptor::ReadGate;
using interceptor::TurnOutcome;

constexpr auto kBetweenLockTries = std::chrono::milliseconds(10);

const char* why_not_judged(TurnOutcome outcome) {
  switch (outcome) {
    case TurnOutcome::kHeldByOther:
      return "a debugger holds the process";
    case TurnOutcome::kUnreadable:
      return "guard could not look at the process";
    case TurnOutcome::kNotTurned:
      return "it was not opened by open or openat";
    case TurnOutcome::kTurned:
    case TurnOutcome::kGone:
      break;
  }
  return nullptr;
}

Result<std::unique_ptr<ReadGate>> start_fanotify(ReadGateParts& parts) {
  return interceptor::start_fanotify_gate(
      std::move(parts.plan.fanotify),
      [verifier = parts.verifier, &record = parts.record](interceptor::OpenToTurn open) {
        open.on_outcome = [&record, tid = open.tid](TurnOutcome outcome) {
          if (const char* why = why_not_judged(outcome)) record.unjudged_read(tid, why);
        };
        verifier->turn(std::move(open));
      });
}

std::string why_ended(const interceptor::EndedReader& reader) {
  if (reader.tracer == 0) return "it could not be held for an answer";
  const std::string& name = reader.tracer_name;
  return (name.empty() ? std::string("a debugger") : safe_text(name)) + " (process " +
         std::to_string(reader.tracer) +
         ") traces it, so that guard cannot hold it for an answer; run it without, or allow the "
         "read "
         "in the policy";
}

Result<std::unique_ptr<ReadGate>> start_leases(const ReadGateParts& parts) {
  return interceptor::start_lease_gate(
      parts.tree,
      [verifier = parts.verifier](interceptor::TreeToHold tree) {
        verifier->hold(std::move(tree));
      },
      [&record = parts.record, tell = parts.tell](const interceptor::EndedReader& reader) {
        const std::string why = why_ended(reader);
        record.unjudged_read(reader.process, why + ", and was ended", reader.path);
        tell("process " + std::to_string(reader.process) +
             " was ended: it wanted to read the secret " + safe_text(reader.path) + ", and " + why);
      },
      [&record = parts.record, tell = parts.tell,
       looks = std::make_shared<LookMark>(parts.state_folder)](const std::string& path) {
        if (looks->is_set_by_another()) return false;
        record.hurried_read(path);
        tell("skipped " + safe_text(path) +
             ": it is a secret, and what opened it waits for no answer (as grep -r and tar), or "
             "has ended; to be asked, read it by itself");
        return true;
      });
}

// The filter holds them all.
class EveryOpenGate : public ReadGate {
 public:
  [[nodiscard]] const char* name() const override { return "every open"; }
  [[nodiscard]] bool holds_all() const override { return true; }
  Result<void> arm(int) override { return {}; }
};

Result<std::unique_ptr<ReadGate>> start_gate(ReadGateParts& parts) {
  if (parts.plan.fanotify.valid()) return start_fanotify(parts);
  if (!parts.plan.asks_every()) return start_leases(parts);
  if (!parts.plan.traced && parts.tell_slow)
    once_a_day(parts.state_folder, parts.tell_slow)(
        "opening files is slower in this session, because guard looks at each of them: " +
        parts.plan.why_every);
  return std::unique_ptr<ReadGate>(std::make_unique<EveryOpenGate>());
}

std::string why_closed(const std::string& place) {
  return safe_text(place) +
         " may hold secrets, and guard cannot list it, so nobody knows which files to hold." +
         fix_of_closed(place);
}

}  // namespace

// A session that has just ended for its user still closes its record.
std::string take_lease_lock(const std::string& state_folder, UniqueFd& lock, int tries) {
  const auto folder = open_private_folder(state_folder);
  if (!folder) return folder.error().text();
  lock.reset(::open((*folder + "/leases.lock").c_str(),
                    O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600));
  if (!lock.valid()) return Error{Code::kSystem, errno, "open " + *folder + "/leases.lock"}.text();
  for (int attempt = 0; attempt < tries; ++attempt) {
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return {};
    std::this_thread::sleep_for(kBetweenLockTries);
  }
  lock.reset();
  return "another session of yours already holds your secrets. When that one has ended, new "
         "sessions are fast again";
}

std::string take_place_locks(const std::vector<std::string>& folders,
                             std::vector<UniqueFd>& locks) {
  for (const std::string& folder : folders) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) continue;
    const std::string name = "guard.leases." + std::to_string(::geteuid()) + "." +
                             std::to_string(status.st_dev) + "." + std::to_string(status.st_ino);
    struct sockaddr_un address {};
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);  // an abstract name
    const auto length =
        static_cast<socklen_t>(offsetof(struct sockaddr_un, sun_path) + 1 + name.size());
    UniqueFd lock(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    bool taken = false;
    for (int attempt = 0; lock.valid() && !taken && attempt < kLockTries; ++attempt) {
      taken = ::bind(lock.get(), reinterpret_cast<const struct sockaddr*>(&address), length) == 0;
      if (!taken && errno != EADDRINUSE) break;
      if (!taken) std::this_thread::sleep_for(kBetweenLockTries);
    }
    if (!taken)
      return "another session holds the secrets of " + safe_text(folder) +
             " already, with another state folder. When that one has ended, new sessions are fast "
             "again";
    locks.push_back(std::move(lock));
  }
  return {};
}

ReadGatePlan plan_read_gate(const policy::Policy& policy, const std::string& state_folder,
                            bool traced, const std::function<std::string()>& closed_place,
                            const std::vector<std::string>& workspace) {
  ReadGatePlan plan;
  plan.holds = policy.secret_reads != policy::SecretReads::kOff;
  if (!plan.holds) return plan;
  plan.traced = traced;
  if (traced) return plan;
  if (auto group = interceptor::make_fanotify_group()) plan.fanotify = std::move(*group);
  if (plan.fanotify.valid()) return plan;
  const std::string closed = closed_place && !weakened("closed-places") ? closed_place() : "";
  if (!closed.empty()) {
    plan.why_every = why_closed(closed);
    return plan;
  }
  plan.why_every = interceptor::can_lease() ? take_lease_lock(state_folder, plan.lease_lock)
                                            : "files can neither be marked (fanotify) nor leased "
                                              "(fs.leases-enable, fs.lease-break-time)";
  if (plan.why_every.empty()) plan.why_every = take_place_locks(workspace, plan.place_locks);
  return plan;
}

Result<std::unique_ptr<SecretReads>> hold_secrets(ReadGateParts parts) {
  if (!parts.plan.holds) return std::unique_ptr<SecretReads>();
  auto gate = start_gate(parts);
  if (!gate) return forward(gate.error());
  SecretTells tells{parts.tell, once_a_day(parts.state_folder, parts.tell), {}};
  if (parts.tell_slow) tells.patterns = once_a_day(parts.state_folder, parts.tell_slow);
  auto mark = std::make_unique<LookMark>(parts.state_folder);
  auto secrets = std::make_unique<SecretReads>(parts.classifier, std::move(*gate), std::move(tells),
                                               std::move(parts.in_git), std::move(mark));
  secrets->begin();
  for (const std::string& path : parts.of_guard) secrets->hold(path);
  return secrets;
}

}  // namespace guard::supervisor
