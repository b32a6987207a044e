// SPDX-License-Identifier: Apache-2.0
// Whether this process runs in a container, by the marks that engines leave for their programs.
// Nothing rests on it but defaults: the marks can be missing. Any thread.
#ifndef GUARD_BASE_PROCESS_CONTAINER_H_
#define GUARD_BASE_PROCESS_CONTAINER_H_

#include <string>

namespace guard {

// Files of docker, podman and systemd-nspawn below ROOT, where this process has a namespace of its
// own (a virtual machine made from an image has the files alone); variables of podman and
// Kubernetes.
[[nodiscard]] bool in_container(const std::string& root = "/");

}  // namespace guard

#endif  // GUARD_BASE_PROCESS_CONTAINER_H_
