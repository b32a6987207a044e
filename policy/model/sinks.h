// SPDX-License-Identifier: Apache-2.0
// The sinks that `audit.sinks` of a policy names: where copies of the record go. Values only.
#ifndef GUARD_POLICY_MODEL_SINKS_H_
#define GUARD_POLICY_MODEL_SINKS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace guard::policy {

enum class SinkType { kFile, kSyslog, kJournald, kCommand, kOtlp };
// The body of each record: guard's own JSON, an event of OCSF, or a line of CEF.
enum class SinkFormat { kJson, kOcsf, kCef };
enum class SyslogTransport { kUdp, kTcp, kTls };
enum class OtlpEncoding { kJson, kProtobuf };
enum class OtlpCompression { kNone, kGzip };

inline constexpr std::uint64_t kSinkFileSize = 100'000'000;
inline constexpr int kSinkFilesKept = 5;

struct Sink {
  std::string name;
  SinkType type = SinkType::kFile;
  SinkFormat format = SinkFormat::kJson;
  std::string path;                        // of a file; of journald: its socket
  std::uint64_t max_size = kSinkFileSize;  // of a file: then it becomes PATH.1
  int keep = kSinkFilesKept;               // PATH.1 to PATH.N
  std::string host;                        // of syslog
  int port = 0;                            // 0: the usual one of its transport
  SyslogTransport transport = SyslogTransport::kTls;
  std::string url;           // of otlp
  std::string headers_file;  // of otlp: "NAME: VALUE" lines
  OtlpEncoding encoding = OtlpEncoding::kJson;
  OtlpCompression compression = OtlpCompression::kNone;
  std::string ca_file;               // of TLS; empty: the authorities of the system
  std::string cert_file;             // of TLS: guard's own certificate; empty: it shows none
  std::string key_file;              // the key of that, which its owner alone may read
  std::vector<std::string> command;  // a program and its arguments
  bool operator==(const Sink&) const = default;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_SINKS_H_
