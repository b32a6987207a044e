# Third-party libraries are linked into guard where their static form is installed: looking up some
# ten thousand symbols of shared ones at every start costs more than everything else guard does
# before the command runs (docs/decisions/0007). -DGUARD_STATIC_LIBRARIES=OFF links shared ones.
option(GUARD_STATIC_LIBRARIES "Link third-party libraries statically where possible" ON)

# guard_static_library(TARGET ARCHIVE [LIBRARIES...]): replaces what TARGET links by ARCHIVE.
function(guard_static_library target archive)
  if(NOT GUARD_STATIC_LIBRARIES)
    return()
  endif()
  find_library(GUARD_ARCHIVE_${archive} NAMES ${archive})
  mark_as_advanced(GUARD_ARCHIVE_${archive})
  if(NOT GUARD_ARCHIVE_${archive})
    return()
  endif()
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES
                          "${GUARD_ARCHIVE_${archive}};${ARGN}")
  else()
    foreach(config "" _NONE _RELEASE _RELWITHDEBINFO _DEBUG)
      get_target_property(had ${target} IMPORTED_LOCATION${config})
      if(had)
        set_target_properties(${target} PROPERTIES IMPORTED_LOCATION${config}
                              "${GUARD_ARCHIVE_${archive}}")
      endif()
    endforeach()
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${ARGN})
  endif()
endfunction()

if(GUARD_STATIC_LIBRARIES)
  set(Boost_USE_STATIC_LIBS ON)
endif()
