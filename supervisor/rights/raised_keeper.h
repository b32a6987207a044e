// SPDX-License-Identifier: Apache-2.0
// The keeper of an approved program that runs outside (raised_child.h): passes signals, stops, what
// is typed and written on its terminal, and its end on to the relay that stands for it. Where the
// program reads without an echo, a password, the front is asked for it, and nothing that the tree
// types gets there.
//
// It runs in a process that was forked from one of several threads: async-signal-safe calls alone,
// no allocation. All signals are blocked.
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_KEEPER_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_KEEPER_H_

#include <sys/types.h>

#include <array>
#include <cstdint>

#include "base/process/relay_wire.h"

namespace guard::supervisor {

struct KeptProgram {
  pid_t child = -1;  // leads a process group of its own
  int relay = -1;    // seqpacket
  int front = -1;    // seqpacket; -1: nobody can be asked for a password
  int master = -1;   // of the program's terminal; -1: it has none
  int slave = -1;
  int guard = -1;  // pidfd of the serving process: with it goes the relay, whoever is left of it
  bool asks_itself = false;  // what it reads before it starts another program is a password
};

class RaisedKeeper {
 public:
  explicit RaisedKeeper(const KeptProgram& kept) : kept_(kept) {}

  // Until the program has ended. The status is that of waitpid(2), for end(); the relay was not
  // told of it yet. False: nobody waits for its end any more, and it may go on; or there was
  // nothing to wait for.
  bool attend(int* status);
  // It read a password, and there was nobody to be asked for it.
  [[nodiscard]] bool unasked() const { return unasked_; }
  // Tells the relay how it ended.
  void end(int status) const;

 private:
  struct Line {
    std::array<char, 256> bytes{};
    std::size_t size = 0;
  };
  bool has_ended(int* status);
  void hear_relay();
  void obey(const RelayPacket& packet, std::size_t size);
  void type(const char* keys, std::size_t count);
  void hand_on(const char* keys, std::size_t count) const;
  [[nodiscard]] bool may_still_ask() const;
  void give_kept_keys();
  void hear_front();
  void show();
  void look_for_secret();
  [[nodiscard]] bool tell_of_secret() const;
  void keep_others_out(bool secret);
  [[nodiscard]] bool reads_secret(const termios& settings) const;
  void note_prompt(const char* bytes, std::size_t count);
  void hang_up();
  void lose_relay();
  [[nodiscard]] bool is_left_alone() const;

  KeptProgram kept_;
  bool secret_ = false;  // the front was told so
  bool unasked_ = false;
  std::uint64_t lost_at_ = 0;  // when the relay went; ms of the monotonic clock; 0: it is there
  // Typed before it has read its password: for what it starts.
  std::array<char, 1024> kept_keys_{};
  std::size_t kept_count_ = 0;
  bool shut_ = true;               // nobody but root opens the terminal
  std::uint64_t answered_at_ = 0;  // ms of the monotonic clock; 0: no answer yet
  std::uint64_t shown_at_ = 0;     // when it last wrote something
  Line before_;                    // the last line above that which is not empty
  Line prompt_;                    // the line that the cursor stands in
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_KEEPER_H_
