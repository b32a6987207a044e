// SPDX-License-Identifier: Apache-2.0
// A client that sends any bytes it likes, and a server over a real socket in a temporary folder.
#ifndef GUARD_TESTS_SUPERVISOR_API_RAW_CLIENT_H_
#define GUARD_TESTS_SUPERVISOR_API_RAW_CLIENT_H_

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/files/unique_fd.h"
#include "supervisor/api/server.h"
#include "tests/supervisor/api/fake_session.h"

namespace guard::supervisor {

class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class RawClient {
 public:
  explicit RawClient(const std::string& socket_path);
  // False: the other end does not take it any more.
  bool send(std::string_view bytes) const;
  // Until `end` has come, the connection ends, or a test's patience does.
  std::string read_until(const std::string& end);
  std::string read_all() { return read_until(""); }
  [[nodiscard]] bool ended() const { return ended_; }
  void half_close() const;
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  UniqueFd fd_;
  std::string unread_;
  bool ended_ = false;
};

// "GET /v1/session HTTP/1.1 ..." with a body when there is one.
std::string http_request(const std::string& method, const std::string& target,
                         const std::string& body = "");

class ServerTest : public ::testing::Test {
 protected:
  ~ServerTest() override { stop(); }
  void start(const ApiLimits& limits = {});
  void stop();

  TempFolder folder_;
  std::string path_ = folder_.file("s1.sock");
  FakeSession session_;
  boost::asio::io_context io_;
  std::unique_ptr<ApiServer> server_;
  std::thread control_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_API_RAW_CLIENT_H_
