"""render.py WORK OUT VERSION: for each load balancer of the database in WORK the haproxy.cfg and the certificates that Octavia's own
driver would send to its amphora, below OUT. Nothing of Octavia is replaced but the client of the amphora's agent. VERSION is HAProxy's."""
import json
import os
import sys

work, out, version = sys.argv[1:4]

from octavia.common import service  # noqa: E402

service.prepare_service([sys.argv[0], "--config-file", f"{work}/octavia.conf", "--log-file", f"{out}/render.log"])

from oslo_config import cfg  # noqa: E402

cfg.CONF.set_override("pool_timeout", None, "database")  # sqlite's pool has none
cfg.CONF.set_override("base_cert_dir", f"{out}/certs", "haproxy_amphora")
cfg.CONF.set_override("base_path", out, "haproxy_amphora")

from octavia.amphorae.drivers.haproxy import rest_api_driver  # noqa: E402
from octavia.db import api, repositories  # noqa: E402


class Agent:
    """The amphora's agent, kept in files."""

    def get_api_version(self, *_args, **_named):
        return {"api_version": "1.0"}

    def get_info(self, *_args, **_named):
        return {"haproxy_version": version}

    def get_details(self, *_args, **_named):
        return {}

    def get_cert_md5sum(self, *_args, **_named):
        return None

    def upload_cert_pem(self, _amphora, load_balancer, name, pem):
        os.makedirs(f"{out}/certs/{load_balancer}", exist_ok=True)
        with open(f"{out}/certs/{load_balancer}/{name}", "wb") as file:
            file.write(pem if isinstance(pem, bytes) else pem.encode())

    def upload_config(self, _amphora, load_balancer, config, **_named):
        with open(f"{out}/{load_balancer}.cfg", "w") as file:
            file.write(config)

    def reload_listener(self, *_args, **_named):
        pass

    def delete_listener(self, *_args, **_named):
        pass


driver = rest_api_driver.HaproxyAmphoraLoadBalancerDriver()
driver.clients = {"base": Agent(), "1.0": Agent()}
found = []
with api.session().begin() as session:
    balancers, _links = repositories.LoadBalancerRepository().get_all(session, show_deleted=False)
    for balancer in balancers:
        if balancer.provisioning_status != "ACTIVE":
            continue
        amphorae = [amphora for amphora in balancer.amphorae if amphora.status != "DELETED"]
        driver.update_amphora_listeners(balancer, amphorae[0] if amphorae else None)
        found.append({"name": balancer.name, "config": f"{out}/{balancer.id}.cfg", "address": balancer.vip.ip_address})
print(json.dumps(found))
