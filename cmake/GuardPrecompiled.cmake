# Headers that most sources include are compiled once for all of them, which takes an eighth of the time off. Not where
# each source is compiled alone (GUARD_UNITY=OFF): that build shows a missing include. Not with ccache, which holds more
# than this saves, and takes a precompiled header for another each time.
option(GUARD_PRECOMPILED "Compile the headers that most sources include once" OFF)
if(NOT GUARD_UNITY OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(GUARD_PRECOMPILED OFF)
endif()

# guard_headers(NAME [HEADERS...]): these, and those that most sources include, with the options of this folder.
function(guard_headers name)
  if(NOT GUARD_PRECOMPILED)
    return()
  endif()
  set(no_source ${CMAKE_BINARY_DIR}/generated/no_source.cc)
  file(CONFIGURE OUTPUT ${no_source} CONTENT "// Carries the precompiled headers.\n")
  add_library(${name} OBJECT ${no_source})
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <chrono> <filesystem> <functional> <map> <memory> <optional> <ranges> <set> <sstream> <string>
    <string_view> <thread> <vector> <nlohmann/json.hpp> <tl/expected.hpp> ${ARGN})
endfunction()

# guard_precompiled(TARGET NAME): its sources find the headers of NAME compiled already.
function(guard_precompiled target name)
  if(NOT GUARD_PRECOMPILED)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${name})
endfunction()

guard_headers(guard_common_headers)
