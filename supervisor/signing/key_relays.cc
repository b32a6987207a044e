// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/key_relays.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include "base/files/unique_fd.h"
#include "base/uuid.h"
#include "interceptor/calls/raw_call.h"
#include "supervisor/signing/gpg_relay.h"
#include "supervisor/signing/ssh_relay.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {
namespace {

using interceptor::Executed;
using interceptor::executed_error;

constexpr mode_t kForAll = 0666;
constexpr std::size_t kMostConnections = size_limit("keys.connections");

// Where a caller's socket is led to: a listener of guard's own, for one connection. Its name is
// gone before anybody is led there.
struct Door {
  UniqueFd listener;
  UniqueFd object;  // O_PATH: the listener's socket as a file
};

std::optional<Door> open_door(const std::string& folder) {
  const UniqueFd place(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  Door door;
  door.listener.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const std::string name = "keys-" + make_uuid();
  const std::string path = "/proc/self/fd/" + std::to_string(place.get()) + "/" + name;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!place.valid() || !door.listener.valid() || path.size() >= sizeof address.sun_path)
    return std::nullopt;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (::bind(door.listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return std::nullopt;
  door.object.reset(::openat(place.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  // Whoever is led there connects with rights of its own. Before it listens nobody can connect, and
  // from then on it has no name.
  const bool stands = door.object.valid() && ::fchmodat(place.get(), name.c_str(), kForAll, 0) == 0;
  const bool unnamed = ::unlinkat(place.get(), name.c_str(), 0) == 0;
  if (!stands || !unnamed || ::listen(door.listener.get(), 1) != 0) return std::nullopt;
  return door;
}

KeyCaller caller_of(const PendingCall& call) {
  return {.tid = call.notification.tid,
          .tracee = call.held.tracee,
          .process = call.process,
          .actor = call.action.actor,
          .cwd = call.action.cwd};
}

}  // namespace

struct KeyRelays::Connection {
  KeyAgent kind = KeyAgent::kNone;
  UniqueFd client;
  UniqueFd agent;
  KeyCaller caller;
  std::thread thread;
  std::atomic<bool> over = false;

  void end() const {
    ::shutdown(client.get(), SHUT_RDWR);
    ::shutdown(agent.get(), SHUT_RDWR);
  }
};

bool KeyRelays::relays(const PendingCall& call) const {
  if (call.held.raw.operation != interceptor::Operation::kConnect || call.action.objects.empty())
    return false;
  const policy::Object& object = call.action.objects.front();
  return object.type == policy::ObjectType::kSocket &&
         object.recoverability != policy::Recoverability::kBorn &&
         !call.held.address.unix_path.empty() && parts_.agents.at(object.path) != KeyAgent::kNone;
}

// Each leg is the caller's own connect, on other objects: the first of a socket of guard's to the
// agent, the second of the caller's socket to guard.
Executed KeyRelays::connect(PendingCall& call) {
  if (!make_room()) return executed_error(ECONNREFUSED);
  interceptor::HeldCall& held = call.held;
  auto connection = std::make_shared<Connection>();
  connection->kind = parts_.agents.at(call.action.objects.front().path);
  connection->caller = caller_of(call);
  connection->agent.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!connection->agent.valid()) return executed_error(errno);
  std::swap(held.socket, connection->agent);
  Executed reached = parts_.executor.execute(held);
  std::swap(held.socket, connection->agent);
  if (reached.error != 0 || reached.would_wait) return reached;
  auto door = open_door(parts_.folder);
  if (!door) return executed_error(ECONNREFUSED);
  std::swap(held.first.object, door->object);
  Executed led = parts_.executor.execute(held);
  std::swap(held.first.object, door->object);
  if (led.would_wait) return executed_error(EAGAIN);
  if (led.error != 0) return led;
  connection->client.reset(::accept4(door->listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!connection->client.valid() || !start(connection)) return executed_error(ECONNREFUSED);
  return led;
}

// False: too many are open.
bool KeyRelays::make_room() {
  std::list<std::shared_ptr<Connection>> over;
  const std::lock_guard lock(mutex_);
  for (auto each = connections_.begin(); each != connections_.end();) {
    const auto next = std::next(each);
    if ((*each)->over) over.splice(over.end(), connections_, each);
    each = next;
  }
  for (const auto& each : over) each->thread.join();
  return !stopping_ && connections_.size() < kMostConnections;
}

bool KeyRelays::start(const std::shared_ptr<Connection>& connection) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return false;
  try {
    connection->thread = std::thread([this, connection = connection.get()] {
      serve(*connection);
      connection->end();
      connection->over = true;
    });
  } catch (const std::system_error&) {
    return false;
  }
  connections_.push_back(connection);
  return true;
}

void KeyRelays::serve(Connection& connection) {
  CallPtr use;
  const KeyCaller& caller = connection.caller;
  const char* agent = connection.kind == KeyAgent::kSsh ? "ssh" : "gpg";
  KeyLink link{
      .client = connection.client.get(),
      .agent = connection.agent.get(),
      .argv = caller.process->program->actor.argv,
      .folder = caller.cwd,
      .allow =
          [&](policy::KeyRequest request) {
            use = questions_.allow(caller, std::move(request),
                                   [&] { return is_open(connection.client.get()); });
            return use != nullptr;
          },
      .ended = [&](bool done) { questions_.ended(*use, done); },
      .refused =
          [&](const std::string& words) { questions_.refuse_unknown(caller, agent, words); }};
  if (connection.kind == KeyAgent::kSsh) {
    SshRelay(std::move(link)).run();
  } else {
    GpgRelay(std::move(link)).run();
  }
}

void KeyRelays::stop() {
  std::list<std::shared_ptr<Connection>> all;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    all.swap(connections_);
  }
  for (const auto& each : all) each->end();
  for (const auto& each : all) each->thread.join();
}

}  // namespace guard::supervisor
