# A compiler that has memory enough collects no garbage of its own, which takes a tenth of the time off: 1.5 GiB for the
# largest source group. Not where three GiB for each processor are not there.
cmake_host_system_information(RESULT mebibytes QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR needed "3072 * ${processors}")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND mebibytes GREATER_EQUAL needed)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-expand=10000 --param ggc-min-heapsize=2000000>")
endif()
