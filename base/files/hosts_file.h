// SPDX-License-Identifier: Apache-2.0
// The names that hosts(5) gives to addresses. Programs read the file themselves, before they ask a
// name server. Any thread.
#ifndef GUARD_BASE_FILES_HOSTS_FILE_H_
#define GUARD_BASE_FILES_HOSTS_FILE_H_

#include <functional>
#include <map>
#include <string>

namespace guard {

// By name, as it is written: the addresses, as they are written, in their order. A file that cannot
// be read has none, as for the C library.
[[nodiscard]] std::multimap<std::string, std::string, std::less<>> names_of_hosts_file(
    const char* path = "/etc/hosts");

}  // namespace guard

#endif  // GUARD_BASE_FILES_HOSTS_FILE_H_
