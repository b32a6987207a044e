// SPDX-License-Identifier: Apache-2.0
// OtlpChannel: records as requests of OTLP/HTTP logs (otlp_logs.h) to a collector, over http or
// https, delivered when it answers 200. If the collector refuses records for good within an answer
// of 200, that is an error that is told once; they are not sent again, as the protocol asks. One
// thread.
#ifndef GUARD_SUPERVISOR_SINKS_OTLP_CHANNEL_H_
#define GUARD_SUPERVISOR_SINKS_OTLP_CHANNEL_H_

#include <string>
#include <vector>

#include "policy/model/sinks.h"
#include "supervisor/alerts/http_post.h"
#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

struct OtlpTarget {
  policy::WebAddress to;
  Headers headers;
  policy::OtlpEncoding encoding;
  policy::OtlpCompression compression;
  std::string ca_file;
  TlsIdentity own;
  std::string state_dir;  // where sessions keep their traces
};

class OtlpChannel : public SinkChannel {
 public:
  explicit OtlpChannel(OtlpTarget target);
  Result<void> deliver(const std::vector<SinkRecord>& records) override;

 private:
  // Bytes and the headers that say how they are written.
  struct Body {
    std::string bytes;
    Headers headers;
  };
  [[nodiscard]] Result<Body> body_of(const std::vector<SinkRecord>& records) const;

  const OtlpTarget target_;
  const std::string own_host_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_OTLP_CHANNEL_H_
