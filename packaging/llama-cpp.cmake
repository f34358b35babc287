# Read by CMake right after the first project(), of llama-cpp-python for its wheel and of llama.cpp for a single backend.

# Leaves out llama.cpp's "common" library, which Slipstream never loads and which takes half of the compile.
# llama-cpp-python forces the cache entry ON; a normal variable goes before it (CMP0126).
set(LLAMA_BUILD_COMMON OFF)

# Backends are modules that are looked for at run time: what a machine has no driver for is left out there, and others
# can be added. Nothing is compiled for the processor at hand.
set(GGML_BACKEND_DL ON)
set(GGML_NATIVE OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64" OR NOT WIN32)
    # A module for each generation of processors. Windows on ARM has none.
    set(GGML_CPU_ALL_VARIANTS ON)
endif()

# One file per library: a wheel cannot hold links, and a second copy opened by another name would be one without backends.
set(CMAKE_PLATFORM_NO_VERSIONED_SONAME ON)

# llama-cpp-python copies only modules that it knows by name; llama.cpp's own install step, all.
set(CMAKE_INSTALL_BINDIR llama_cpp/lib CACHE PATH "")
set(CMAKE_INSTALL_LIBDIR llama_cpp/lib CACHE PATH "")
if(APPLE)
    set(CMAKE_INSTALL_RPATH "@loader_path")
else()
    set(CMAKE_INSTALL_RPATH "$ORIGIN")
endif()

# What checks that fail, and exceptions, name is a file of the sources, not where they were compiled.
if(NOT MSVC)
    add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=>")
endif()
