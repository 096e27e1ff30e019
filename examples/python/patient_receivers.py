# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Your own pattern: lull analyze ARCHIVE --plugin examples/python/patient_receivers.py"""


class PatientReceivers:
    """Receives that waited for their sender longer than the previous one on the same channel."""
    metrics = [{"id": "patient_receivers", "name": "Patient Receivers",
                "summary": "Late-sender time of receives that waited longer than the previous one from the "
                           "same process.",
                "advice": "The sender becomes slower and slower, or the receiver faster."},
               {"id": "patient_count", "name": "Patient receives", "unit": "occ"}]

    def __init__(self):
        self.bus = None
        self.last = {}

    def subscribe(self, bus):
        self.bus = bus
        bus.subscribe("LateSender", self.late_sender)

    def late_sender(self, late):
        channel = late.message.send.source, late.message.send.destination
        if late.waiting > self.last.get(channel, late.waiting):
            self.bus.charge("patient_receivers", late.message.receive.call, late.waiting)
            self.bus.count("patient_count", late.message.receive.call)
        self.last[channel] = late.waiting
