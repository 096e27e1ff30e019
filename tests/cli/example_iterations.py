# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Adds made-up iterations to a report, as a member of its tar archive."""
import io
import json
import random
import tarfile

MEMBER = "lull/iterations.json"



def made_up(report, iterations, begin, end, seed=1):
    """Spreads the report's values over iterations between two times, with a slow part."""
    dice = random.Random(seed)
    metrics = [metric["name"] for metric in report["metrics"]]
    locations = len(report["locations"])
    weight = [1 + 3 * (iteration % 17 == 11) + dice.random() for iteration in range(iterations)]
    step = (end - begin) / iterations
    borders = [{"location": location,
                "times": [round(begin + step * i + 0.05 * step * (location % 3), 9) for i in range(iterations + 1)]}
               for location in range(locations)]
    series = []
    for row in report["values"]:
        name = metrics[row["metric"]]
        if not (name == "time" or "late" in name or "wait" in name or name == "mpi"):
            continue
        for location, value in zip(row["locations"], row["values"]):
            parts = [w * (0.5 + dice.random()) for w in weight]
            scale = value / sum(parts)
            series.append({"metric": row["metric"], "path": None if name == "time" else row["call_path"],
                           "location": location, "values": [float(f"{part * scale:.5g}") for part in parts]})
    return {"version": 1, "loop": "in main", "iterations": iterations, "together": 1,
            "borders": borders, "series": series, "remarks": []}


def with_member(source, target, text):
    """Returns a copy of the report with the text as its iterations."""
    with tarfile.open(source) as old, tarfile.open(target, "w", format=tarfile.USTAR_FORMAT) as new:
        for entry in old.getmembers():
            if entry.name != MEMBER:
                new.addfile(entry, old.extractfile(entry))
        content = (text if isinstance(text, str) else json.dumps(text)).encode()
        if len(content) % 512 == 0:
            content += b"\n"
        entry = tarfile.TarInfo(MEMBER)
        entry.size = len(content)
        new.addfile(entry, io.BytesIO(content))
