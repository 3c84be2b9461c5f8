"""template.py FOLDER [keystone barbican neutron]: what every start copies because making it takes seconds. With companions also the databases of Keystone and Neutron."""
import datetime
import pathlib
import sys

folder = pathlib.Path(sys.argv[1]).resolve()


def authority():
    """The CA that signs the certificates of amphorae."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "octavia")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = serialization.BestAvailableEncryption(b"foobar")
    form = serialization.PrivateFormat.TraditionalOpenSSL
    (folder / "ca.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "ca.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, form, secret))


def neutron():
    import sqlalchemy
    from neutron.db.migration.models import head

    engine = sqlalchemy.create_engine(f"sqlite:///{folder}/neutron.db")
    head.get_metadata().create_all(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")


SERVICES = {"load-balancer": "octavia", "key-manager": "barbican", "network": "neutron"}
USERS = {  # user and password -> project, roles
    "demo": ("demo", "member load-balancer_member creator"),
    "other": ("other", "member load-balancer_member creator"),
    "observer": ("demo", "reader load-balancer_observer"),
    "octavia": ("service", "admin service"),
}


def keystone():
    """Schema, keys, the bootstrap admin, our users, and a catalog with placeholder addresses that the start replaces."""
    config = folder / "keystone.conf"
    lines = [
        "[database]",
        f"connection = sqlite:///{folder}/keystone.db",
        "[fernet_tokens]",
        f"key_repository = {folder}/fernet",
        "[fernet_receipts]",
        f"key_repository = {folder}/fernet",
        "[credential]",
        f"key_repository = {folder}/credential",
        "[identity]",
        "password_hash_rounds = 4",
        "[cache]",
        "enabled = false",
    ]
    config.write_text("\n".join(lines))
    import keystone.conf
    from keystone.cmd import bootstrap
    from keystone.common import fernet_utils, provider_api, sql
    from keystone.common.sql import upgrades

    keystone.conf.configure()
    keystone.conf.CONF(args=[], project="keystone", default_config_files=[str(config)])
    sql.initialize()
    upgrades.offline_sync_database_to_version()
    for keys, group in ("fernet", "fernet_tokens"), ("credential", "credential"):
        repository = fernet_utils.FernetUtils(str(folder / keys), 3, group)
        repository.create_key_directory()
        repository.initialize_key_repository()

    admin = bootstrap.Bootstrapper()
    admin.admin_username = admin.admin_password = admin.project_name = admin.admin_role_name = "admin"
    admin.service_name, admin.region_id = "keystone", "RegionOne"
    admin.public_url = admin.internal_url = admin.admin_url = "http://keystone"
    admin.bootstrap()

    api = provider_api.ProviderAPIs
    new_id = iter(f"{number:032x}" for number in range(0xA0, 0xFFF))
    for kind, name in SERVICES.items():
        service = next(new_id)
        api.catalog_api.create_service(service, {"id": service, "type": kind, "name": name, "enabled": True})
        for interface in ("public", "internal", "admin"):
            endpoint = next(new_id)
            reference = {"service_id": service, "interface": interface, "url": f"http://{name}", "region_id": "RegionOne"}
            api.catalog_api.create_endpoint(endpoint, {"id": endpoint, "enabled": True, **reference})
    roles = {role["name"]: role["id"] for role in api.role_api.list_roles()}
    for name in ("load-balancer_member", "load-balancer_observer", "load-balancer_admin", "creator"):
        roles[name] = next(new_id)
        api.role_api.create_role(roles[name], {"id": roles[name], "name": name})
    projects = {}
    for user, (project, wanted) in USERS.items():
        if project not in projects:
            projects[project] = next(new_id)
            reference = {"id": projects[project], "name": project, "domain_id": "default", "enabled": True}
            api.resource_api.create_project(projects[project], reference)
        made = api.identity_api.create_user({"name": user, "password": user, "domain_id": "default", "enabled": True})
        for role in wanted.split():
            api.assignment_api.create_grant(roles[role], user_id=made["id"], project_id=projects[project])
    api.assignment_api.create_grant(roles["admin"], user_id=admin.admin_user_id, project_id=projects["demo"])
    config.unlink()


folder.mkdir(parents=True, exist_ok=True)
authority()
if "keystone" in sys.argv:
    keystone()
    neutron()
