# What every target of ours is compiled with; third-party headers come in as SYSTEM.
add_library(guard_warnings INTERFACE)
target_compile_options(guard_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow)
if(GUARD_WERROR)
  target_compile_options(guard_warnings INTERFACE -Werror)
endif()
