# guard_unity(TARGET SOURCES...): compiles sources of a target together, which takes a fraction of the time that
# each alone takes. GUARD_UNITY=OFF compiles each alone: that build shows whether a source includes all it needs.
option(GUARD_UNITY "Compile sources of a target together" ON)
# With longer groups less is compiled in all, and more is compiled again after each change.
set(GUARD_UNITY_LINES 5000 CACHE STRING "Most lines of the sources that are compiled together")
if(GUARD_UNITY)
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    set(GUARD_UNITY OFF)
  endif()
endif()

# Only at the end of its folder is known which source has definitions of its own, and so is compiled alone.
function(guard_unity target)
  if(GUARD_UNITY)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL guard_divide ${target} [[${ARGN}]])")
  endif()
endfunction()

function(guard_divide target all)
  set(sources)
  foreach(source IN LISTS all)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(NOT definitions)
      list(APPEND sources ${source})
    endif()
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.unity)
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/cmake/unity_groups.py
                          ${folder} ${GUARD_UNITY_LINES} ${sources}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  # Not by HEADER_FILE_ONLY: that holds for each target of the folder that has the source.
  get_target_property(compiled ${target} SOURCES)
  list(REMOVE_ITEM compiled ${sources})
  foreach(line IN LISTS lines)
    list(APPEND compiled ${line})
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${compiled}")
endfunction()
