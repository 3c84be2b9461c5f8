"""companion.py PORT WORK keystone|barbican|neutron [SERVICE=URL ...]: one of Octavia's neighbours, settings in WORK/NAME.conf."""
import os
import sqlite3
import sys

import serving

port, work, name = sys.argv[1:4]
server = serving.listen(port, work)
config = f"{work}/{name}.conf"


def catalog(addresses):
    """Puts today's addresses into Keystone's catalog; services that do not run leave it."""
    database = sqlite3.connect(f"{work}/keystone.db")
    database.execute("PRAGMA journal_mode=WAL")
    for placeholder, service in database.execute("SELECT DISTINCT url, service_id FROM endpoint").fetchall():
        url = addresses.get(placeholder.removeprefix("http://"))
        if url:
            database.execute("UPDATE endpoint SET url = ? WHERE url = ?", (url, placeholder))
        else:
            database.execute("DELETE FROM endpoint WHERE service_id = ?", (service,))
            database.execute("DELETE FROM service WHERE id = ?", (service,))
    database.commit()
    database.close()


addresses = dict(pair.split("=", 1) for pair in sys.argv[4:])
sys.argv = [name, "--config-file", config]  # what the service reads as its own command line

if name == "keystone":
    catalog(addresses)
    os.environ["OS_KEYSTONE_CONFIG_FILES"] = config
    from keystone.wsgi.api import application
elif name == "barbican":
    os.environ["HOME"] = work  # the one place where it looks for barbican.conf without being root
    from paste import deploy

    application = deploy.loadapp(f"config:{work}/barbican-paste.ini")
else:
    os.environ["OS_NEUTRON_CONFIG_FILES"] = config
    from neutron.wsgi.api import application

serving.serve(server, serving.one_writer(application))
