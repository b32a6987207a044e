// SPDX-License-Identifier: Apache-2.0
// SecretReaders: which processes may know a secret that the tree has read. A reader may tell what
// it starts, by its memory, and what started it, by its output. So a read counts for the reader,
// for its parents up to the agent's command, and for all that any of these starts. The agent
// itself is no such parent: a read by one of its commands says nothing of the next one. Its own
// read counts for all of them. Values told to people are a path and a program's name, never a
// content. Any thread; a lock for each process.
#ifndef GUARD_SUPERVISOR_ACTORS_SECRET_READERS_H_
#define GUARD_SUPERVISOR_ACTORS_SECRET_READERS_H_

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace guard::supervisor {

struct Process;  // process_tree.h

struct SecretRead {
  std::string secret;  // its path; "$NAME" of the environment
  std::string reader;  // "node"; empty: it was there from the start
  std::chrono::steady_clock::time_point at;
};

// The last one that counts for a process. Shared by all that is known of it.
class LastSecretRead {
 public:
  void set(SecretRead read) {
    const std::lock_guard lock(mutex_);
    read_ = std::move(read);
  }
  [[nodiscard]] std::optional<SecretRead> get() const {
    const std::lock_guard lock(mutex_);
    return read_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<SecretRead> read_;
};

class SecretReaders {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;
  explicit SecretReaders(Now now = Clock::now) : now_(std::move(now)) {}

  // READER is about to have the content of SECRET, which is no credential of its own.
  void note(const Process& reader, std::string secret);
  // The environment of CMD has a secret under NAME: every process of the tree may know it.
  void note_environment(const std::string& name);
  // The read by which PROCESS may know a secret: the nearest above it. For an orphan, whose parents
  // nobody saw: any read.
  [[nodiscard]] std::optional<SecretRead> behind(const Process& process) const;
  // "it read /w/.env 40 s ago in node"
  [[nodiscard]] std::string told(const SecretRead& read) const;

 private:
  Now now_;
  LastSecretRead last_;   // of all
  LastSecretRead given_;  // by the environment
  mutable std::mutex mutex_;
  std::map<int, SecretRead> lines_;  // by typed line (typed_lines.h); under mutex_
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_SECRET_READERS_H_
