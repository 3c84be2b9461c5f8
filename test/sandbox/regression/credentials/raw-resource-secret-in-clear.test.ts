import { expect, test } from "vitest";
import { factAt } from "../../../../resources/field-table";
import { IDENTITY, identityText } from "../../../../resources/identity";
import type { Kind } from "../../../../resources/kind";
import { providerText } from "../../../../resources/provider-text";
import { packedPaths, secretPaths, withSecrets } from "../../../../resources/secret-fields";
import { TARGETS } from "../../../../sdk/targets";
import { providerHere } from "../../../support/provider-here";

// A resource that a program makes without a component kept `certificate.key` from the state and nothing else: `certificate.key_passphrase` and
// `caCertificate.key` were in clear text, although docs/resources.md calls them secret. Passwords of health monitors and secrets of OAuth were
// called so nowhere. The fault is one of every kind and slot, so each secret field of each kind is looked at.

const KINDS: readonly Kind[] = Object.values(TARGETS).flatMap(({ kinds }) => kinds);
const CASES = KINDS.flatMap((kind) => secretPaths(kind).map((path) => [kind.type, path.join("."), kind, path] as const));

/** One body, or a list of two, down to a canary. */
function planted([field = "", ...below]: readonly string[], many: boolean): Record<string, unknown> {
  if (below.length === 0) return { [field]: "canary", name: "public" };
  const body = planted(below, many);
  return { [field]: many ? [{ name: "without" }, body] : body };
}

const SECRET = "(secret)";
const isOutput = (value: unknown) => value instanceof Promise;

test("what reaches a server as a password or a key is called secret in every slot", () => {
  const fields = CASES.map(([kind, field]) => `${kind} ${field}`);
  expect(fields).toEqual(
    expect.arrayContaining([
      "avi:Certificate caCertificate.key",
      "avi:Certificate certificate.key_passphrase",
      "avi:Pool healthMonitor.authentication.password",
      "avi:SharedVS healthMonitors.radius_monitor.shared_secret",
      "avi:SharedVS virtualService.oauth_vs_config.oauth_settings.app_settings.client_secret",
      "avi:SniVS caCertificate.key_passphrase",
      "octavia:LoadBalancer secrets.key",
    ]),
  );
});

test.each(CASES)("%s: %s is wrapped, in a body and in each body of a list", (_type, _field, kind, path) => {
  for (const many of [false, true]) {
    const text = JSON.stringify(withSecrets(kind, planted(path, many), () => SECRET, isOutput));
    expect(text).toContain(SECRET);
    expect(text).not.toContain("canary");
    expect(text).toContain("public");
  }
});

test.each(CASES)("%s: a list with %s is not hidden in a text of the state that the engine cannot encrypt in part", (_t, _f, kind, path) => {
  const within = packedPaths(kind, planted(path, true)).filter((place) => place.every((field, at) => path[at] === field));
  expect(within).toEqual([]);
  expect(factAt(kind.fields, path, "secret")).toBe(true);
});

test("a body that is an output is wrapped as a whole, and what is absent stays absent", () => {
  const [certificate] = KINDS.filter(({ type }) => type === "avi:Certificate");
  if (!certificate) throw new Error("there is no certificate");
  const output = Promise.resolve({ key: "canary" });
  expect(withSecrets(certificate, { certificate: output }, () => SECRET, isOutput)).toEqual({ certificate: SECRET });
  const bare = { certificate: { name: "a", key: "", key_passphrase: undefined } };
  expect(withSecrets(certificate, bare, () => SECRET, isOutput)).toEqual(bare);
});

test("check gives a planned list with a password back as it is, and packs the one beside it", async () => {
  const host = await providerHere({});
  const name = (one: string) => ({ name: one });
  const inputs = {
    owner: "pulumi-k8s-lb:shop/dev/main",
    vsVip: name("vs"),
    poolGroup: name("vs"),
    virtualService: { ...name("vs"), type: "VS_TYPE_VH_PARENT" },
    pools: [name("p")],
    healthMonitors: [{ ...name("m"), type: "HEALTH_MONITOR_HTTP", authentication: { username: "u", password: "canary" } }],
    [IDENTITY]: identityText("urn:pulumi:dev::shop::t::vs", ["Ingress shop/web"]),
    __provider: providerText("avi:SharedVS"),
  };
  const { inputs: checked } = await host.check({}, inputs);
  expect(checked.healthMonitors).toEqual(inputs.healthMonitors);
  expect(checked.pools).toMatch(/^1 element, digest /);
});
