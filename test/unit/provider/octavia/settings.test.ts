import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configSource } from "../../../../provider/lifecycle/config";
import { connect } from "../../../../provider/octavia/client";
import { readSettings } from "../../../../provider/octavia/client/settings";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "clouds-"));
  mkdirSync(join(home, ".config/openstack"), { recursive: true });
  write(".config/openstack/clouds.yaml", {
    clouds: {
      prod: {
        auth: { auth_url: "https://prod/v3", username: "ci", project_name: "web", user_domain_name: "Corp", project_domain_id: "d1" },
        region_name: "East",
        interface: "internal",
        cacert: "-----BEGIN CERTIFICATE-----",
        load_balancer_endpoint_override: "https://lb.prod/v2",
      },
      lab: {
        auth_type: "v3applicationcredential",
        auth: { auth_url: "https://lab", application_credential_id: "ac", application_credential_secret: "s" },
        verify: false,
      },
      bare: { auth_type: "none", auth: { endpoint: "http://127.0.0.1:9876", project_id: "p" } },
      saml: { auth_type: "v3oidcpassword", auth: { auth_url: "https://prod" } },
    },
  });
  write(".config/openstack/secure.yaml", { clouds: { prod: { auth: { password: "from-secure" } } } });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** JSON is YAML too. */
function write(path: string, content: object | string): string {
  const file = join(home, path);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** The settings of a stack configuration and an environment. */
function settings(config: { [key: string]: string }, env: { [name: string]: string } = {}) {
  return readSettings(configSource("octavia", { config: { get: (key) => config[key] } }, { HOME: home, ...env }));
}

const stack = { "openstack:authUrl": "https://stack", "openstack:userName": "me", "openstack:password": "pw" };

describe("what comes first", () => {
  test("the stack before the environment before clouds.yaml", () => {
    expect(settings({}, { OS_CLOUD: "prod" })).toMatchObject({
      authUrl: "https://prod",
      region: "East",
      interface: "internal",
      ca: "-----BEGIN CERTIFICATE-----",
      endpoints: { "load-balancer": "https://lb.prod" },
      credentials: {
        user: { name: "ci", domain: { name: "Corp" } },
        password: "from-secure",
        project: { name: "web", domain: { id: "d1" } },
      },
    });
    const env = { OS_CLOUD: "prod", OS_REGION_NAME: "West", OS_AUTH_URL: "https://env" };
    expect(settings({}, env)).toMatchObject({ authUrl: "https://env", region: "West", credentials: { password: "from-secure" } });
    expect(settings(stack, env)).toMatchObject({ authUrl: "https://stack", region: "West", credentials: { password: "pw" } });
  });

  test("a cloud that the stack names comes before a sourced openrc", () => {
    const env = { OS_AUTH_URL: "https://env", OS_USERNAME: "env", OS_PASSWORD: "env", OS_REGION_NAME: "Env" };
    expect(settings({ "openstack:cloud": "lab" }, env)).toMatchObject({
      authUrl: "https://lab",
      insecure: true,
      region: "Env",
      credentials: { method: "application_credential", credential: { id: "ac" }, secret: "s" },
    });
  });

  test("what one place says of a matter is not mixed with another", () => {
    const env = { OS_PROJECT_ID: "env", OS_USER_ID: "env", OS_APPLICATION_CREDENTIAL_ID: "env", OS_APPLICATION_CREDENTIAL_SECRET: "env" };
    expect(settings({ ...stack, "openstack:tenantName": "web" }, env).credentials).toEqual({
      method: "password",
      user: { name: "me", domain: { id: "default" } },
      password: "pw",
      project: { name: "web", domain: { id: "default" } },
    });
  });
});

test("both namespaces are read; our own keys have variables of their own", () => {
  expect(settings({ ...stack, "octavia:timeout": "7", "octavia:loadBalancerEndpoint": "https://lb" })).toMatchObject({
    timeoutMs: 7000,
    endpoints: { "load-balancer": "https://lb" },
  });
  expect(settings(stack, { OCTAVIA_API_VERSION: "2.5" }).apiVersion).toEqual({ major: 2, minor: 5 });
});

test("a server without Keystone", () => {
  expect(settings({}, { OS_CLOUD: "bare" })).toMatchObject({
    authUrl: "",
    credentials: { method: "none", projectId: "p" },
    endpoints: { "load-balancer": "http://127.0.0.1:9876", network: "http://127.0.0.1:9876" },
  });
});

test.each([
  ["nothing", {}, {}, /LB2001: no value for openstack:userName \(OS_USERNAME\)\n.*clouds\.yaml/],
  ["no password", { ...stack, "openstack:password": "" }, {}, /LB2001: no value for openstack:password \(OS_PASSWORD\)/],
  ["no address", { ...stack, "openstack:authUrl": "" }, {}, /LB2001: no value for openstack:authUrl \(OS_AUTH_URL\)/],
  [
    "no endpoint without Keystone",
    {},
    { OS_AUTH_TYPE: "none", OS_PROJECT_ID: "p" },
    /LB2001: no value for openstack:endpoint \(OS_ENDPOINT\)/,
  ],
  ["an unknown cloud", {}, { OS_CLOUD: "pord" }, /LB2039: .*clouds\.yaml has no cloud pord, only bare, lab, prod, saml/],
  ["an unknown way to log in", {}, { OS_CLOUD: "saml" }, /LB2002: auth type "v3oidcpassword"/],
  [
    "no file",
    {},
    { OS_CLOUD: "prod", OS_CLIENT_CONFIG_FILE: "/nowhere/clouds.yaml" },
    /LB2039: \/nowhere\/clouds\.yaml cannot be read: ENOENT/,
  ],
  ["a wrong interface", { ...stack, "openstack:endpointType": "pubic" }, {}, /LB2002: openstack:endpointType is "pubic"/],
  ["a wrong authority", { ...stack, "openstack:cacertFile": "/nowhere" }, {}, /LB2002: openstack:cacertFile/],
  ["a wrong version", { ...stack, "octavia:apiVersion": "two" }, {}, /LB2002: octavia:apiVersion/],
  ["a wrong number", { ...stack, "octavia:timeout": "long" }, {}, /LB2002: octavia:timeout/],
])("%s is an error that says what to do", (_what, config, env, message) => {
  expect(() => settings(config, env)).toThrow(message);
});

test("a file that is no YAML does not show its lines", () => {
  const file = write("broken.yaml", "clouds:\n  prod: {auth: {password: hunter2\n  x: [");
  const message = (() => {
    try {
      settings({}, { OS_CLOUD: "prod", OS_CLIENT_CONFIG_FILE: file });
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(message).toMatch(/LB2039: .*broken\.yaml cannot be read: line \d is not YAML/);
  expect(message).not.toContain("hunter2");
});

test("the same configuration is the same connection, a corrected one another", () => {
  const source = (password: string) =>
    configSource("octavia", { config: { get: (key) => ({ ...stack, "openstack:password": password })[key] } }, {});
  expect(connect(source("a"))).toBe(connect(source("a")));
  expect(connect(source("a"))).not.toBe(connect(source("b")));
});
