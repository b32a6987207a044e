# tree_sitter_bash: the grammar of shell text as a static library, from the npm package that
# cmake/tree-sitter-bash pins (version and sha512). Its C sources are fetched once into the build
# directory, never into the source tree; a configured build directory needs no network again.
# Exactly 0.23.3: 0.25 is ABI 15, which libtree-sitter 0.20.7 rejects, and 0.20.3 allocates without
# limit on the line of a fork bomb.
include_guard(GLOBAL)

function(guard_fetch_shell_grammar pin folder)
  file(SHA256 ${pin}/package-lock.json wanted)
  set(stamp ${folder}/fetched)
  if(EXISTS ${stamp})
    file(READ ${stamp} have)
    if(have STREQUAL wanted)
      return()
    endif()
  endif()
  find_program(NPM_EXECUTABLE npm DOC "Fetches the grammar of shell text")
  if(NOT NPM_EXECUTABLE)
    message(FATAL_ERROR "npm is needed to fetch the grammar of shell text (tree-sitter-bash): "
                        "install the Debian package npm, then configure again.")
  endif()
  message(STATUS "Fetching the grammar of shell text with npm")
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  file(COPY ${pin}/package.json ${pin}/package-lock.json DESTINATION ${folder})
  # No script of any package runs: only C files are wanted.
  execute_process(
    COMMAND ${NPM_EXECUTABLE} ci --ignore-scripts --omit=dev --omit=peer --omit=optional
            --no-audit --no-fund --prefer-offline --loglevel=error
    WORKING_DIRECTORY ${folder}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output
    TIMEOUT 300)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "npm could not fetch tree-sitter-bash (${status}). Is a registry reachable? "
                        "`npm ping` tells. npm said:\n${output}")
  endif()
  file(WRITE ${stamp} "${wanted}")
endfunction()

set(guard_grammar_pin ${CMAKE_SOURCE_DIR}/cmake/tree-sitter-bash)
set(guard_grammar_folder ${CMAKE_BINARY_DIR}/tree-sitter-bash)
set(guard_grammar_source ${guard_grammar_folder}/node_modules/tree-sitter-bash/src)
guard_fetch_shell_grammar(${guard_grammar_pin} ${guard_grammar_folder})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${guard_grammar_pin}/package-lock.json)

# A generated table of several megabytes: more than -O1 only costs minutes.
add_library(tree_sitter_bash STATIC ${guard_grammar_source}/parser.c
                                    ${guard_grammar_source}/scanner.c)
target_include_directories(tree_sitter_bash PRIVATE ${guard_grammar_source})
target_compile_options(tree_sitter_bash PRIVATE -O1 -g0 -w)
set_target_properties(tree_sitter_bash PROPERTIES POSITION_INDEPENDENT_CODE ON
                                                  INTERPROCEDURAL_OPTIMIZATION OFF)
