// Settings of the services: `{ FILE: text }` for the work folder.

const text = (sections) =>
  Object.entries(sections)
    .map(([name, options]) => [`[${name}]`, ...Object.entries(options).map(([key, value]) => `${key} = ${value}`), ""].join("\n"))
    .join("\n");

/** Options with which a service checks tokens and gets its own. */
const asService = ({ keystone }) => ({
  www_authenticate_uri: `${keystone}/v3`,
  auth_url: `${keystone}/v3`,
  auth_type: "password",
  username: "octavia",
  password: "octavia",
  project_name: "service",
  user_domain_id: "default",
  project_domain_id: "default",
});

/** The roles that Octavia's and Neutron's documentation names, with or without a scope in the token. */
const policy = { enforce_scope: "False", enforce_new_defaults: "False" };

function octavia({ work, venv, addresses }) {
  const { keystone, barbican, neutron } = addresses;
  const credentials = keystone ? asService(addresses) : {};
  const template = `${venv}/template`;
  return text({
    DEFAULT: { transport_url: "fake://", host: "octavia" },
    database: { connection: `sqlite:///${work}/octavia.db` },
    api_settings: {
      auth_strategy: keystone ? "keystone" : "noauth",
      enabled_provider_drivers: "amphora:amphora driver with noop backends,noop_driver:noop",
      default_provider_driver: "amphora",
    },
    health_manager: { heartbeat_key: "insecure" },
    certificates: {
      cert_manager: barbican ? "barbican_cert_manager" : "noop_cert_manager", // the latter takes any reference for a certificate
      cert_generator: "local_cert_generator",
      ca_certificate: `${template}/ca.pem`,
      ca_private_key: `${template}/ca.key`,
      ca_private_key_passphrase: "foobar",
      storage_path: work,
      server_certs_key_passphrase: "insecure-key-do-not-use-this-key",
    },
    controller_worker: {
      amphora_driver: "amphora_noop_driver",
      compute_driver: "compute_noop_driver",
      network_driver: "network_noop_driver",
      image_driver: "image_noop_driver",
      volume_driver: "volume_noop_driver",
      distributor_driver: "distributor_noop_driver",
      amp_image_tag: "amphora",
      client_ca: `${template}/ca.pem`,
      amp_flavor_id: 1,
      amp_boot_network_list: "00000000-0000-0000-0000-000000000000",
      loadbalancer_topology: "SINGLE",
    },
    oslo_messaging: { topic: "octavia_prov" },
    task_flow: { engine: "serial", jobboard_enabled: "False" },
    driver_agent: { status_socket_path: `${work}/status.sock` },
    oslo_policy: policy,
    ...(keystone ? { keystone_authtoken: credentials, service_auth: credentials } : {}),
    ...(neutron ? { neutron: { endpoint_override: neutron } } : {}),
  });
}

const keystone = ({ work }) =>
  text({
    database: { connection: `sqlite:///${work}/keystone.db` },
    token: { provider: "fernet" },
    fernet_tokens: { key_repository: `${work}/fernet` },
    fernet_receipts: { key_repository: `${work}/fernet` },
    credential: { key_repository: `${work}/credential` },
    identity: { password_hash_rounds: 4 }, // the default costs a third of a second per login
    cache: { enabled: "false" },
  });

const barbican = ({ work, addresses }) =>
  text({
    DEFAULT: { host_href: addresses.barbican, db_auto_create: "True" },
    database: { connection: `sqlite:///${work}/barbican.db` },
    secretstore: { enabled_secretstore_plugins: "store_crypto" },
    crypto: { enabled_crypto_plugins: "simple_crypto" },
    simple_crypto_plugin: { kek: "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY=" },
    oslo_policy: policy,
  });

/** Barbican's own file of this kind names settings below /etc. */
const barbicanPipeline = ({ addresses }) =>
  text({
    "composite:main": { use: "egg:Paste#urlmap", "/": "versions", "/v1": "api" },
    "pipeline:versions": { pipeline: "microversion versionapp" },
    "pipeline:api": { pipeline: "authtoken context microversion apiapp" },
    "app:apiapp": { "paste.app_factory": "barbican.api.app:create_main_app" },
    "app:versionapp": { "paste.app_factory": "barbican.api.app:create_version_app" },
    "filter:context": { "paste.filter_factory": "barbican.api.middleware.context:ContextMiddleware.factory" },
    "filter:microversion": { "paste.filter_factory": "barbican.api.middleware.microversion:MicroversionMiddleware.factory" },
    "filter:authtoken": { ...asService(addresses), "paste.filter_factory": "keystonemiddleware.auth_token:filter_factory" },
  });

const quotas = ["network", "subnet", "port", "router", "floatingip", "security_group", "security_group_rule"];

/** Without agents: nothing is wired, but every object of the API is there. */
const neutron = ({ work, venv, addresses }) =>
  text({
    DEFAULT: {
      auth_strategy: "keystone",
      core_plugin: "ml2",
      service_plugins: "router,qos",
      transport_url: "fake://",
      api_paste_config: `${venv}/etc/neutron/api-paste.ini`,
      state_path: work,
      notify_nova_on_port_status_changes: "False",
      notify_nova_on_port_data_changes: "False",
      router_auto_schedule: "False",
      network_auto_schedule: "False",
      rpc_workers: 0,
    },
    database: { connection: `sqlite:///${work}/neutron.db` },
    oslo_concurrency: { lock_path: `${work}/lock` },
    ml2: { type_drivers: "local,flat", tenant_network_types: "local", mechanism_drivers: "logger", extension_drivers: "port_security,qos" },
    ml2_type_flat: { flat_networks: "*" },
    quotas: Object.fromEntries(quotas.map((kind) => [`quota_${kind}`, -1])), // the default is ten security groups
    oslo_policy: policy,
    keystone_authtoken: asService(addresses),
  });

/** `addresses` names the services that run; `octavia` always does. */
export function configFiles(setup) {
  const { addresses } = setup;
  return {
    "octavia.conf": octavia(setup),
    ...(addresses.keystone ? { "keystone.conf": keystone(setup) } : {}),
    ...(addresses.barbican ? { "barbican.conf": barbican(setup), "barbican-paste.ini": barbicanPipeline(setup) } : {}),
    ...(addresses.neutron ? { "neutron.conf": neutron(setup) } : {}),
  };
}
