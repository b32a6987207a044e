// SPDX-License-Identifier: Apache-2.0
// ShownTimes: the times of records as lists show them to people: by the clock of this machine (the
// zone of TZ), or in UTC. JSON and exports keep the text of the record. A value; any thread.
#ifndef GUARD_CONSOLE_OUTPUT_SHOWN_TIMES_H_
#define GUARD_CONSOLE_OUTPUT_SHOWN_TIMES_H_

#include <string>

#include "base/clock.h"

namespace guard::console {

class ShownTimes {
 public:
  explicit ShownTimes(bool in_utc = false) : in_utc_(in_utc) {}

  // ISO, a record's timestamp, as "2025-03-01 10:05:07". Other text stays as it is.
  [[nodiscard]] std::string second(const std::string& iso) const;
  // "2025-03-01 10:05:07 CET": for a text that people elsewhere read, too.
  [[nodiscard]] std::string with_zone(const std::string& iso) const;
  // With all that the record has, and the offset: "2025-03-01T10:05:07.000250+01:00".
  [[nodiscard]] std::string whole(const std::string& iso) const;
  // The day of a moment: "2025-03-01".
  [[nodiscard]] std::string day(TimePoint time) const;
  // The name of the zone at a moment: "CET", "UTC".
  [[nodiscard]] std::string zone(TimePoint time) const;
  // The same of now, behind a heading: "STARTED (CET)".
  [[nodiscard]] std::string heading(const std::string& name) const;

 private:
  [[nodiscard]] std::string formatted(TimePoint time, const char* format) const;
  bool in_utc_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_SHOWN_TIMES_H_
