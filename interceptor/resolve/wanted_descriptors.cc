// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/wanted_descriptors.h"

#include "interceptor/resolve/socket_resolver.h"
#include "interceptor/sockets/control_messages.h"
#include "interceptor/sockets/outgoing_message.h"

namespace guard::interceptor {
namespace {

void add_carried(const RawCall& raw, std::vector<int>& wanted) {
  const auto messages = read_messages(raw);
  if (!messages) return;
  for (const OutgoingMessage& message : *messages) {
    const auto carried = descriptors_in(message.control);
    wanted.insert(wanted.end(), carried.begin(), carried.end());
  }
}

}  // namespace

std::vector<int> wanted_descriptors(const RawCall& raw) {
  std::vector<int> wanted;
  const bool by_ioctl = raw.metadata.request != 0;
  if (!by_ioctl && !is_socket_call(raw.operation)) return wanted;
  wanted.push_back(raw.fd);
  if (raw.operation == Operation::kSend) add_carried(raw, wanted);
  return wanted;
}

}  // namespace guard::interceptor
