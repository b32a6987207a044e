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
      brake(io,
            {context.options, context.links.reaper, context.calls, context.broker, context.record,
             context.tell, std::move(context.tell_later), std::move(context.tell_paused),
             std::move(context.tell_resumed), std::move(context.post)}),
      hang_up(io, context.links.reaper, context.broker),
      upkeep(io, {context.options, context.broker, approvers, context.undo, brake,
                  std::move(context.tell)}) {}

}  // namespace guard::supervisor
