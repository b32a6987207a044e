# Every target of ours is compiled with these; third-party headers come in as SYSTEM.
add_library(guard_warnings INTERFACE)
target_compile_options(guard_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow)
if(GUARD_WERROR)
  target_compile_options(guard_warnings INTERFACE -Werror)
endif()
# Below -O2, GCC 12 sees faults that are none, in std::optional and in libstdc++'s own strings. The release (-O2) keeps
# these warnings.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_BUILD_TYPE STREQUAL Release)
  target_compile_options(guard_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds -Wno-maybe-uninitialized
    -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>)
endif()
