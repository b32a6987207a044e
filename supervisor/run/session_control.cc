// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_control.h"

#include <unistd.h>

#include <utility>

namespace guard::supervisor {

SessionControl::SessionControl(SessionControlContext context)
    : approvers(*context.options.policy, context.options.socket_path, ::getuid()),
      alerts(std::move(context.alerts), context.broker, context.record, io, context.tell),
      front_events(io, ::dup(context.links.front.fd())),
      reaper_events(io, ::dup(context.links.reaper.fd())),
      ward_events(io, ::dup(context.ward.fd())),
      upkeep(io,
             {context.options, context.broker, approvers, context.undo, std::move(context.tell)}) {}

}  // namespace guard::supervisor
