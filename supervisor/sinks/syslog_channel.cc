// SPDX-License-Identifier: Apache-2.0
#include "supervisor/sinks/syslog_channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <chrono>
#include <thread>
#include <utility>

#include "base/text/text.h"
#include "supervisor/sinks/short_body.h"
#include "supervisor/sinks/stream_delivery.h"
#include "supervisor/sinks/syslog_message.h"

namespace guard::supervisor {
namespace {

using boost::asio::ip::udp;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kLongestDatagram = 65'000;
// A burst would be dropped where the server reads slower than it comes.
constexpr std::chrono::microseconds kBetweenDatagrams{500};
// A word that nobody listens (ICMP) comes back in that time.
constexpr std::chrono::milliseconds kForRefusal{50};

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "-";
}

tl::unexpected<Error> failed(const char* stage, const ErrorCode& error) {
  return fail(Code::kSystem, std::string(stage) + ": " + safe_text(error.message()));
}

Result<udp::socket> connected(boost::asio::io_context& io, const policy::Sink& sink) {
  ErrorCode error;
  udp::resolver resolver(io);
  const auto addresses = resolver.resolve(sink.host, std::to_string(syslog_port(sink)), error);
  if (error) return failed("the name cannot be looked up", error);
  udp::socket socket(io);
  for (const auto& address : addresses) {
    socket.close(error);
    socket.connect(address.endpoint(), error);
    if (!error) return socket;
  }
  return failed("cannot connect", error);
}

}  // namespace

int syslog_port(const policy::Sink& sink) {
  constexpr std::array kPorts = {514, 601, 6514};
  return sink.port != 0 ? sink.port : kPorts[static_cast<std::size_t>(sink.transport)];
}

SyslogChannel::SyslogChannel(policy::Sink sink, TlsIdentity own)
    : sink_(std::move(sink)), own_(std::move(own)), own_host_(host_name()) {}

Result<void> SyslogChannel::deliver(const std::vector<SinkRecord>& records) {
  return sink_.transport == policy::SyslogTransport::kUdp ? send_datagrams(records)
                                                          : send_stream(records);
}

Result<void> SyslogChannel::send_datagrams(const std::vector<SinkRecord>& records) const {
  boost::asio::io_context io(1);
  auto socket = connected(io, sink_);
  if (!socket) return forward(socket.error());
  ErrorCode error;
  for (const SinkRecord& record : records) {
    std::string message = syslog_message(record, own_host_);
    if (message.size() > kLongestDatagram)
      message = syslog_message({record.stored, short_body(record.stored)}, own_host_);
    socket->send(boost::asio::buffer(message), 0, error);
    if (error) return failed("cannot send", error);
    std::this_thread::sleep_for(kBetweenDatagrams);
  }
  std::this_thread::sleep_for(kForRefusal);
  int refused = 0;
  socklen_t size = sizeof(refused);
  if (::getsockopt(socket->native_handle(), SOL_SOCKET, SO_ERROR, &refused, &size) != 0)
    return fail_errno("getsockopt");
  return refused == 0 ? Result<void>() : fail_with(refused, "nobody takes it");
}

Result<void> SyslogChannel::send_stream(const std::vector<SinkRecord>& records) const {
  std::string bytes;
  for (const SinkRecord& record : records) bytes += counted(syslog_message(record, own_host_));
  const bool tls = sink_.transport == policy::SyslogTransport::kTls;
  return deliver_stream({sink_.host, syslog_port(sink_), tls, sink_.ca_file, own_}, bytes);
}

}  // namespace guard::supervisor
