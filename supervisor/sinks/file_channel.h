// SPDX-License-Identifier: Apache-2.0
// FileChannel: records as lines at the end of a file of its own, mode 0600, on the disk before they
// count as delivered. A file that would grow too large becomes PATH.1 first, by a rename, so that a
// reader never sees half of a line nor a file that was cut. One thread.
#ifndef GUARD_SUPERVISOR_SINKS_FILE_CHANNEL_H_
#define GUARD_SUPERVISOR_SINKS_FILE_CHANNEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"
#include "supervisor/sinks/sink_channel.h"

namespace guard::supervisor {

class FileChannel : public SinkChannel {
 public:
  FileChannel(std::string path, std::uint64_t max_size, int keep)
      : path_(std::move(path)), max_size_(max_size), keep_(keep) {}
  Result<void> deliver(const std::vector<SinkRecord>& records) override;

 private:
  Result<UniqueFd> open() const;
  Result<void> rotate() const;

  const std::string path_;
  const std::uint64_t max_size_;
  const int keep_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_FILE_CHANNEL_H_
