// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// C++ streams in the directory given by the first argument; the second one is the number of rounds:
// a file is written, read, appended to.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::string name = std::string(argv[1]) + "/stream";
  std::size_t read = 0;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    std::ofstream(name) << std::string(20000, 'x') << 12345 << std::endl;
    std::ofstream(name, std::ios::app) << "end\n";
    std::ifstream in(name);
    for (std::string line; std::getline(in, line);) read += line.size() + 1;
    in.clear();
    in.seekg(20000);
    int number = 0;
    in >> number;
    std::fstream both(name, std::ios::in | std::ios::out);
    both.seekp(3);
    both.write("abc", 3);
    both.close();
    read += static_cast<std::size_t>(number);
  }
  std::filesystem::create_directories(name + "s/a/b");
  std::filesystem::copy_file(name, name + "s/copy");
  std::filesystem::rename(name + "s/copy", name + "s/a/moved");
  std::cout << read << " " << std::filesystem::file_size(name + "s/a/moved") << " "
            << std::filesystem::remove_all(name + "s") << "\n";
}
