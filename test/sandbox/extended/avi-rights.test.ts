// Everything as a user whose role has only what `k8s-lb rbac --for avi` prints.

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BACK_ENDS, openVerification, runChecks } from "../../../provider";
import { AVI_TYPES, type AviType } from "../../../resources/avi/body";
import { leastRights, type Privilege, resourceOf } from "../../../resources/avi/rights";
import { checkBackEnd } from "../../../sdk/cli/doctor/checks";
import { identified } from "../../support/identified";
import { FIRST_FORMS } from "../lib/avi-kinds";
import { environment, world } from "../lib/avi-world";
import { Resource } from "../lib/engine";
import { OWNER, prepareSamples, SAMPLES } from "../lib/samples";

const USER = { AVI_USERNAME: "pulumi", AVI_PASSWORD: "limited-password" };
const started = world({ env: USER });

beforeAll(prepareSamples);
beforeEach(() => grant(leastRights()));

/** The role as an administrator makes it, and a user that has it in the tenant admin. */
async function grant(privileges: readonly Privilege[]): Promise<void> {
  const { url, username, password } = started.avi;
  const headers = { "Content-Type": "application/json", "X-Avi-Version": "22.1.2" };
  const login = await fetch(`${url}/login`, { method: "POST", headers, body: JSON.stringify({ username, password }) });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const csrf = cookies.find((cookie) => cookie.startsWith("csrftoken="))?.slice("csrftoken=".length) ?? "";
  const post = async (type: string, body: object) => {
    const sent = { method: "POST", headers: { ...headers, Cookie: cookies.join("; "), "X-CSRFToken": csrf }, body: JSON.stringify(body) };
    expect((await fetch(`${url}/api/${type}`, sent)).status).toBe(201);
  };
  await post("role", { name: "pulumi-k8s-lb", privileges });
  const access = [{ role_ref: "/api/role?name=pulumi-k8s-lb", tenant_ref: "/api/tenant/admin" }];
  await post("user", { username: USER.AVI_USERNAME, password: USER.AVI_PASSWORD, access });
}

/** Another content of the role. */
const allow = (privileges: readonly Privilege[]) =>
  started.avi.store.patch("role", "pulumi-k8s-lb", { privileges: privileges.map((one) => ({ ...one })) });

const refused = () => started.avi.calls().filter(({ status }) => status === 403);

describe("with the least role", () => {
  test.each(FIRST_FORMS)("$kind: made, refreshed, changed, adopted and deleted", async ({ kind, next }) => {
    const sample = SAMPLES.find((one) => one.kind === kind);
    await sample?.prepare?.(started);
    const inputs = sample?.inputs() ?? {};
    const resource = new Resource(started.host, kind);
    expect(await resource.up(inputs)).toBe("created");
    await resource.refresh();
    expect(await resource.up(inputs)).toBe("same");
    expect(await resource.up(next(inputs))).toBe("updated");
    const heir = new Resource(started.host, kind);
    expect(await heir.up({ ...next(inputs), owner: "pulumi-k8s-lb:project/other/c1/main", adopt: true })).toBe("created");
    await heir.destroy();
    expect(refused()).toEqual([]);
  });

  test("the questions of `k8s-lb verify`", async () => {
    const { signal } = new AbortController();
    const place = { prefix: "k8s-lb-verify-rights", family: "k8s-lb-verify", settings: {}, signal };
    const env = {
      ...USER,
      AVI_CONTROLLER: started.avi.url,
      AVI_RATE_LIMIT: "off",
      AVI_RETRY_DELAY: "1",
      AVI_CA_CERT: started.avi.ca ?? "",
    };
    const room = openVerification("avi", place, env);
    const result = room && (await runChecks(room, { signal }));
    expect(result?.checks.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
    expect(result?.cleaned.remaining).toEqual([]);
  });

  test("routes to Pods, and what a preview looks at", async () => {
    const routes = [{ prefix: "10.244.1.0/24", nextHop: "10.0.0.101" }];
    const resource = new Resource(started.host, "avi:StaticRoutes");
    const inputs = { owner: OWNER, clusterName: "c1", vrfContext: "global", cloud: "Default-Cloud", routes };
    expect(await resource.up(inputs)).toBe("created");
    await resource.destroy();
    const needs = {
      counts: { virtualservice: 1 },
      references: { "cloud/Default-Cloud": "x", "applicationprofile/System-HTTP": "x", "networkprofile/System-TCP-Proxy": "x" },
      addresses: { "network/*": 1 },
    };
    expect(await new Resource(started.host, "avi:Inventory").up({ names: ["pool/a"], ...identified("urn:x"), needs })).toBe("created");
    expect(refused()).toEqual([]);
  });
});

/** For each type that is written a sample that writes it. */
const WRITTEN: readonly (readonly [string, AviType, string])[] = [
  ["PERMISSION_POOL", "pool", "avi:Pool"],
  ["PERMISSION_HEALTHMONITOR", "healthmonitor", "avi:Pool"],
  ["PERMISSION_PKIPROFILE", "pkiprofile", "avi:Pool"],
  ["PERMISSION_POOLGROUP", "poolgroup", "avi:SharedVS"],
  ["PERMISSION_VIRTUALSERVICE", "vsvip", "avi:SharedVS"],
  ["PERMISSION_HTTPPOLICYSET", "httppolicyset", "avi:SharedVS"],
  ["PERMISSION_VSDATASCRIPTSET", "vsdatascriptset", "avi:SharedVS"],
  ["PERMISSION_SSLKEYANDCERTIFICATE", "sslkeyandcertificate", "avi:Certificate"],
];

describe("without one right", () => {
  test.each(WRITTEN)("%s", async (right, type, kind) => {
    expect(resourceOf(type)).toBe(right);
    const sample = SAMPLES.find((one) => one.kind === kind);
    await sample?.prepare?.(started);
    allow(leastRights().map((one) => (one.resource === right ? { ...one, type: "READ_ACCESS" } : one)));
    const failed: Error = await new Resource(started.host, kind).up(sample?.inputs() ?? {}).catch((error) => error);
    expect(failed.message).toMatch(
      new RegExp(`LB2010: ${AVI_TYPES[type].model} .*User 'pulumi' is not authorized to write on resource ${right} in tenant admin`),
    );
    expect(failed.message).toContain(`Give the user's role WRITE_ACCESS to ${right} in the tenant admin`);
  });

  test("doctor names it, where the role may be read", async () => {
    const env = { ...environment(started.avi), ...USER };
    const rights = async () => (await checkBackEnd(BACK_ENDS.avi, {}, env)).find(({ check }) => check === "rights");
    expect(await rights()).toMatchObject({ state: "ok", what: expect.stringContaining("write access shows with the first write") });
    const readable: Privilege = { resource: "PERMISSION_ROLE", type: "READ_ACCESS" };
    allow([...leastRights(), readable]);
    expect(await rights()).toMatchObject({ state: "ok", what: expect.stringContaining("all rights of `k8s-lb rbac --for avi`") });
    allow([...leastRights().map((one) => (one.resource === "PERMISSION_POOL" ? { ...one, type: "READ_ACCESS" as const } : one)), readable]);
    expect(await rights()).toMatchObject({
      state: "failed",
      what: expect.stringContaining("the role lacks WRITE_ACCESS to PERMISSION_POOL in"),
    });
  });
});
