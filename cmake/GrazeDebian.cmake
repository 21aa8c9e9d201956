# Debian packages, made by CPack: libgraze0.1, libgraze-dev, graze, python3-graze, graze-doc. tools/package builds them.

set(graze_debian ${PROJECT_SOURCE_DIR}/packaging/debian)
set(graze_debian_revision 1)
file(STRINGS ${graze_debian}/changelog graze_debian_newest LIMIT_COUNT 1)
if(NOT graze_debian_newest MATCHES "^graze \\(${PROJECT_VERSION}-${graze_debian_revision}\\) ")
  message(FATAL_ERROR "packaging/debian/changelog does not begin with graze (${PROJECT_VERSION}-${graze_debian_revision})")
endif()
get_target_property(graze_abi_version graze_shared SOVERSION)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME graze)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The graze authors <graze@packages.debian.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # every package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PRE_BUILD_SCRIPTS ${graze_debian}/finish.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL runtime dev tools python doc)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${graze_debian_revision})
set(CPACK_DEBIAN_PACKAGE_SOURCE graze)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})

set(graze_same_version "(= ${PROJECT_VERSION}-${graze_debian_revision})")
set(graze_about "graze decides whether bodies meet, when moving ones first touch, where,
how far apart or how deep in each other they are. Shapes are closed sets
of the numbers given: touching counts. Hard cases are decided in exact
arithmetic, and the time of a first contact is never late.")

# One package: its component, name, section, first line and text, what it needs beside the shared libraries it links.
function(graze_debian_package component name section title text depends)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${title}\n${graze_about}\n.\n${text}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  set(documents ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES ${graze_debian}/copyright DESTINATION ${documents} COMPONENT ${component})
  install(FILES ${graze_debian}/changelog DESTINATION ${documents} COMPONENT ${component} RENAME changelog.Debian)
  if(EXISTS ${graze_debian}/lintian/${component})
    install(FILES ${graze_debian}/lintian/${component} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${name} COMPONENT ${component})
  endif()
endfunction()

set(graze_library libgraze${graze_abi_version})
graze_debian_package(runtime ${graze_library} libs "exact collision detection between moving bodies - library"
                     "This is the shared library that programs are linked with." "")
graze_debian_package(dev libgraze-dev libdevel "exact collision detection between moving bodies - development files"
                     "These are the headers, the static library and files for CMake and\npkg-config."
                     "${graze_library} ${graze_same_version}, libeigen3-dev (>= 3.4), libexpected-dev, libfmt-dev (>= 9), libqhull-dev, libexpat1-dev, libminizip-dev, zlib1g-dev, libtbb-dev (>= 2021), pkgconf | pkg-config")
graze_debian_package(tools graze math "exact collision detection between moving bodies - command"
                     "This is the command: clashes in assemblies, clearances, first contacts\nof moving parts and robots, reports to look at in a browser."
                     "${graze_library} ${graze_same_version}")
# What programs linked with the library depend on, and the trigger that Debian wants where CPack calls ldconfig.
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "libgraze ${graze_abi_version} ${graze_library} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/shlibs ${graze_debian}/runtime/triggers)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS graze-doc)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS graze-doc)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)

if(TARGET graze_python)
  math(EXPR graze_next_python "${GRAZE_PYTHON_MINOR} + 1")  # the module is compiled for one minor version
  graze_debian_package(python python3-graze python "exact collision detection between moving bodies - Python module"
                       "This is the module for Python: numpy in, numpy out."
                       "${graze_library} ${graze_same_version}, python3 (>= 3.${GRAZE_PYTHON_MINOR}~), python3 (<< 3.${graze_next_python}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS graze-doc)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${graze_debian}/python/postinst ${graze_debian}/python/prerm)
else()
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL python)
endif()

if(GRAZE_BUILD_DOCS)
  graze_debian_package(doc graze-doc doc "exact collision detection between moving bodies - documentation"
                       "This is the documentation of library, command and Python module." "")
  set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
  set(CPACK_DEBIAN_DOC_PACKAGE_SHLIBDEPS OFF)
  install(FILES ${graze_debian}/graze-doc.doc-base DESTINATION ${CMAKE_INSTALL_DATADIR}/doc-base RENAME graze-doc.graze COMPONENT doc)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/graze-doc COMPONENT doc
          PATTERN __pycache__ EXCLUDE)
else()
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL doc)
endif()

include(CPack)
