// SPDX-License-Identifier: Apache-2.0
// A relay of a key agent between two socket pairs: the test is the program and the agent.
#ifndef GUARD_TESTS_SUPERVISOR_SIGNING_RELAYED_H_
#define GUARD_TESTS_SUPERVISOR_SIGNING_RELAYED_H_

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/files/unique_fd.h"
#include "supervisor/signing/key_link.h"
#include "supervisor/signing/wire.h"

namespace guard::supervisor {

template <class Relay>
class Relayed {
 public:
  Relayed() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) std::abort();
    program.reset(ends[0]);
    client_.reset(ends[1]);
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) std::abort();
    agent.reset(ends[0]);
    agents_.reset(ends[1]);
    thread_ = std::thread([this] {
      Relay(KeyLink{.client = client_.get(),
                    .agent = agents_.get(),
                    .argv = {"program"},
                    .folder = "/",
                    .allow =
                        [this](policy::KeyRequest request) {
                          asked.push_back(std::move(request));
                          return allows;
                        },
                    .ended = [this](bool done) { ends_.push_back(done); },
                    .refused = [this](const std::string& words) { refused.push_back(words); }})
          .run();
      ::shutdown(client_.get(), SHUT_RDWR);
      ::shutdown(agents_.get(), SHUT_RDWR);
    });
  }
  ~Relayed() { end(); }
  Relayed(const Relayed&) = delete;
  Relayed& operator=(const Relayed&) = delete;

  void end() {
    program.reset();
    agent.reset();
    if (thread_.joinable()) thread_.join();
  }
  // The bytes that come at END by now or in a moment, up to SIZE; "" for its end.
  static std::string heard(const UniqueFd& end, std::size_t size) {
    std::string bytes(size, '\0');
    const ssize_t got = ::recv(end.get(), bytes.data(), size, MSG_WAITALL);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
  }
  static bool said(const UniqueFd& end, std::string_view bytes) {
    return write_whole(end.get(), bytes);
  }

  UniqueFd program;
  UniqueFd agent;
  bool allows = false;
  std::vector<policy::KeyRequest> asked;  // to be read behind an answer, or end()
  std::vector<bool> ends_;
  std::vector<std::string> refused;

 private:
  UniqueFd client_;
  UniqueFd agents_;
  std::thread thread_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_SIGNING_RELAYED_H_
