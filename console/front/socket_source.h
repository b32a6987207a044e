// SPDX-License-Identifier: Apache-2.0
// SocketSource: the questions of a session, over its socket. A thread of its own does the talking,
// so that a slow answer never holds up the terminal or a signal; items and requests cross one
// mutex. It resumes a broken stream, and ends quietly when the session has gone (the link tells the
// front why).
#ifndef GUARD_CONSOLE_FRONT_SOCKET_SOURCE_H_
#define GUARD_CONSOLE_FRONT_SOCKET_SOURCE_H_

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "console/front/question_source.h"
#include "console/session/client.h"

namespace guard::console {

class SocketSource : public QuestionSource {
 public:
  static Result<std::unique_ptr<SocketSource>> start(const std::string& socket_path);
  ~SocketSource() override;
  SocketSource(const SocketSource&) = delete;
  SocketSource& operator=(const SocketSource&) = delete;

  [[nodiscard]] int fd() const override { return arrived_.get(); }
  std::vector<SourceItem> take() override;
  void answer(const std::string& id, const PromptAnswer& answer) override;
  void check(const std::string& id, const PromptAnswer& answer) override;
  void fetch_detail(const std::string& id) override;

 private:
  struct Request {
    std::string id;
    nlohmann::json answer;  // null: fetch the detail
  };
  SocketSource(std::string socket_path, UniqueFd arrived, UniqueFd wanted);
  void hand_in(Request request);
  // On the thread.
  void run();
  bool wait_for(const EventReader& reader) const;
  void deliver(const ServerEvent& event);
  bool serve_requests();
  void serve(const Request& request);
  void push(SourceItem item);
  [[nodiscard]] bool stopping();

  Client client_;
  std::string socket_path_;
  UniqueFd arrived_;  // eventfd: items wait
  UniqueFd wanted_;   // eventfd: requests wait, or stop
  std::mutex mutex_;
  std::vector<SourceItem> items_;
  std::deque<Request> requests_;
  bool stopping_ = false;
  std::uint64_t last_event_ = 0;
  std::thread thread_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_SOCKET_SOURCE_H_
