"""render.py WORK OUT VERSION: for each load balancer of the database in WORK the haproxy.cfg and the certificates that Octavia's own
driver would send to its amphora, below OUT. Nothing of Octavia is replaced but the client of the amphora's agent. VERSION is HAProxy's."""
import json
import sys

work, out, version = sys.argv[1:4]

from octavia.common import service  # noqa: E402

service.prepare_service([sys.argv[0], "--config-file", f"{work}/octavia.conf", "--log-file", f"{out}/render.log"])

from oslo_config import cfg  # noqa: E402

cfg.CONF.set_override("pool_timeout", None, "database")  # sqlite's pool has none
import amphora_files  # noqa: E402
from octavia.db import api, repositories  # noqa: E402

driver = amphora_files.driver(amphora_files.Agent(out, version))
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
