// SPDX-License-Identifier: Apache-2.0
// ApiServer: HTTP/1.1 + JSON over the session's Unix socket (docs/api.md), with server-sent events.
// Lives on the control thread's io_context; never blocks the mediator (it only talks to the Broker
// and to values). Each request is a row of one table {method, path, role, handler}
// (request_table.h). Bodies are capped at 1 MiB; slow clients are dropped.
#ifndef GUARD_SUPERVISOR_API_SERVER_H_
#define GUARD_SUPERVISOR_API_SERVER_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "base/error.h"
#include "supervisor/api/backend.h"
#include "supervisor/api/limits.h"

namespace guard::supervisor {

class ApiServer {
 public:
  // Binds PATH (mode 0600) at once; kBusy when a live session listens there, a stale socket is
  // replaced. Everything that the backend points to must outlive the server.
  static Result<std::unique_ptr<ApiServer>> listen(boost::asio::io_context& io,
                                                   const std::string& path, ApiBackend backend,
                                                   const ApiLimits& limits = {});
  // On the control thread, or when that has ended: closes every connection, unlinks the socket.
  ~ApiServer();
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

 private:
  struct Impl;
  explicit ApiServer(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_SERVER_H_
