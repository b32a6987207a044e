// SPDX-License-Identifier: Apache-2.0
// SyslogChannel: records as messages of syslog (syslog_message.h) to a server. Over TCP and TLS
// each piece is a connection of its own, and delivered once the server has read it to its end
// (stream_delivery.h). Over UDP nobody tells: a datagram that is lost on the way is lost, and only
// a server that is gone from this machine or says so (ICMP) is noticed. One thread.
#ifndef GUARD_SUPERVISOR_SINKS_SYSLOG_CHANNEL_H_
#define GUARD_SUPERVISOR_SINKS_SYSLOG_CHANNEL_H_

#include <string>
#include <vector>

#include "policy/model/sinks.h"
#include "supervisor/alerts/tls_identity.h"
#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

class SyslogChannel : public SinkChannel {
 public:
  SyslogChannel(policy::Sink sink, TlsIdentity own);
  Result<void> deliver(const std::vector<SinkRecord>& records) override;
  [[nodiscard]] bool says_what_it_keeps() const override { return false; }

 private:
  Result<void> send_datagrams(const std::vector<SinkRecord>& records) const;
  Result<void> send_stream(const std::vector<SinkRecord>& records) const;

  const policy::Sink sink_;
  const TlsIdentity own_;
  const std::string own_host_;
};

// The usual port of a transport: 514, 601, 6514.
[[nodiscard]] int syslog_port(const policy::Sink& sink);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SYSLOG_CHANNEL_H_
