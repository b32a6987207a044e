// SPDX-License-Identifier: Apache-2.0
// The connection to a session's API (docs/api.md) over its Unix socket. Client asks and waits, at
// most kPatience; EventReader is passive: it has a descriptor for somebody's poll loop and reads
// what is there. Neither owns a thread. The only place of the console that knows HTTP.
//   Client client(socket_path, "guard approve");  // how the answer is signed
//   auto reply = client.post("/v1/approvals/" + id, {{"answer", "approve"}});
#ifndef GUARD_CONSOLE_SESSION_CLIENT_H_
#define GUARD_CONSOLE_SESSION_CLIENT_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace guard::console {

struct Reply {
  int status = 0;
  nlohmann::json body;
  [[nodiscard]] bool ok() const { return status >= 200 && status < 300; }
  // For an error: "error.code", "error.message", safe to print; "" and "HTTP 500" when it has none.
  [[nodiscard]] std::string error_code() const;
  [[nodiscard]] std::string error_message() const;
};

class Client {
 public:
  static constexpr std::chrono::seconds kPatience{30};

  Client(std::string socket_path, std::string program,
         std::chrono::milliseconds patience = kPatience);

  // Errors are of the connection: kNotFound no such socket, kGone nobody listens there, kRefused it
  // may not be opened, kBusy no answer in time, kInvalid an answer that is not HTTP and JSON. Every
  // status is a Reply.
  [[nodiscard]] Result<Reply> get(const std::string& target) const;
  [[nodiscard]] Result<Reply> post(const std::string& target, const nlohmann::json& body) const;
  [[nodiscard]] Result<Reply> remove(const std::string& target) const;

 private:
  [[nodiscard]] Result<Reply> ask(const std::string& method, const std::string& target,
                                  const std::string& body) const;
  std::string socket_path_;
  std::string program_;
  std::chrono::milliseconds patience_;
};

struct ServerEvent {
  std::uint64_t id = 0;
  std::string type;
  nlohmann::json data;
};

enum class StreamOf { kQuestions, kActsToo };  // what was asked and granted; also what is done

class EventReader {
 public:
  // Waits for the stream to begin. `after`: the last event already known; nullopt: from now on.
  [[nodiscard]] static Result<EventReader> open(
      const std::string& socket_path, const std::string& program,
      std::optional<std::uint64_t> after = std::nullopt,
      std::chrono::milliseconds patience = Client::kPatience, StreamOf what = StreamOf::kQuestions);
  EventReader(EventReader&& other) noexcept;
  EventReader& operator=(EventReader&& other) noexcept;
  ~EventReader();

  [[nodiscard]] int fd() const;  // readable: call read
  // What has arrived, possibly nothing; never blocks. Call it once after open, too: events may have
  // come with the head. kGone: the stream has ended, resume with `after` = the last id seen.
  [[nodiscard]] Result<std::vector<ServerEvent>> read();

 private:
  struct Impl;
  explicit EventReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// One part of a target, with what would end or change it escaped.
[[nodiscard]] std::string escaped_part(const std::string& text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_SESSION_CLIENT_H_
