// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/server.h"

#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "supervisor/api/connection.h"
#include "supervisor/api/peer.h"
#include "supervisor/api/socket_file.h"

namespace guard::supervisor {
namespace {

using Protocol = boost::asio::local::stream_protocol;
using ErrorCode = boost::system::error_code;

// After accept failed (no descriptors left, say): trying again at once would only spin.
constexpr std::chrono::milliseconds kAcceptPause{200};

// Best effort, never waits: the socket is fresh, so this little fits.
void turn_away(int fd, int status, const char* phrase, const ApiResponse& response) {
  const std::string body = text_of(response.body) + "\n";
  const std::string text = "HTTP/1.1 " + std::to_string(status) + " " + phrase +
                           "\r\nContent-Type: application/json\r\nConnection: close\r\n"
                           "Content-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n" + body;
  [[maybe_unused]] const ssize_t sent =
      ::send(fd, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

}  // namespace

struct ApiServer::Impl : std::enable_shared_from_this<ApiServer::Impl> {
  Impl(boost::asio::io_context& io, SocketFile socket_file, ApiBackend api_backend,
       const ApiLimits& api_limits)
      : file(std::move(socket_file)),
        backend(std::move(api_backend)),
        limits(api_limits),
        acceptor(io, Protocol(), file->take_fd()),
        pause(io) {}

  void accept();
  void admit(Protocol::socket socket);
  [[nodiscard]] bool full_for(Role role) const;
  void close();

  std::optional<SocketFile> file;  // gone with close(): handlers may keep this Impl for longer
  ApiBackend backend;
  ApiLimits limits;
  Protocol::acceptor acceptor;
  boost::asio::steady_timer pause;
  std::map<std::uint64_t, std::shared_ptr<Connection>> connections;
  std::uint64_t next_connection = 1;
  bool closed = false;
};

void ApiServer::Impl::accept() {
  acceptor.async_accept([self = shared_from_this()](ErrorCode error, Protocol::socket socket) {
    if (self->closed) return;
    if (!error) {
      self->admit(std::move(socket));
      return self->accept();
    }
    self->pause.expires_after(kAcceptPause);
    self->pause.async_wait([self](ErrorCode) {
      if (!self->closed) self->accept();
    });
  });
}

bool ApiServer::Impl::full_for(Role role) const {
  if (connections.size() >= limits.connections) return true;
  if (role == Role::kOutside) return false;
  const auto guests = std::count_if(connections.begin(), connections.end(), [](const auto& entry) {
    return entry.second->role() != Role::kOutside;
  });
  return static_cast<std::size_t>(guests) >= limits.guest_connections;
}

void ApiServer::Impl::admit(Protocol::socket socket) {
  auto peer = peer_of(socket.native_handle(), backend);
  if (!peer) return;
  if (full_for(peer->role))
    return turn_away(socket.native_handle(), 503, "Service Unavailable",
                     problem(Problem::kBusy, "too many connections to this session"));
  const std::uint64_t id = next_connection++;
  auto connection = std::make_shared<Connection>(std::move(socket), std::move(*peer), backend,
                                                 limits, [weak = weak_from_this(), id] {
                                                   if (const auto self = weak.lock())
                                                     self->connections.erase(id);
                                                 });
  connections.emplace(id, connection);
  connection->start();
}

void ApiServer::Impl::close() {
  closed = true;
  ErrorCode ignored;
  acceptor.close(ignored);
  pause.cancel(ignored);
  file.reset();
  const auto open = std::exchange(connections, {});
  for (const auto& [id, connection] : open) connection->close();
}

Result<std::unique_ptr<ApiServer>> ApiServer::listen(boost::asio::io_context& io,
                                                     const std::string& path, ApiBackend backend,
                                                     const ApiLimits& limits) {
  auto file = SocketFile::listen_at(path);
  if (!file) return forward(file.error());
  auto impl = std::make_shared<Impl>(io, std::move(*file), std::move(backend), limits);
  impl->accept();
  return std::unique_ptr<ApiServer>(new ApiServer(std::move(impl)));
}

ApiServer::ApiServer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

ApiServer::~ApiServer() {
  impl_->close();
}

}  // namespace guard::supervisor
