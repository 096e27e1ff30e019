# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Readers of the formats of `lull convert`, according to their documentation. Each checks its input, and returns the
numbers of calls, of messages with both ends, of single ends, and of samples of counters."""
import collections
import csv
import json
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

Content = collections.namedtuple("Content", "calls messages ends samples")


def count_messages(sent, received):
    """Counts messages and unmatched ends from the ids of both ends."""
    both = sum((sent & received).values())
    return both, sum(sent.values()) + sum(received.values()) - 2 * both


def read_chrome(path):
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    open_calls, last, calls, samples = collections.Counter(), {}, 0, 0
    sent, received = collections.Counter(), collections.Counter()
    for event in document["traceEvents"]:
        place = (event["pid"], event.get("tid"))
        kind = event["ph"]
        if kind in "BE":
            assert last.get(place, 0) <= event["ts"], event
            last[place] = event["ts"]
            open_calls[place] += 1 if kind == "B" else -1
            assert open_calls[place] >= 0, event
            calls += kind == "B"
        elif kind == "s":
            sent[event["id"]] += 1
        elif kind == "f":
            assert event["bp"] == "e"
            received[event["id"]] += 1
        elif kind == "C":
            samples += 1
        else:
            assert kind in "MX", event
    assert not any(open_calls.values())
    return Content(calls, *count_messages(sent, received), samples)


def perfetto_trace():
    """Returns a message class for the used parts of Perfetto's schema."""
    field = descriptor_pb2.FieldDescriptorProto
    kinds = {"uint64": field.TYPE_UINT64, "uint32": field.TYPE_UINT32, "int32": field.TYPE_INT32,
             "string": field.TYPE_STRING, "double": field.TYPE_DOUBLE, "fixed64": field.TYPE_FIXED64}
    schema = {
        "Trace": [("packet", 1, "*TracePacket")],
        "TracePacket": [("timestamp", 8, "uint64"), ("trusted_packet_sequence_id", 10, "uint32"),
                        ("track_event", 11, "TrackEvent"), ("interned_data", 12, "InternedData"),
                        ("sequence_flags", 13, "uint32"), ("track_descriptor", 60, "TrackDescriptor")],
        "InternedData": [("event_categories", 1, "*Named"), ("event_names", 2, "*Named")],
        "Named": [("iid", 1, "uint64"), ("name", 2, "string")],
        "TrackDescriptor": [("uuid", 1, "uint64"), ("name", 2, "string"), ("process", 3, "ProcessDescriptor"),
                            ("thread", 4, "ThreadDescriptor"), ("parent_uuid", 5, "uint64"),
                            ("counter", 8, "CounterDescriptor")],
        "ProcessDescriptor": [("pid", 1, "int32"), ("process_name", 6, "string")],
        "ThreadDescriptor": [("pid", 1, "int32"), ("tid", 2, "int32"), ("thread_name", 5, "string")],
        "CounterDescriptor": [("unit_name", 6, "string")],
        "TrackEvent": [("category_iids", 3, "*uint64"), ("debug_annotations", 4, "*DebugAnnotation"), ("type", 9, "int32"),
                       ("name_iid", 10, "uint64"), ("track_uuid", 11, "uint64"), ("name", 23, "string"),
                       ("double_counter_value", 44, "double"), ("flow_ids", 47, "*fixed64"),
                       ("terminating_flow_ids", 48, "*fixed64")],
        "DebugAnnotation": [("uint_value", 3, "uint64"), ("string_value", 6, "string"), ("name", 10, "string")],
    }
    file = descriptor_pb2.FileDescriptorProto(name="used_parts.proto", package="used", syntax="proto2")
    for name, fields in schema.items():
        message = file.message_type.add(name=name)
        for field_name, number, kind in fields:
            label = field.LABEL_REPEATED if kind.startswith("*") else field.LABEL_OPTIONAL
            one = message.field.add(name=field_name, number=number, label=label)
            kind = kind.lstrip("*")
            if kind in kinds:
                one.type = kinds[kind]
            else:
                one.type, one.type_name = field.TYPE_MESSAGE, ".used." + kind
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("used.Trace"))


def check_known(message):
    """Returns whether all fields are in the schema."""
    assert len(message.SerializeToString()) == message.ByteSize()
    for _, value in message.ListFields():
        for one in value if hasattr(value, "add") else [value]:
            if hasattr(one, "ListFields"):
                check_known(one)
    assert not message.UnknownFields() if hasattr(message, "UnknownFields") else True


