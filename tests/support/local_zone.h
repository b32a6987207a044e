// SPDX-License-Identifier: Apache-2.0
// LocalZone: the zone of this process while it lives, as TZ names it ("CET-1"); UTC afterwards.
#ifndef GUARD_TESTS_SUPPORT_LOCAL_ZONE_H_
#define GUARD_TESTS_SUPPORT_LOCAL_ZONE_H_

#include <cstdlib>
#include <ctime>

namespace guard {

class LocalZone {
 public:
  explicit LocalZone(const char* zone) { set(zone); }
  ~LocalZone() { set("UTC0"); }
  LocalZone(const LocalZone&) = delete;
  LocalZone& operator=(const LocalZone&) = delete;

 private:
  static void set(const char* zone) {
    ::setenv("TZ", zone, 1);
    ::tzset();
  }
};

}  // namespace guard

#endif  // GUARD_TESTS_SUPPORT_LOCAL_ZONE_H_
