# Compiler flags shared by every target of ours, as the interface target graze_flags.

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")  # line numbers; full debug information doubles the time to build
if(GRAZE_UNITY)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -DNDEBUG")  # built once and run: 44 programs link in a third of the time
endif()
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_library(graze_flags INTERFACE)
target_compile_features(graze_flags INTERFACE cxx_std_20)
# Exact predicates and reproducible bits need every rounding to happen where it is written.
target_compile_options(graze_flags INTERFACE -ffp-contract=off)
# Nobody replaces functions of graze at load time, so that the compiler may inline what the shared library exports.
target_compile_options(graze_flags INTERFACE -fno-semantic-interposition)
target_compile_options(graze_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
                                             -Woverloaded-virtual -Wnull-dereference -Wdouble-promotion)
# At -O3 GCC's warnings that follow the flow of values misfire in headers of dependencies; the other builds keep them.
target_compile_options(graze_flags INTERFACE "$<$<CONFIG:Release>:-Wno-null-dereference;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-restrict>")
# GCC 12 takes members of a std::variant that does not hold them for uninitialised; the sanitizers see what is.
target_compile_options(graze_flags INTERFACE "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
if(GRAZE_WERROR)
  target_compile_options(graze_flags INTERFACE -Werror)
endif()
if(GRAZE_ASSERTS)
  target_compile_options(graze_flags INTERFACE -UNDEBUG)
endif()
if(GRAZE_SANITIZE)
  # -O1 and short debug information: the sanitizers' own work outweighs the optimiser's, and the build takes half the time.
  # GCC's warnings of uninitialised values and null pointers misfire on instrumented code; the plain build keeps them.
  target_compile_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -O1 -g1
                                               "$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>" -Wno-null-dereference)
  target_link_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE})
endif()
if(GRAZE_COVERAGE)
  # The library first: of inline functions that it and a test compiled the linker takes those that count.
  target_link_options(graze_flags INTERFACE --coverage LINKER:--whole-archive,$<TARGET_FILE:graze_static>,--no-whole-archive)
endif()

# The big headers are parsed once a build: parsing Eigen and the JSON library again for every file takes longer than compiling our code.
# What a file forgets to include is found by the test that compiles every header alone, and by clang-tidy.
function(graze_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "GROUP" "HEADERS")
  get_property(first GLOBAL PROPERTY GRAZE_PRECOMPILED_${arg_GROUP})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
    set_property(GLOBAL PROPERTY GRAZE_PRECOMPILED_${arg_GROUP} ${target})
  endif()
endfunction()
