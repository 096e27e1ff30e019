// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull-bench-bare-loop: measures how fast the OTF2 library alone decodes an archive, with callbacks
// that only count. Lull's own cost is measured against it.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "stopwatch.hpp"

namespace {

// One callback for all kinds of records, for local readers and the global one.
template <class... Rest>
OTF2_CallbackCode count(OTF2_LocationRef, OTF2_TimeStamp, uint64_t /*position*/, void* counter,
                        OTF2_AttributeList*, Rest...) {
  ++*static_cast<std::uint64_t*>(counter);
  return OTF2_CALLBACK_SUCCESS;
}
template <class... Rest>
OTF2_CallbackCode count_merged(OTF2_LocationRef, OTF2_TimeStamp, void* counter, OTF2_AttributeList*,
                               Rest...) {
  ++*static_cast<std::uint64_t*>(counter);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode add_location(void* locations, OTF2_LocationRef self, OTF2_StringRef,
                               OTF2_LocationType, uint64_t, OTF2_LocationGroupRef) {
  static_cast<std::vector<OTF2_LocationRef>*>(locations)->push_back(self);
  return OTF2_CALLBACK_SUCCESS;
}

void expect(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

OTF2_EvtReaderCallbacks* local_callbacks() {
  OTF2_EvtReaderCallbacks* c = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(c, count);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(c, count);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(c, count);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadForkCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadJoinCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback(c, count);
  OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback(c, count);
  OTF2_EvtReaderCallbacks_SetMetricCallback(c, count);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(c, count);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(c, count);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(c, count);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(c, count);
  return c;
}

OTF2_GlobalEvtReaderCallbacks* merged_callbacks() {
  OTF2_GlobalEvtReaderCallbacks* c = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIsendCompleteCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvRequestCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiRecvCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiIrecvCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveBeginCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMpiCollectiveEndCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetThreadForkCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetThreadJoinCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetThreadTeamBeginCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetThreadTeamEndCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetThreadAcquireLockCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetThreadReleaseLockCallback(c, count_merged);
  OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(c, count_merged);
  return c;
}

std::vector<OTF2_LocationRef> read_definitions(OTF2_Reader* reader) {
  std::vector<OTF2_LocationRef> locations;
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  expect(definitions != nullptr, "the definitions cannot be opened");
  OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, add_location);
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &locations);
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  uint64_t read = 0;
  expect(OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &read) == OTF2_SUCCESS,
         "the definitions cannot be read");
  OTF2_Reader_CloseGlobalDefReader(reader, definitions);
  for (const OTF2_LocationRef location : locations) OTF2_Reader_SelectLocation(reader, location);
  if (OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS) {
    for (const OTF2_LocationRef location : locations)
      if (OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, location)) {
        OTF2_Reader_ReadAllLocalDefinitions(reader, local, &read);
        OTF2_Reader_CloseDefReader(reader, local);
      }
    OTF2_Reader_CloseDefFiles(reader);
  }
  return locations;
}

// Reads every location by its own reader, one after the other.
std::uint64_t read_locally(OTF2_Reader* reader, const std::vector<OTF2_LocationRef>& locations,
                           std::uint64_t block) {
  std::uint64_t records = 0;
  std::uint64_t counter = 0;
  OTF2_EvtReaderCallbacks* callbacks = local_callbacks();
  for (const OTF2_LocationRef location : locations) {
    OTF2_EvtReader* events = OTF2_Reader_GetEvtReader(reader, location);
    expect(events != nullptr, "the events of a location cannot be opened");
    OTF2_EvtReader_SetCallbacks(events, callbacks, &counter);
    for (uint64_t read = block; read == block; records += read)
      expect(OTF2_EvtReader_ReadEvents(events, block, &read) == OTF2_SUCCESS,
             "the events of a location cannot be read");
    OTF2_Reader_CloseEvtReader(reader, events);
  }
  OTF2_EvtReaderCallbacks_Delete(callbacks);
  return records;
}

// Reads all locations in the order of time.
std::uint64_t read_merged(OTF2_Reader* reader, const std::vector<OTF2_LocationRef>& locations) {
  std::uint64_t counter = 0;
  for (const OTF2_LocationRef location : locations)
    expect(OTF2_Reader_GetEvtReader(reader, location) != nullptr,
           "the events of a location cannot be opened");
  OTF2_GlobalEvtReader* events = OTF2_Reader_GetGlobalEvtReader(reader);
  expect(events != nullptr, "the events cannot be opened");
  OTF2_GlobalEvtReaderCallbacks* callbacks = merged_callbacks();
  OTF2_Reader_RegisterGlobalEvtCallbacks(reader, events, callbacks, &counter);
  OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
  uint64_t read = 0;
  expect(OTF2_Reader_ReadAllGlobalEvents(reader, events, &read) == OTF2_SUCCESS,
         "the events cannot be read");
  OTF2_Reader_CloseGlobalEvtReader(reader, events);
  return read;
}

void measure(const std::string& archive, bool merged, std::uint64_t block) {
  const std::unique_ptr<OTF2_Reader, decltype(&OTF2_Reader_Close)> reader(
      OTF2_Reader_Open(archive.c_str()), OTF2_Reader_Close);
  expect(reader != nullptr, "the archive cannot be opened");
  OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
  const auto locations = read_definitions(reader.get());
  OTF2_Reader_OpenEvtFiles(reader.get());
  const lull::bench::Stopwatch stopwatch;
  const std::uint64_t events =
      merged ? read_merged(reader.get(), locations) : read_locally(reader.get(), locations, block);
  const std::string times = stopwatch.report(events);
  OTF2_Reader_CloseEvtFiles(reader.get());
  fmt::print("{} events, {} locations, {}\n", events, locations.size(), times);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Decodes an OTF2 archive with the OTF2 library alone, and prints the time it took.");
  std::string archive;
  bool merged = false;
  std::uint64_t block = 4096;
  app.add_option("ARCHIVE", archive, "The anchor file")->required()->check(CLI::ExistingFile);
  app.add_flag("--merged", merged, "All locations at once, in the order of time");
  app.add_option("--block", block, "Records read by one call")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    measure(archive, merged, block);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-bare-loop: {}: {}\n", archive, error.what());
    return 3;
  }
  return 0;
}
