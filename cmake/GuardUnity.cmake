# guard_unity(TARGET SOURCES...): compiles sources of a target together, which takes a fraction of the time that
# each alone takes. GUARD_UNITY=OFF compiles each alone: that build shows whether a source includes all it needs.
option(GUARD_UNITY "Compile sources of a target together" ON)
if(GUARD_UNITY)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    set(GUARD_UNITY OFF)
  endif()
endif()

function(guard_unity target)
  list(LENGTH ARGN sources)
  if(NOT GUARD_UNITY OR sources LESS 2)
    return()
  endif()
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/cmake/unity_groups.py ${ARGN}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REPLACE " " ";" pair "${line}")
    list(GET pair 0 source)
    list(GET pair 1 group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
