// SPDX-License-Identifier: Apache-2.0
#include "tests/supervisor/api/raw_client.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstring>
#include <filesystem>

namespace guard::supervisor {
namespace {

constexpr int kPatience = 10'000;  // milliseconds; only a broken server makes a test wait for it

bool wait_for(int fd, short events) {
  pollfd entry{fd, events, 0};
  return ::poll(&entry, 1, kPatience) == 1;
}

}  // namespace

TempFolder::TempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "guard-api-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  path_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

RawClient::RawClient(const std::string& socket_path)
    : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_path.c_str(), sizeof(address.sun_path) - 1);
  EXPECT_EQ(::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0)
      << std::strerror(errno);
}

bool RawClient::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    if (!wait_for(fd_.get(), POLLOUT)) return false;
    const ssize_t sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawClient::read_until(const std::string& end) {
  for (;;) {
    const std::size_t found = end.empty() ? std::string::npos : unread_.find(end);
    if (found != std::string::npos) {
      std::string text = unread_.substr(0, found + end.size());
      unread_.erase(0, text.size());
      return text;
    }
    if (ended_) return std::exchange(unread_, {});
    std::array<char, 4096> buffer{};
    if (!wait_for(fd_.get(), POLLIN)) {
      ADD_FAILURE() << "nothing came; so far: " << unread_;
      return unread_;
    }
    const ssize_t count = ::recv(fd_.get(), buffer.data(), buffer.size(), 0);
    if (count <= 0)
      ended_ = true;
    else
      unread_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void RawClient::half_close() const {
  ::shutdown(fd_.get(), SHUT_WR);
}

std::string http_request(const std::string& method, const std::string& target,
                         const std::string& body) {
  std::string text = method + " " + target + " HTTP/1.1\r\nHost: guard\r\n";
  if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

void ServerTest::start(const ApiLimits& limits) {
  auto server = ApiServer::listen(io_, path_, session_.backend(), limits);
  ASSERT_TRUE(server) << server.error().text();
  server_ = std::move(*server);
  control_ = std::thread([this] {
    const auto work = boost::asio::make_work_guard(io_);
    io_.run();
  });
}

void ServerTest::stop() {
  io_.stop();
  if (control_.joinable()) control_.join();
  server_.reset();
}

}  // namespace guard::supervisor
