# guard_library(NAME SOURCES... [LINK public-targets...] [PRIVATE_LINK private-targets...])
# One folder, one target. Includes are written from the top of the tree.
function(guard_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  guard_unity(${name} ${ARG_SOURCES})
  guard_precompiled(${name} guard_common_headers)
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE guard_warnings ${ARG_PRIVATE_LINK})
endfunction()

# guard_small(TARGET...): optimized for size in the release. For what no call of an agent waits for.
function(guard_small)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<NOT:$<COMPILE_LANGUAGE:ASM>>>:-Os>)
  endforeach()
endfunction()
