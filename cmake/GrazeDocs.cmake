# The documentation site: the target `docs` builds it into docs/html of the build tree; with GRAZE_BUILD_DOCS it is part of every build and
# installed as share/doc/graze-doc. It needs the packages of `tools/setup docs`, and no build of graze.

file(GLOB_RECURSE graze_docs_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/* ${PROJECT_SOURCE_DIR}/include/graze/*.h
     ${PROJECT_SOURCE_DIR}/examples/python/*)
set(graze_docs_html ${PROJECT_BINARY_DIR}/docs/html)
set(graze_docs_built ${PROJECT_BINARY_DIR}/docs/built)
add_custom_command(OUTPUT ${graze_docs_built}
                   COMMAND ${PROJECT_SOURCE_DIR}/tools/docs --no-setup --out ${graze_docs_html}
                   COMMAND ${CMAKE_COMMAND} -E touch ${graze_docs_built}
                   DEPENDS ${graze_docs_sources} ${PROJECT_SOURCE_DIR}/tools/docs ${PROJECT_SOURCE_DIR}/tools/docs_pages.py
                           ${PROJECT_SOURCE_DIR}/tools/docs_headers.py ${PROJECT_SOURCE_DIR}/tools/docs_theme.py
                           ${PROJECT_SOURCE_DIR}/benchmarks/README.md
                   COMMENT "Building the documentation site" VERBATIM)
if(GRAZE_BUILD_DOCS)
  add_custom_target(docs ALL DEPENDS ${graze_docs_built})
  install(DIRECTORY ${graze_docs_html} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/graze-doc COMPONENT doc PATTERN ".buildinfo" EXCLUDE)
else()
  add_custom_target(docs DEPENDS ${graze_docs_built})
endif()
