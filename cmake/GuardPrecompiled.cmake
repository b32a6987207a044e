# guard_precompiled(TARGET): its sources find these headers of others compiled already, which takes an eighth of the
# time off. Not where each source is compiled alone (GUARD_UNITY=OFF): that build shows a missing include. Not with
# ccache, which holds more than this saves, and takes a precompiled header for another each time.
option(GUARD_PRECOMPILED "Compile the headers that most sources include once" OFF)
if(NOT GUARD_UNITY OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(GUARD_PRECOMPILED OFF)
endif()

if(GUARD_PRECOMPILED)
  set(guard_no_source ${CMAKE_BINARY_DIR}/generated/no_source.cc)
  file(CONFIGURE OUTPUT ${guard_no_source} CONTENT "// Carries the precompiled headers.\n")
  add_library(guard_headers OBJECT ${guard_no_source})
  target_precompile_headers(guard_headers PRIVATE
    <algorithm> <array> <chrono> <filesystem> <functional> <map> <memory> <optional> <ranges> <set> <sstream> <string>
    <string_view> <thread> <vector> <nlohmann/json.hpp> <tl/expected.hpp>)
endif()

function(guard_precompiled target)
  if(GUARD_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM guard_headers)
    # At -O1, GCC 12 sees faults in libstdc++'s own strings and optionals, and such headers count as the project's.
    # The release (-O2) and the build without unity keep these warnings.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds -Wno-maybe-uninitialized
      -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>)
  endif()
endfunction()
