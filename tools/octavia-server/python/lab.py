"""Test controls below /_lab/ on Octavia's port; docs/contributing/real-servers.md#octavia describes them."""
import json
import time

import sqlite
from octavia.api.drivers.driver_agent import driver_updater
from octavia.network import data_models
from octavia.network.drivers.noop_driver import driver as noop

delay = 0.0  # seconds that the worker waits before each job


def status(body):
    return driver_updater.DriverUpdater().update_loadbalancer_status(body)


def set_delay(body):
    global delay
    delay = float(body["seconds"])


def port(body):
    fixed = [data_models.FixedIP(**address) for address in body["fixed_ips"]]
    noop._NOOP_MANAGER_VARS["ports"][body["id"]] = data_models.Port(id=body["id"], network_id=body["network_id"], fixed_ips=fixed)


CONTROLS = {"/_lab/status": status, "/_lab/delay": set_delay, "/_lab/port": port, "/_lab/reset": lambda _: sqlite.reset()}


def with_controls(app):
    def answer(env, start):
        control = CONTROLS.get(env["PATH_INFO"])
        if control is None:
            return app(env, start)
        try:
            body = json.loads(env["wsgi.input"].read(int(env.get("CONTENT_LENGTH") or 0)) or b"{}")
            line, reply = "200 OK", control(body) or {}
        except Exception as error:
            line, reply = "500 Internal Server Error", {"error": repr(error)}
        data = json.dumps(reply).encode()
        start(line, [("Content-Type", "application/json"), ("Content-Length", str(len(data)))])
        return [data]

    return answer


class Delayed:
    """The worker's jobs, each begun after `delay`."""

    def __init__(self, jobs):
        self.jobs = jobs

    def __getattr__(self, name):
        job = getattr(self.jobs, name)
        if name == "target":  # not a job: says to whom they belong
            return job

        def run(*args, **named):
            time.sleep(delay)
            return job(*args, **named)

        return run
