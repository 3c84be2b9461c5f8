"""A data path for the no-op driver: what Octavia tells an amphora is rendered by its own driver for amphorae, and whoever listens on a socket
serves it. Statuses are those of the no-op driver, whatever happens here."""
import json
import logging
import os
import socket
import threading
import time

import amphora_files
from octavia.amphorae.drivers.noop_driver import driver as noop
from octavia.network.drivers.noop_driver import driver as network

import serving

LOG = logging.getLogger(__name__)
PATIENCE = 20  # seconds; an amphora's agent also answers when HAProxy runs


class Agent(amphora_files.Agent):
    def __init__(self, out, version, path):
        super().__init__(out, version)
        self.path = path
        self.began = threading.local()  # when this thread began to render

    def send(self, **message):
        with socket.socket(socket.AF_UNIX) as channel:
            channel.settimeout(PATIENCE)
            channel.connect(self.path)
            channel.sendall(json.dumps(message).encode() + b"\n")
            return channel.makefile().readline()

    def reload_listener(self, _amphora, load_balancer, *_args, **_named):
        rendering = time.monotonic() - self.began.at
        self.send(action="serve", id=load_balancer, config=self.config(load_balancer), rendering=rendering)

    def delete_listener(self, _amphora, load_balancer, *_args, **_named):
        self.send(action="end", id=load_balancer)

    def fault(self, load_balancer, error):
        LOG.exception("the data path of load balancer %s failed", load_balancer)
        try:
            self.send(action="fault", id=load_balancer, text=repr(error))
        except OSError:
            LOG.exception("nobody listens")


def install(work, path, version):
    """Before the API is set up: `path` is the socket, `version` that of HAProxy."""
    out = f"{work}/balancers"
    os.makedirs(out, exist_ok=True)
    agent = Agent(out, version, path)
    driver = serving.once(lambda: amphora_files.driver(agent))  # it needs Octavia's settings

    def also(holder, name, after, load_balancer):
        """The method does what it did, then this."""
        original = getattr(holder, name)

        def method(self, *args, **named):
            answer = original(self, *args, **named)
            try:
                after(*args, **named)
            except Exception as error:
                agent.fault(load_balancer(args[0]), error)
            return answer

        setattr(holder, name, method)

    def own(name):
        """The same call of the driver for amphorae."""

        def call(*args, **named):
            agent.began.at = time.monotonic()
            getattr(driver(), name)(*args, **named)

        return call

    for name in ("update", "update_amphora_listeners", "reload"):
        also(noop.NoopAmphoraLoadBalancerDriver, name, own(name), lambda balancer: balancer.id)
    also(noop.NoopAmphoraLoadBalancerDriver, "delete", own("delete"), lambda listener: listener.load_balancer.id)

    def end(vip):
        agent.send(action="end", id=vip.load_balancer_id)

    also(network.NoopNetworkDriver, "deallocate_vip", end, lambda vip: vip.load_balancer_id)
