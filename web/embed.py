#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Write a C++ source that holds a file as web::page(): embed.py PAGE.html SOURCE.cpp"""
import sys
from pathlib import Path

page, source = map(Path, sys.argv[1:])
text = page.read_bytes()
if text.count(b"@LULL_REPORT@") != 1:
    sys.exit(f"{page} must have @LULL_REPORT@ once")
# Numbers, as compilers limit the length of a string literal.
rows = (",".join(str(byte) for byte in text[at:at + 64]) for at in range(0, len(text), 64))
source.write_text(
    '#include "web/page.hpp"\n\nnamespace lull::web {\nnamespace {\n'
    "const unsigned char kPage[] = {\n" + ",\n".join(rows) + "};\n}\n\n"
    "std::string_view page() {\n"
    "  return {reinterpret_cast<const char*>(kPage), sizeof kPage};\n}\n\n"
    "}  // namespace lull::web\n", encoding="ascii")
