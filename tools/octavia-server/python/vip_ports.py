"""
Octavia's no-op network driver, but with VIP ports that exist: what concerns networks, the VIP port and its security group is
done by Octavia's own Neutron driver; amphorae and the ports they would be plugged into stay imaginary, and with them what is done
to such a port: a QoS policy.
"""
import logging

import serving
from octavia.network.drivers.neutron import allowed_address_pairs
from octavia.network.drivers.noop_driver import driver as noop

LOG = logging.getLogger(__name__)
REAL = (
    "get_network get_subnet get_port get_security_group_by_id get_qos_policy qos_enabled "
    "allocate_vip deallocate_vip update_vip update_vip_sg"
).split()


class VipPortsDriver(noop.NoopNetworkDriver):
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


def use():
    noop.NoopNetworkDriver = VipPortsDriver  # where the entry point network_noop_driver leads to
