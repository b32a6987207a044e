// SPDX-License-Identifier: Apache-2.0
// The acts of the operation table (operations/operation_table.h): each does one operation on held
// objects, inside the tracee's CredentialScope, and answers with the kernel's own errno. Files:
// name_acts.cc (remove, rename, link, ...), open_act.cc, connect_act.cc, bind_act.cc, send_act.cc,
// make_socket_act.cc, metadata_act.cc, xattr_act.cc, shared_act.cc.
#ifndef GUARD_INTERCEPTOR_ACTS_ACTS_H_
#define GUARD_INTERCEPTOR_ACTS_ACTS_H_

#include <sys/stat.h>

#include <optional>
#include <string>

#include "interceptor/calls/notification.h"
#include "interceptor/process/credentials.h"
#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

struct Executed {
  Reply reply;
  int error = 0;                     // 0: it happened
  std::optional<struct statx> made;  // identity and birth of an object that this act made: `born`
  bool would_wait = false;           // try again later (parking.h)
  bool removed_last_link = false;    // the object's inode is gone with this name
  int signal = 0;                    // that goes with it: SIGPIPE, SIGXFSZ (raise_with())
};

Executed act_open(HeldCall& call);
// The errno of open(2) for an object that is there, before it is opened; 0 when it may be opened.
[[nodiscard]] int existing_open_error(const HeldCall& call);
// Ends an open that may wait in the background: the file that it opened by now, else ERROR.
Executed opened_so_far(HeldCall& call, int error);
Executed act_remove(HeldCall& call);
Executed act_rename(HeldCall& call);
Executed act_truncate(HeldCall& call);
Executed act_make_directory(HeldCall& call);
Executed act_make_node(HeldCall& call);
Executed act_link(HeldCall& call);
Executed act_mount(HeldCall& call);
Executed act_symlink(HeldCall& call);
Executed act_connect(HeldCall& call);
Executed act_change_mode(HeldCall& call);
Executed act_change_owner(HeldCall& call);
Executed act_change_times(HeldCall& call);
Executed act_set_attribute(HeldCall& call);
Executed act_remove_attribute(HeldCall& call);
Executed act_change_flags(HeldCall& call);
Executed act_shared_object(HeldCall& call);
Executed act_remove_queue(HeldCall& call);
Executed act_bind(HeldCall& call);
Executed act_listen(HeldCall& call);
Executed act_network_setup(HeldCall& call);
// These read the tracee's memory or leave out capabilities: they take on the tracee's credentials
// themselves.
Executed act_send(HeldCall& call, const Credentials& own);
Executed act_make_socket(HeldCall& call, const Credentials& own);

// The answer to a send that stops here: what was sent, or the error when nothing was.
Executed sent_so_far(HeldCall& call, int error);

// Whether the act may wait for somebody for longer than the mediator may: truncate(2) waits for
// whoever has a lease on the file to give it up: up to 45 s.
[[nodiscard]] bool truncate_may_block(const HeldCall& call);

// The object behind a held descriptor by the name that the kernel takes for it: no name is looked
// up again, a held link is itself.
std::string proc_path(const UniqueFd& fd);

// For an object that an act has made: enough to know it again (born_set.h).
constexpr unsigned kMadeMask = STATX_TYPE | STATX_INO | STATX_BTIME;

// A finished act from a system call's result: negative means errno.
Executed executed_value(long result);
Executed executed_error(int error);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_ACTS_H_
