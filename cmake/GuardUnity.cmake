# guard_unity(TARGET SOURCES...): compiles sources of a target together, which takes a fraction of the time that
# each alone takes. GUARD_UNITY=OFF compiles each alone: that build shows whether a source includes all it needs.
option(GUARD_UNITY "Compile sources of a target together" ON)
# With longer groups less is compiled in all, and more is compiled again after each change.
set(GUARD_UNITY_LINES 9000 CACHE STRING "Most lines of the sources that are compiled together")
if(GUARD_UNITY)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    set(GUARD_UNITY OFF)
  endif()
endif()

# Only at the end of its folder is known which source has definitions of its own, and so is compiled alone.
function(guard_unity target)
  if(GUARD_UNITY)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL guard_note_for_unity ${target} [[${ARGN}]])")
  endif()
endfunction()

function(guard_note_for_unity target all)
  set(sources)
  foreach(source IN LISTS all)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(NOT definitions)
      list(APPEND sources ${source})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY GUARD_UNITY_TARGETS ${target})
  set_property(GLOBAL APPEND_STRING PROPERTY GUARD_UNITY_WORK
               "${target};${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.unity;${CMAKE_CURRENT_SOURCE_DIR};${sources}\n")
  # Not by HEADER_FILE_ONLY: that holds for each target of the folder that has the source.
  get_target_property(compiled ${target} SOURCES)
  list(REMOVE_ITEM compiled ${sources})
  set_target_properties(${target} PROPERTIES SOURCES "${compiled}")
endfunction()

# All targets by one process, which reads each header once.
function(guard_divide_all)
  get_property(work GLOBAL PROPERTY GUARD_UNITY_WORK)
  set(file ${CMAKE_BINARY_DIR}/generated/unity_work.txt)
  file(WRITE ${file} "${work}")
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/cmake/unity_groups.py ${GUARD_UNITY_LINES} ${file}
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^ ]+) (.+)$" unused "${line}")
    set_property(TARGET ${CMAKE_MATCH_1} APPEND PROPERTY SOURCES "${CMAKE_MATCH_2}")
  endforeach()
endfunction()

if(GUARD_UNITY)
  cmake_language(DEFER CALL guard_divide_all)
endif()
