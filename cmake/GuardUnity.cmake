# guard_unity(TARGET SOURCES...): compiles the sources of a room together, which takes a fraction of the time that
# each alone takes. GUARD_UNITY=OFF compiles each alone: that build shows whether a source includes all it needs.
option(GUARD_UNITY "Compile the sources of a room together" ON)
if(GUARD_UNITY)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    set(GUARD_UNITY OFF)
  endif()
endif()

if(GUARD_UNITY)
  set(guard_unity_rooms base policy interceptor supervisor console tests)
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/cmake/unity_groups.py
                          ${CMAKE_SOURCE_DIR} ${guard_unity_rooms}
                  OUTPUT_VARIABLE guard_unity_lines OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" guard_unity_lines "${guard_unity_lines}")
  foreach(line IN LISTS guard_unity_lines)
    string(REPLACE " " ";" pair "${line}")
    list(GET pair 0 path)
    list(GET pair 1 group)
    set(guard_unity_group_${path} ${group})
  endforeach()
endif()

function(guard_unity target)
  if(NOT GUARD_UNITY)
    return()
  endif()
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
    if(DEFINED guard_unity_group_${path})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${guard_unity_group_${path}})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
