// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex_file.hpp"

#include <zlib.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace lull::report {
namespace {

std::string index_head(std::uint8_t format, ByteOrder order) {
  return "CUBEX.INDEX" + bytes_of(std::uint32_t{1}, order) + bytes_of(std::uint16_t{0}, order) +
         bytes_of(format);
}

std::string packed(const std::string& bytes, int window) {
  z_stream state{};
  deflateInit2(&state, Z_BEST_COMPRESSION, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&state, bytes.size()) + 64, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  state.avail_in = static_cast<uInt>(bytes.size());
  state.next_out = reinterpret_cast<Bytef*>(result.data());
  state.avail_out = static_cast<uInt>(result.size());
  if (deflate(&state, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  result.resize(state.total_out);
  deflateEnd(&state);
  return result;
}

}  // namespace

std::string tar_member(const std::string& name, const std::string& content, char kind) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(100, 7, "0000600");
  char size[13];
  std::snprintf(size, sizeof size, "%011zo", content.size());
  header.replace(124, 11, size);
  header[156] = kind;
  header.replace(257, 5, "ustar");
  header.replace(263, 2, "00");
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  char checksum[8];
  std::snprintf(checksum, sizeof checksum, "%06o", sum);
  header.replace(148, 7, checksum, 7);
  return header + content + std::string((512 - content.size() % 512) % 512, '\0');
}

std::string tar_archive(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string archive;
  for (const auto& [name, content] : members) archive += tar_member(name, content);
  return archive + std::string(1024, '\0');
}

std::string sparse_index(const std::vector<std::uint32_t>& rows, ByteOrder order) {
  std::string index =
      index_head(1, order) + bytes_of(static_cast<std::uint32_t>(rows.size()), order);
  for (const std::uint32_t row : rows) index += bytes_of(row, order);
  return index;
}

std::string dense_index() { return index_head(3, ByteOrder::Little); }

std::string bit_vector_index(const std::string& bits) {
  return index_head(2, ByteOrder::Little) + bits;
}

std::string zlib_packed(const std::string& bytes) { return packed(bytes, 15); }
std::string gzip_packed(const std::string& bytes) { return packed(bytes, 15 + 16); }

std::string gzip_bomb(std::size_t mebibytes) {
  const std::string spaces(1 << 20, ' ');
  z_stream state{};
  deflateInit2(&state, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
  std::string block(deflateBound(&state, spaces.size()), '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(spaces.data()));
  state.avail_in = static_cast<uInt>(spaces.size());
  state.next_out = reinterpret_cast<Bytef*>(block.data());
  state.avail_out = static_cast<uInt>(block.size());
  // Data after a full flush does not depend on earlier data, so the block can be repeated.
  if (deflate(&state, Z_FULL_FLUSH) != Z_OK) throw std::runtime_error("deflate");
  block.resize(state.total_out);
  deflateEnd(&state);
  std::string bomb("\x1F\x8B\x08\0\0\0\0\0\0\x03", 10);
  while (mebibytes-- > 0) bomb += block;
  return bomb;
}

std::string anchor(const std::string& type, const std::string& data_type) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.4\">\n<metrics>";
  text += "<metric id=\"0\" type=\"" + type + "\"><disp_name>M</disp_name><uniq_name>m</uniq_name>";
  text +=
      "<dtype>" + data_type + "</dtype><uom>sec</uom><url/><descr/></metric></metrics>\n<program>";
  for (const char* name : {"a", "b", "c", "d"})
    text += "<region id=\"" + std::string(1, static_cast<char>(*name - 'a' + '0')) +
            "\" mod=\"\" begin=\"-1\" end=\"-1\"><name>" + name + "</name></region>\n";
  text +=
      "<cnode id=\"0\" calleeId=\"0\"><cnode id=\"1\" calleeId=\"1\"><cnode id=\"2\" "
      "calleeId=\"2\"/>";
  text += "</cnode><cnode id=\"3\" calleeId=\"3\"/></cnode></program>\n<system>";
  text += "<systemtreenode Id=\"0\"><name>x</name><class>machine</class><locationgroup Id=\"0\">";
  text += "<name>p</name><rank>0</rank><type>process</type>";
  for (const char* id : {"0", "1"})
    text += std::string("<location Id=\"") + id + "\"><name>t</name><rank>" + id +
            "</rank><type>thread</type></location>";
  return text + "</locationgroup></systemtreenode><topologies/></system>\n</cube>\n";
}

std::string cube_file(const std::string& anchor, const std::string& index,
                      const std::string& data) {
  return tar_archive({{"0.index", index}, {"0.data", data}, {"anchor.xml", anchor}});
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace lull::report