def read_perfetto(path):
    trace = perfetto_trace()()
    trace.ParseFromString(Path(path).read_bytes())
    names, tracks, stacks = {}, {}, collections.Counter()
    calls, samples, last = 0, 0, {}
    sent, received = collections.Counter(), collections.Counter()
    for packet in trace.packet:
        assert packet.trusted_packet_sequence_id == 1
        if packet.HasField("interned_data"):
            assert packet.sequence_flags == 1
            names.update((name.iid, name.name) for name in packet.interned_data.event_names)
        elif packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            assert track.uuid not in tracks and (not track.parent_uuid or track.parent_uuid in tracks)
            tracks[track.uuid] = track
        else:
            event = packet.track_event
            assert event.track_uuid in tracks and packet.sequence_flags == 2
            track = tracks[event.track_uuid]
            if event.type in (1, 2):
                if track.HasField("thread"):
                    assert last.get(track.uuid, 0) <= packet.timestamp
                    last[track.uuid] = packet.timestamp
                    calls += event.type == 1
                assert event.type == 2 or event.name or event.name_iid in names
                stacks[track.uuid] += 1 if event.type == 1 else -1
                assert stacks[track.uuid] >= 0
            elif event.type == 3:
                sent.update(event.flow_ids)
                received.update(event.terminating_flow_ids)
            else:
                assert event.type == 4 and track.HasField("counter")
                samples += 1
    assert not any(stacks.values())
    return Content(calls, *count_messages(sent, received), samples)


def paje_words(line):
    words, rest = [], line.strip()
    while rest:
        if rest[0] == '"':
            word, _, rest = rest[1:].partition('"')
        else:
            word, _, rest = rest.partition(" ")
        words.append(word)
        rest = rest.lstrip()
    return words


def read_paje(path):
    definitions, current = {}, None
    containers, states, last, end_of = {"0"}, collections.Counter(), 0.0, set()
    calls, samples = 0, 0
    sent, received = collections.Counter(), collections.Counter()
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if line.startswith("%EventDef"):
            _, name, number = line.split()
            current = definitions[number] = [name]
        elif line.startswith("%EndEventDef"):
            current = None
        elif line.startswith("%"):
            current.append(line[1:].split()[0])
        else:
            number, *values = paje_words(line)
            name, *fields = definitions[number]
            assert len(values) == len(fields), line
            event = dict(zip(fields, values))
            if "Time" in event:
                assert last <= float(event["Time"]), line
                last = float(event["Time"])
            if name == "PajeCreateContainer":
                assert event["Container"] in containers, line
                containers.add(event["Alias"])
            elif name in ("PajePushState", "PajePopState"):
                assert event["Container"] in containers and event["Container"] not in end_of, line
                key = event["Type"], event["Container"]
                states[key] += 1 if name == "PajePushState" else -1
                assert states[key] >= 0, line
                calls += name == "PajePushState" and event["Type"] == "ST"
            elif name == "PajeStartLink":
                sent[event["Key"]] += 1
            elif name == "PajeEndLink":
                received[event["Key"]] += 1
            elif name == "PajeSetVariable":
                float(event["Value"])
                samples += 1
            elif name == "PajeDestroyContainer":
                end_of.add(event["Name"])
    assert not any(states.values())
    return Content(calls, *count_messages(sent, received), samples)


def read_paraver(path):
    path = Path(path)
    lines = path.with_suffix(".prv").read_text(encoding="utf-8").splitlines()
    head = lines[0].split("):", 1)[1]
    length, nodes, rest = head.split(":", 2)
    assert length.endswith("_ns") and lines[0].startswith("#Paraver (")
    processors = sum(map(int, nodes.partition("(")[2].rstrip(")").split(",")))
    threads = [int(task.split(":")[0]) for task in rest.partition("(")[2].rstrip(")").split(",") if task]
    assert sum(threads) == processors
    last, ends, open_values, begun = 0, {}, {}, collections.Counter()
    messages, samples = 0, 0
    for line in lines[1:]:
        kind, *numbers = line.split(":")
        numbers = list(map(int, numbers))
        processor, application, task, thread, time = numbers[:5]
        assert 1 <= processor <= processors and application == 1 and 1 <= thread <= threads[task - 1], line
        assert last <= time <= int(length[:-3]), line
        last = time
        if kind == "1":
            assert ends.get((task, thread), 0) <= time < numbers[5], line
            ends[task, thread] = numbers[5]
        elif kind == "2":
            assert len(numbers) % 2 == 1, line
            if 42000000 <= numbers[5] < 43000000:
                samples += 1
            elif numbers[5] < 90000000:
                open_values[task, thread, numbers[5]] = numbers[6]
                begun[numbers[6] != 0] += 1
        else:
            assert kind == "3" and len(numbers) == 14, line
            messages += 1
    assert not any(open_values.values()), "a call has no end"
    rows = path.with_suffix(".row").read_text(encoding="utf-8").splitlines()
    for i, row in enumerate(rows):
        if row.startswith("LEVEL "):
            size = int(row.split()[-1])
            block = rows[i + 1:i + 1 + size]
            assert len(block) == size and all(block), row
    configuration = path.with_suffix(".pcf").read_text(encoding="utf-8")
    assert "STATES" in configuration and "1    Running" in configuration
    return Content(None, messages, None, samples)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    last = 0
    kinds = collections.Counter()
    for row in rows:
        assert None not in row and None not in row.values(), row
        kinds[row["event"]] += 1
        if row["event"] != "WAIT_STATE":
            assert last <= int(row["ns"]), row
            last = int(row["ns"])
    return kinds
