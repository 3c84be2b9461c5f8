"""What makes Octavia on sqlite answer as it does on MariaDB."""
import sqlalchemy
from octavia.common import constants
from octavia.db import api, base_models, models
from oslo_config import cfg
from sqlalchemy.dialects.sqlite import base as dialect

# Lookup table -> its rows. The migrations fill them; here the tables come from the models, because sqlite cannot run the migrations.
LOOKUPS = {
    models.ProvisioningStatus: constants.SUPPORTED_PROVISIONING_STATUSES,
    models.OperatingStatus: constants.SUPPORTED_OPERATING_STATUSES,
    models.HealthMonitorType: constants.SUPPORTED_HEALTH_MONITOR_TYPES,
    models.Algorithm: constants.SUPPORTED_LB_ALGORITHMS,
    models.Protocol: constants.SUPPORTED_PROTOCOLS,
    models.SessionPersistenceType: constants.SUPPORTED_SP_TYPES,
    models.AmphoraRoles: constants.SUPPORTED_AMPHORA_ROLES,
    models.LBTopology: constants.SUPPORTED_LB_TOPOLOGIES,
    models.VRRPAuthMethod: constants.SUPPORTED_VRRP_AUTH,
    models.L7RuleType: constants.SUPPORTED_L7RULE_TYPES,
    models.L7RuleCompareType: constants.SUPPORTED_L7RULE_COMPARE_TYPES,
    models.L7PolicyAction: constants.SUPPORTED_L7POLICY_ACTIONS,
    models.ClientAuthenticationMode: constants.SUPPORTED_CLIENT_AUTH_MODES,
}
NIL = constants.NIL_UUID


def columns_like_mariadb():
    dialect.DATETIME._storage_format = "%(year)04d-%(month)02d-%(day)02d %(hour)02d:%(minute)02d:%(second)02d"  # whole seconds
    for table in base_models.BASE.metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, sqlalchemy.String) and not isinstance(column.type, sqlalchemy.Enum):
                column.type.collation = "NOCASE"  # `?name=fOO` finds Foo


def row_locks(engine):
    """
    sqlite drops SELECT ... FOR UPDATE silently, and with it the lock that makes a second writer see PENDING_UPDATE. Here a
    transaction takes the one write lock before its first such SELECT or change; readers see a snapshot (WAL) and never wait.
    """

    @sqlalchemy.event.listens_for(engine, "connect")
    def connect(connection, _record):
        connection.execute("PRAGMA busy_timeout=600000")  # a create holds the lock while it asks Neutron, and others queue up behind it
        connection.execute("PRAGMA synchronous=OFF")

    @sqlalchemy.event.listens_for(engine, "begin")
    def begin(connection):
        connection.info.pop("writer", None)

    @sqlalchemy.event.listens_for(engine, "before_execute")
    def before(connection, clause, _multi, _params, _options):
        writes = getattr(clause, "is_dml", False) or getattr(clause, "_for_update_arg", None) is not None
        if writes and not connection.info.get("writer"):
            raw = connection.connection.dbapi_connection
            raw.execute("ROLLBACK")  # still read-only: nothing is lost
            raw.execute("BEGIN IMMEDIATE")
            connection.info["writer"] = True


def prepare():
    cfg.CONF.set_override("pool_timeout", None, "database")  # sqlite's pool takes no such argument
    columns_like_mariadb()
    engine = api.get_engine()
    with engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        connection.exec_driver_sql("BEGIN")
    row_locks(engine)
    base_models.BASE.metadata.create_all(engine)
    session = api.get_session()
    with session.begin():
        for model, names in LOOKUPS.items():
            session.add_all(model(name=name) for name in names)
        for row in (  # placeholders that deleted load balancers point at
            models.FlavorProfile(id=NIL, name="DELETED-PLACEHOLDER", provider_name=constants.DELETED, flavor_data="{}"),
            models.Flavor(id=NIL, flavor_profile_id=NIL, name="DELETED-PLACEHOLDER", enabled=False),
            models.AvailabilityZoneProfile(
                id=NIL, name="DELETED-PLACEHOLDER", provider_name=constants.DELETED, availability_zone_data="{}"
            ),
            models.AvailabilityZone(availability_zone_profile_id=NIL, name=NIL, enabled=False),
        ):
            session.add(row)
            session.flush()


def reset():
    """Deletes every row that `prepare` did not write."""
    lookups = {model.__tablename__ for model in LOOKUPS}
    session = api.get_session()
    with session.begin():
        for table in reversed(base_models.BASE.metadata.sorted_tables):
            if table.name in lookups:
                continue
            delete = table.delete()
            if table.name == "availability_zone":
                delete = delete.where(table.c.name != NIL)
            elif table.name in ("flavor", "flavor_profile", "availability_zone_profile"):
                delete = delete.where(table.c.id != NIL)
            session.execute(delete)
