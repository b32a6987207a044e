// SPDX-License-Identifier: Apache-2.0
// ApiServer: HTTP/1.1 + JSON over the session's Unix socket (docs/api.md), with server-sent events.
// Lives on the control thread's io_context; never blocks the mediator (it only talks to the Broker
// and to values). Each request is a row of one table {method, path, role, handler}. Bodies are
// capped at 1 MiB; slow clients are dropped.
#ifndef GUARD_SUPERVISOR_API_SERVER_H_
#define GUARD_SUPERVISOR_API_SERVER_H_

#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grants.h"

namespace guard::supervisor {

enum class Role { kOutside, kInside, kStranger };

// What the server asks of the session; all of it is called on the control thread.
struct ApiBackend {
  std::function<nlohmann::json()> session;  // GET /v1/session
  std::function<Result<nlohmann::json>(const nlohmann::json&)>
      check;  // POST /v1/check: the decision object
  std::function<Role(const struct ucred&)> role_of;
  std::function<void(const std::string& request, const struct ucred&)>
      refused;  // a request of a wrong role: recorded
  std::function<Result<nlohmann::json>(const nlohmann::json&)>
      audit;  // GET /v1/audit with its query parameters
  Broker* broker = nullptr;
  Grants* grants = nullptr;
};

class ApiServer {
 public:
  // Binds PATH (mode 0600) at once; kBusy when a live session listens there, a stale socket is
  // replaced.
  static Result<std::unique_ptr<ApiServer>> listen(boost::asio::io_context& io,
                                                   const std::string& path, ApiBackend backend);
  ~ApiServer();  // closes and unlinks the socket
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

 private:
  struct Impl;
  explicit ApiServer(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_SERVER_H_
