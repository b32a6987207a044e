// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_recording.h"

#include <unistd.h>

#include <utility>

#include "supervisor/run/session_view.h"

namespace guard::supervisor {

Recording::Recording(RecordingContext context)
    : tree(std::move(context.on_gone), std::move(context.identity_of)),
      record({*context.stores.recorder, context.stores.redactor, account_name(::getuid()),
              context.level.name(), tree, live, std::move(context.on_tried)}) {}

}  // namespace guard::supervisor
