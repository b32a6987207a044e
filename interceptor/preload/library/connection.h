// SPDX-License-Identifier: Apache-2.0
// One call's connection to guard, of the library's side. See gate.h for what it may not do.
#ifndef GUARD_INTERCEPTOR_PRELOAD_LIBRARY_CONNECTION_H_
#define GUARD_INTERCEPTOR_PRELOAD_LIBRARY_CONNECTION_H_

#include <optional>
#include <string_view>

#include "interceptor/preload/wire.h"

namespace guard::interceptor::preload {

class Connection {
 public:
  Connection() = default;
  ~Connection() { close(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // 0, or a negative errno. OUT_OF_THE_WAY: not under the lowest free number, which the call itself
  // will want.
  long open(std::string_view socket, bool out_of_the_way);
  void close();
  [[nodiscard]] bool send(const Message& message) const;
  // The next that is not a question about this process: those are answered on the way.
  [[nodiscard]] std::optional<Message> receive() const;
  // The file that comes next: its number, or a negative errno, which guard is told.
  [[nodiscard]] long take_file(bool close_on_exec) const;

 private:
  [[nodiscard]] long transmit(const Message& message, const void* bytes, std::size_t size,
                              int file) const;
  [[nodiscard]] bool give_memory(const Message& wanted) const;
  [[nodiscard]] bool give_descriptor(const Message& wanted) const;

  int fd_ = -1;
};

}  // namespace guard::interceptor::preload

#endif  // GUARD_INTERCEPTOR_PRELOAD_LIBRARY_CONNECTION_H_
