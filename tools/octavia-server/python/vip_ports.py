"""
Octavia's no-op network driver, but with VIP ports that exist: what concerns networks, the VIP port and its security group is
done by Octavia's own Neutron driver; amphorae and the ports they would be plugged into stay imaginary.
"""
from octavia.network.drivers.neutron import allowed_address_pairs
from octavia.network.drivers.noop_driver import driver as noop

REAL = (
    "get_network get_subnet get_port get_security_group_by_id get_qos_policy qos_enabled apply_qos_on_port "
    "allocate_vip deallocate_vip update_vip update_vip_sg"
).split()


class VipPortsDriver(noop.NoopNetworkDriver):
    neutron = None  # one for the process: it asks Neutron for its extensions when made

    @classmethod
    def real(cls):
        if cls.neutron is None:
            cls.neutron = allowed_address_pairs.AllowedAddressPairsDriver()
        return cls.neutron


def forward(name):
    return lambda self, *args, **named: getattr(self.real(), name)(*args, **named)


for method in REAL:
    setattr(VipPortsDriver, method, forward(method))


def use():
    noop.NoopNetworkDriver = VipPortsDriver  # where the entry point network_noop_driver leads to
