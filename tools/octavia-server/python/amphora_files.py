"""The agent of an amphora, kept in files: what Octavia's own driver sends to one lands below a folder."""
import os

from octavia.amphorae.drivers.haproxy import rest_api_driver
from oslo_config import cfg


class Agent:
    """Takes the place of the HTTP client; `version` is that of HAProxy."""

    def __init__(self, out, version):
        self.out = out
        self.version = version

    def config(self, load_balancer):
        return f"{self.out}/{load_balancer}.cfg"

    def get_api_version(self, *_args, **_named):
        return {"api_version": "1.0"}

    def get_info(self, *_args, **_named):
        return {"haproxy_version": self.version}

    def get_details(self, *_args, **_named):
        return {}

    def get_cert_md5sum(self, *_args, **_named):
        return None

    def upload_cert_pem(self, _amphora, load_balancer, name, pem):
        os.makedirs(f"{self.out}/certs/{load_balancer}", exist_ok=True)
        with open(f"{self.out}/certs/{load_balancer}/{name}", "wb") as file:
            file.write(pem if isinstance(pem, bytes) else pem.encode())

    def delete_cert_pem(self, *_args, **_named):
        pass

    def upload_config(self, _amphora, load_balancer, config, **_named):
        with open(self.config(load_balancer), "w") as file:
            file.write(config)

    def reload_listener(self, *_args, **_named):
        pass

    def delete_listener(self, *_args, **_named):
        pass


def driver(agent):
    """Octavia's driver for amphorae, before this agent."""
    cfg.CONF.set_override("base_cert_dir", f"{agent.out}/certs", "haproxy_amphora")
    cfg.CONF.set_override("base_path", agent.out, "haproxy_amphora")
    made = rest_api_driver.HaproxyAmphoraLoadBalancerDriver()
    made.clients = {"base": agent, "1.0": agent}
    return made
