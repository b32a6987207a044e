// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <exception>
#include <system_error>
#include <utility>

namespace guard::console {
namespace {

// A defect in answering costs one connection, and is no answer that lets anything happen.
void serve_one(WebChannel& channel, const WebServer::Serve& serve) {
  try {
    serve(channel);
  } catch (const std::exception& defect) {
    (void)channel.write(web_problem(500, "internal", defect.what()));
  }
}

}  // namespace

Result<WebServer> WebServer::listen(std::uint16_t port) {
  UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener.valid()) return fail_errno("socket");
  const int on = 1;
  (void)::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  socklen_t size = sizeof(address);
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener.get(), plain, size) != 0 || ::listen(listener.get(), SOMAXCONN) != 0 ||
      ::getsockname(listener.get(), plain, &size) != 0)
    return fail_errno("127.0.0.1:" + std::to_string(port));
  return WebServer(std::move(listener), ntohs(address.sin_port));
}

void WebServer::accept(const Serve& serve, const Admit& admit) {
  reap();
  UniqueFd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.valid()) return;
  if (connections_.size() >= kUnasked && !admit(socket.get())) return;
  UniqueFd handle(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 0));
  if (!handle.valid()) return;
  WebChannel channel(ClientSocket::adopt(std::move(socket)));
  if (connections_.size() >= kMost) {
    (void)channel.write(web_problem(503, "busy", "too many connections"));
    return;
  }
  auto connection = std::make_unique<Connection>();
  connection->handle = std::move(handle);
  auto serve_it = [serve, &done = connection->done, channel = std::move(channel)]() mutable {
    serve_one(channel, serve);
    (void)::shutdown(channel.fd(), SHUT_RDWR);
    done = true;
  };
  try {
    connection->thread = std::thread(std::move(serve_it));
  } catch (const std::system_error&) {
    return;  // the user has no process left: this one is closed, those that are served go on
  }
  connections_.push_back(std::move(connection));
}

void WebServer::reap() {
  std::erase_if(connections_, [](const auto& connection) {
    if (!connection->done) return false;
    connection->thread.join();
    return true;
  });
}

void WebServer::stop() {
  listener_.reset();
  for (const auto& connection : connections_) (void)::shutdown(connection->handle.get(), SHUT_RDWR);
  for (const auto& connection : connections_) connection->thread.join();
  connections_.clear();
}

}  // namespace guard::console
