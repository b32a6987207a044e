// SPDX-License-Identifier: Apache-2.0
#include "console/web/web_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
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

struct Remedy {
  int error;
  const char* text;
};
constexpr Remedy kRemedies[] = {
    {EADDRINUSE, "leave --port out for one that is free, or choose another"},
    {EACCES, "ports below 1024 are for root: leave --port out, or choose a higher one"},
    {EADDRNOTAVAIL, "this host has no such address: `ip address` lists those it has, for --bind"}};

tl::unexpected<Error> cannot_listen(int error, const PagePlace& place) {
  std::string where = place.address + ":" + std::to_string(place.port);
  for (const Remedy& remedy : kRemedies)
    if (remedy.error == error) where = std::string(remedy.text) + " (" + where + ")";
  return fail_with(error, std::move(where));
}

}  // namespace

Result<WebServer> WebServer::listen(const PagePlace& place, std::shared_ptr<const TlsKeys> keys) {
  UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener.valid()) return fail_errno("socket");
  const int on = 1;
  (void)::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  if (::inet_pton(AF_INET, place.address.c_str(), &address.sin_addr) != 1)
    return fail(Code::kInvalid, place.address + ": not an IPv4 address");
  address.sin_port = htons(place.port);
  socklen_t size = sizeof(address);
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener.get(), plain, size) != 0 || ::listen(listener.get(), SOMAXCONN) != 0 ||
      ::getsockname(listener.get(), plain, &size) != 0)
    return cannot_listen(errno, place);
  return WebServer(std::move(listener), ntohs(address.sin_port), std::move(keys));
}

void WebServer::accept(const Serve& serve, const Admit& admit) {
  reap();
  UniqueFd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.valid()) return;
  if (connections_.size() >= kUnasked && !admit(socket.get())) return;
  UniqueFd handle(::fcntl(socket.get(), F_DUPFD_CLOEXEC, 0));
  if (!handle.valid()) return;
  WebChannel channel(ClientSocket::adopt(std::move(socket)), keys_);
  if (connections_.size() >= kMost) {
    (void)channel.write(web_problem(503, "busy", "too many connections"));
    return;
  }
  auto connection = std::make_unique<Connection>();
  connection->handle = std::move(handle);
  auto serve_it = [serve, &done = connection->done, channel = std::move(channel)]() mutable {
    serve_one(channel, serve);
    channel.finish();
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
