// SPDX-License-Identifier: Apache-2.0
// SideProcess: a child of the serving process beside the tree, for work that others may hold up: it
// has no listener, answers no question and is asked nothing by the tree. It says how its work went
// over its link, and ends when the link does. To be forked off while there is one thread;
// everything else: any thread.
#ifndef GUARD_SUPERVISOR_PROCESSES_SIDE_PROCESS_H_
#define GUARD_SUPERVISOR_PROCESSES_SIDE_PROCESS_H_

#include <functional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/process/pid_handle.h"
#include "supervisor/alerts/alert_link.h"
#include "supervisor/alerts/alert_ways.h"

namespace guard::supervisor {

class SideProcess {
 public:
  // The life of the child, called NAME: it does not return.
  using Life = std::function<void(AlertLink)>;
  [[nodiscard]] static Result<SideProcess> fork_off(const char* name, const Life& life);
  SideProcess(SideProcess&&) = default;
  SideProcess& operator=(SideProcess&&) = delete;
  ~SideProcess();  // ends it

  [[nodiscard]] const AlertLink& link() const { return link_; }
  [[nodiscard]] std::vector<int> descriptors() const { return {link_.fd(), process_.fd()}; }
  // The reports that have arrived. kGone: it has ended.
  [[nodiscard]] Result<std::vector<AlertReport>> reports() const;
  // Nothing more comes from here: what is under way gets a moment, then it ends.
  void finish() const { link_.say_no_more(); }

 private:
  SideProcess(AlertLink link, PidHandle process)
      : link_(std::move(link)), process_(std::move(process)) {}

  AlertLink link_;
  PidHandle process_;
};

// In the child. False: it did not fit, which nobody misses: the next one of its cause counts.
bool send_report(const AlertLink& link, const AlertReport& report);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_SIDE_PROCESS_H_
