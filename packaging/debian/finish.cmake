# What Debian wants of files before they are packed: pages and changelogs compressed without a date, objects without what nobody reads.
# CPack runs it over the folder that holds what each component installs.

function(graze_run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB_RECURSE files LIST_DIRECTORIES false ${CPACK_TEMPORARY_DIRECTORY}/*)
foreach(file IN LISTS files)
  if(IS_SYMLINK ${file})  # a library is stripped once, not through each of its names
    continue()
  elseif(file MATCHES "/man/man1/[^/]*\\.1$" OR file MATCHES "/changelog\\.Debian$")
    graze_run(gzip -9n ${file})
  elseif(file MATCHES "\\.so(\\.[0-9.]+)?$" OR file MATCHES "/usr/bin/")
    graze_run(strip --strip-unneeded --remove-section=.comment --remove-section=.note ${file})
  elseif(file MATCHES "\\.a$")
    graze_run(strip --strip-debug --remove-section=.comment --remove-section=.note --enable-deterministic-archives ${file})
  endif()
endforeach()
