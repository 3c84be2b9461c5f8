"""octavia_api.py PORT WORK: Octavia's API and its worker in one process, no-op drivers, database WORK/octavia.db, settings WORK/octavia.conf."""
import sys

import serving

port, work = sys.argv[1:3]
server = serving.listen(port, work)

import functools  # noqa: E402
import logging  # noqa: E402
import os  # noqa: E402
import socketserver  # noqa: E402
import threading  # noqa: E402

import oslo_messaging  # noqa: E402
import sqlalchemy  # noqa: E402
from octavia.api import app  # noqa: E402
from octavia.api.drivers.driver_agent import driver_listener  # noqa: E402
from octavia.common import constants, rpc, service  # noqa: E402
from octavia.compute.drivers.noop_driver import driver as compute  # noqa: E402
from octavia.controller.queue.v2 import endpoints  # noqa: E402
from octavia.network.drivers.neutron import allowed_address_pairs  # noqa: E402
from octavia.network.drivers.noop_driver import driver as network  # noqa: E402
from oslo_config import cfg  # noqa: E402

import lab  # noqa: E402
import sqlite  # noqa: E402


LOG = logging.getLogger(__name__)
REAL = (
    "get_network get_subnet get_port get_security_group_by_id get_qos_policy qos_enabled "
    "allocate_vip deallocate_vip update_vip update_vip_sg"
).split()


class VipPortsDriver(network.NoopNetworkDriver):
    """
    Octavia's no-op network driver, but with VIP ports that exist: what concerns networks, the VIP port and its security group is
    done by Octavia's own Neutron driver; amphorae and the ports they would be plugged into stay imaginary, and with them what is done
    to such a port: a QoS policy.
    """

    real = staticmethod(serving.once(allowed_address_pairs.AllowedAddressPairsDriver))  # it asks Neutron for its extensions when made


def forward(name):
    def call(self, *args, **named):
        try:
            return getattr(self.real(), name)(*args, **named)
        except Exception:
            LOG.exception("%s failed", name)  # to the API every fault means "not found"
            raise

    return call


for method in REAL:
    setattr(VipPortsDriver, method, forward(method))


def status_agent():
    """The driver agent: providers without a worker (noop_driver) report here that something is done."""

    class Agent(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
        daemon_threads = True

    agent = Agent(cfg.CONF.driver_agent.status_socket_path, driver_listener.StatusRequestHandler)
    threading.Thread(target=agent.serve_forever, daemon=True).start()


def prepared(original, argv):
    original(argv)
    sqlite.prepare()


def noop_engine(_url, **named):
    """The no-op drivers keep their state in one fixed file below /tmp, which two servers would share and lock."""
    return sqlalchemy.create_engine(f"sqlite:///{work}/noop.db", connect_args={"timeout": 60}, **named)


for driver in (compute, network):
    driver.create_engine = noop_engine
    driver.NoopManager = serving.once(driver.NoopManager)  # each would open the file and make its tables anew, with each request
if os.environ.get("VIP_PORTS"):
    network.NoopNetworkDriver = VipPortsDriver  # where the entry point network_noop_driver leads to
if os.environ.get("DATA_PATH"):
    import data_path

    data_path.install(work, os.environ["DATA_PATH"], os.environ["HAPROXY_VERSION"])

service.prepare_service = functools.partial(prepared, service.prepare_service)
api = app.setup_app(argv=[sys.argv[0], "--config-file", f"{work}/octavia.conf"])
target = oslo_messaging.Target(topic=constants.TOPIC_AMPHORA_V2, server=cfg.CONF.host)
rpc.get_server(target, [lab.Delayed(endpoints.Endpoints())]).start()
status_agent()
serving.serve(server, lab.with_controls(api))
