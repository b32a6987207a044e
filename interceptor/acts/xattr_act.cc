// SPDX-License-Identifier: Apache-2.0
// Extended attributes of the held object, by its own descriptor name: setxattrat(2) with
// AT_EMPTY_PATH would refuse an O_PATH descriptor.
#include <sys/xattr.h>

#include "interceptor/acts/acts.h"

namespace guard::interceptor {

Executed act_set_attribute(HeldCall& call) {
  const MetadataArguments& given = call.raw.metadata;
  return executed_value(::setxattr(proc_path(call.first.object).c_str(), given.attribute.c_str(),
                                   given.value.data(), given.value.size(), given.attribute_flags));
}

Executed act_remove_attribute(HeldCall& call) {
  return executed_value(
      ::removexattr(proc_path(call.first.object).c_str(), call.raw.metadata.attribute.c_str()));
}

}  // namespace guard::interceptor
