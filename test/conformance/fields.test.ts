import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../kinds/json";
import { isObject } from "../../provider/lifecycle/json";
import { Resource } from "./lib/engine";
import { differing, fieldsOf, withValue } from "./lib/fields";
import type { Props } from "./lib/host";
import { prepareSamples, SAMPLES } from "./lib/samples";
import { world, writes } from "./lib/world";

const started = world();
beforeAll(prepareSamples);

const NONE = { changes: false, replaces: [] };

/** The object of a slot that a path leads into, with the rest of the path: `poolGroups.1.members.0` -> body, `members.0`. */
function bodyAt(inputs: Props, path: string): { slot: string; name: string; rest: string[] } {
  const [slot = "", ...rest] = path.split(".");
  const held = inputs[slot] as Json;
  const body = Array.isArray(held) ? (held[Number(rest.shift())] ?? null) : held;
  return { slot, name: isObject(body) ? String(body.name) : "", rest };
}

const TYPES: { [slot: string]: string } = {
  caCertificate: "sslkeyandcertificate",
  certificate: "sslkeyandcertificate",
  dataScriptSet: "vsdatascriptset",
  healthMonitor: "healthmonitor",
  insecureVirtualService: "virtualservice",
  pkiProfile: "pkiprofile",
  policies: "httppolicyset",
  pool: "pool",
  poolGroup: "poolgroup",
  poolGroups: "poolgroup",
  redirectPolicy: "httppolicyset",
  sslProfile: "sslprofile",
  virtualService: "virtualservice",
  vsVip: "vsvip",
};

describe.each(SAMPLES)("$kind", (sample) => {
  const created = async () => {
    const { uuid: _, ...profile } = started.avi.store.get("applicationprofile", "System-HTTP") ?? {};
    started.avi.store.put("applicationprofile", { ...profile, name: "System-HTTP2" });
    await sample.prepare?.(started);
    const resource = new Resource(started.host, sample.kind);
    await resource.up(sample.inputs());
    return resource;
  };

  test("every declared field that changes is previewed, written, held by the server, and quiet afterwards", async () => {
    const resource = await created();
    const fields = fieldsOf(sample.inputs());
    expect(fields.length).toBeGreaterThan(5);
    for (const { path, other } of fields) {
      const inputs = withValue(sample.inputs(), path, other);
      expect(await resource.preview(inputs), path).toEqual({ changes: true, replaces: [] });
      started.avi.resetCalls();
      expect(await resource.up(inputs), path).toBe("updated");
      expect(writes(started.avi), path).toHaveLength(1);
      expect(await resource.preview(inputs), path).toEqual(NONE);
      await resource.refresh();
      expect(differing(resource.state?.inputs ?? {}, { ...inputs, __provider: resource.state?.inputs.__provider }), path).toEqual([]);
      expect(await resource.preview(inputs), path).toEqual(NONE);
      await resource.up(sample.inputs());
    }
  });

  test("a field that is declared no more goes back to its default", async () => {
    const resource = await created();
    const optional = fieldsOf(sample.inputs()).filter(({ path }) => {
      const { rest } = bodyAt(sample.inputs(), path);
      return rest.length === 1 && rest[0] !== "name" && rest[0] !== "send_interval" && rest[0] !== "receive_timeout";
    });
    for (const { path } of optional) {
      const inputs = withValue(sample.inputs(), path, null);
      await resource.up(inputs);
      await resource.refresh();
      expect(await resource.preview(inputs), path).toEqual(NONE);
      await resource.up(sample.inputs());
      await resource.refresh();
      expect(await resource.preview(sample.inputs()), path).toEqual(NONE);
    }
  });

  test("drift: a refresh names exactly the field somebody changed, and the next up repairs it", async () => {
    const resource = await created();
    const { store } = started.avi;
    for (const { path, value, other } of fieldsOf(sample.inputs())) {
      if (typeof value === "string" && value.startsWith("/api/")) continue;
      const { slot, name, rest } = bodyAt(sample.inputs(), path);
      const type = TYPES[slot] as string;
      const before = store.get(type, name) as Props;
      store.patch(type, name, withValue(before, rest.join("."), other) as never);
      const known = structuredClone(resource.state?.inputs ?? {});
      await resource.refresh();
      const place = path.split(".").slice(0, path.split(".").length - rest.length + 1);
      expect(differing(known, resource.state?.inputs ?? {}), path).toEqual([place.join(".")]);
      expect(await resource.preview(sample.inputs()), path).toEqual({ changes: true, replaces: [] });
      await resource.up(sample.inputs());
      const { _last_modified: _, configpb_attributes: __, ...repaired } = store.get(type, name) as Props;
      expect({ ...before, ...repaired }, path).toEqual(before);
      await resource.refresh();
      expect(await resource.preview(sample.inputs()), path).toEqual(NONE);
    }
  });
});
