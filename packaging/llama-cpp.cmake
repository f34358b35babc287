# Read by CMake right after llama-cpp-python's project(): leaves out llama.cpp's "common" library, which Slipstream never loads
# and which takes half of the compile. That project forces the cache entry ON; a normal variable goes before it (CMP0126).
set(LLAMA_BUILD_COMMON OFF)
