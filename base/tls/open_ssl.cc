// SPDX-License-Identifier: Apache-2.0
#include "base/tls/open_ssl.h"

#include <dlfcn.h>
#include <openssl/opensslv.h>

#include <string>

namespace guard {
namespace {

// As open_ssl_calls.S writes it.
struct Call {
  const char* name;
  void** place;  // the function, once it is known
};

extern "C" const Call guard_open_ssl_calls[];
extern "C" const Call guard_open_ssl_calls_end[];

Result<void> load() {
  const std::string version = std::to_string(OPENSSL_SHLIB_VERSION);
  const std::string name = "libssl.so." + version;
  // libcrypto comes along: what libssl depends on is searched as well.
  void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return fail(Code::kUnsupported, "TLS needs OpenSSL's library (Debian's package libssl" +
                                        version + "): " + ::dlerror());
  }
  for (const Call* call = guard_open_ssl_calls; call != guard_open_ssl_calls_end; ++call) {
    void* const found = ::dlsym(library, call->name);
    if (found == nullptr) return fail(Code::kUnsupported, "TLS: " + name + " has no " + call->name);
    *call->place = found;
  }
  return {};
}

}  // namespace

Result<void> load_open_ssl() {
  static const Result<void> loaded = load();
  return loaded;
}

}  // namespace guard
