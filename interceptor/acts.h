// SPDX-License-Identifier: Apache-2.0
// The acts behind the executor's rows: each does one operation on held objects, inside the tracee's
// CredentialScope, and answers with the kernel's own errno. Files: name_acts.cc (remove, rename,
// link, ...), open_act.cc, connect_act.cc, metadata_act.cc, xattr_act.cc, shared_act.cc.
#ifndef GUARD_INTERCEPTOR_ACTS_H_
#define GUARD_INTERCEPTOR_ACTS_H_

#include "interceptor/executor.h"

namespace guard::interceptor {

Executed act_open(HeldCall& call, const Interrupted& interrupted);
Executed act_remove(HeldCall& call, const Interrupted& interrupted);
Executed act_rename(HeldCall& call, const Interrupted& interrupted);
Executed act_truncate(HeldCall& call, const Interrupted& interrupted);
Executed act_make_directory(HeldCall& call, const Interrupted& interrupted);
Executed act_make_node(HeldCall& call, const Interrupted& interrupted);
Executed act_link(HeldCall& call, const Interrupted& interrupted);
Executed act_mount(HeldCall& call, const Interrupted& interrupted);
Executed act_symlink(HeldCall& call, const Interrupted& interrupted);
Executed act_connect(HeldCall& call, const Interrupted& interrupted);
Executed act_change_mode(HeldCall& call, const Interrupted& interrupted);
Executed act_change_owner(HeldCall& call, const Interrupted& interrupted);
Executed act_change_times(HeldCall& call, const Interrupted& interrupted);
Executed act_set_attribute(HeldCall& call, const Interrupted& interrupted);
Executed act_remove_attribute(HeldCall& call, const Interrupted& interrupted);
Executed act_change_flags(HeldCall& call, const Interrupted& interrupted);
Executed act_shared_object(HeldCall& call, const Interrupted& interrupted);
Executed act_remove_queue(HeldCall& call, const Interrupted& interrupted);

[[nodiscard]] bool connect_may_block(const HeldCall& call);

// The object behind a held descriptor by the name that the kernel takes for it: no name is looked
// up again, a held link is itself.
std::string proc_path(const UniqueFd& fd);

// A finished act from a system call's result: negative means errno.
Executed executed_value(long result);
Executed executed_error(int error);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_ACTS_H_
