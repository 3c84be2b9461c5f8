import { beforeAll, describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "../../../../provider/lifecycle/bodies/json";
import { FIELDS } from "../../../../resources/avi/fields";
import { fieldsWith } from "../../../../resources/field-table";
import type { Json } from "../../../../resources/kind";
import { world } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { full } from "../../lib/octavia-samples";
import { atRest, idNamed, octaviaWorld } from "../../lib/octavia-world";
import { prepareSamples, SAMPLES } from "../../lib/samples";
import { created, expectQuiet } from "../../lib/world";

const avi = world();
const octavia = octaviaWorld();
beforeAll(prepareSamples);

const NONE = { changes: false, replaces: [] };

/** Something else than the default of a guarded field. */
function other(usual: Json): Json {
  return typeof usual === "boolean" ? !usual : 7;
}

/** Puts a value at a path whose lists are entered at their last element; false where the path leads nowhere or the field is declared. */
function put(declared: Json, held: Json, [first = "", ...rest]: string[], value: Json): boolean {
  if (Array.isArray(held) && Array.isArray(declared)) return put(declared.at(-1) ?? null, held.at(-1) ?? null, [first, ...rest], value);
  if (!isObject(held) || !isObject(declared)) return false;
  if (rest.length > 0) return put(declared[first] ?? null, held[first] ?? null, rest, value);
  if (declared[first] !== undefined) return false;
  held[first] = value;
  return true;
}

// A certificate has no switch.
describe.each(SAMPLES.filter(({ kind }) => kind !== "avi:Certificate"))("$kind", (sample) => {
  test("what was switched by hand though no program declares it shows in a refresh, and the next up switches it back", async () => {
    await sample.prepare?.(avi);
    const resource = new Resource(avi.host, sample.kind);
    await resource.up(sample.inputs());
    const { store } = avi.avi;
    let switched = 0;
    for (const [type, table] of Object.entries(FIELDS)) {
      for (const body of bodiesOf(sample.inputs()).filter(({ name }) => store.get(type, String(name)))) {
        // The switches; conformance/avi-drift.test.ts changes every guarded field.
        for (const path of fieldsWith(table, "guarded")) {
          const usual = table[path]?.default ?? null;
          if (usual === null || usual === false) continue;
          const before = store.get(type, String(body.name)) as JsonObject;
          const changed = structuredClone(before);
          if (!put(body, changed, path.split("."), other(usual))) continue;
          switched++;
          const what = `${type}/${String(body.name)} ${path}`;
          store.patch(type, String(body.name), changed as never);
          await resource.refresh();
          expect(await resource.preview(sample.inputs()), what).toEqual({ changes: true, replaces: [] });
          await resource.up(sample.inputs());
          const { _last_modified: _, configpb_attributes: __, ...repaired } = store.get(type, String(body.name)) as Props;
          expect({ ...before, ...repaired }, what).toEqual(before);
          await resource.refresh();
          expect(await resource.preview(sample.inputs()), what).toEqual(NONE);
        }
      }
    }
    expect(switched).toBeGreaterThan(3);
  });
});

function bodiesOf(inputs: Props): JsonObject[] {
  return Object.values(inputs as JsonObject)
    .flat()
    .filter(isObject);
}

test("an update of something else switches back what was switched off by hand", async () => {
  const [sample] = SAMPLES.filter(({ kind }) => kind === "avi:SharedVS");
  await sample!.prepare?.(avi);
  const resource = new Resource(avi.host, sample!.kind);
  const inputs = sample!.inputs();
  await resource.up(inputs);
  const name = String((inputs.virtualService as JsonObject).name);
  avi.avi.store.patch("virtualservice", name, { enabled: false });
  await resource.up({ ...inputs, vsVip: { ...(inputs.vsVip as JsonObject), dns_info: [{ fqdn: "shop.avi.internal" }] } });
  expect(avi.avi.store.get("virtualservice", name)?.enabled).toBe(true);
});

/** Fields that people switch by hand on Octavia: type and name of the object, the field, and the value that switches it. */
const SWITCHED: [type: string, name: string, field: string, value: Json][] = [
  ["listeners", "web", "admin_state_up", false],
  ["listeners", "dns", "connection_limit", 1],
  ["pools", "api", "admin_state_up", false],
  ["healthmonitors", "web", "admin_state_up", false],
  ["l7policies", "api", "admin_state_up", false],
];

test.each(SWITCHED)("octavia: %s %s: %s = %s by hand is found and switched back", async (type, name, field, value) => {
  const resource = await created(octavia, "octavia:LoadBalancer", full());
  const [one, path] = [type === "l7policies" ? "l7policy" : type.slice(0, -1), `/${type}/${await idNamed(octavia, type, name)}`];
  const before = (await octavia.api("GET", path))[one] as Props;
  await octavia.api("PUT", path, { [one]: { [field]: value } });
  await atRest(octavia, resource.state?.id ?? "");
  await resource.refresh();
  expect(await resource.preview(full())).toEqual({ changes: true, replaces: [] });
  await resource.up(full());
  expect(((await octavia.api("GET", path))[one] as Props)[field]).toEqual(before[field]);
  await expectQuiet(resource, full());
});

test.each([
  ["admin_state_up", false],
  ["weight", 0],
  ["backup", true],
  ["monitor_port", 9],
  ["monitor_address", "10.9.9.9"],
] as const)("octavia: a member's %s = %s by hand is found and switched back", async (field, value) => {
  const resource = await created(octavia, "octavia:LoadBalancer", full());
  const pool = await idNamed(octavia, "pools", "api");
  const [member] = (await octavia.api("GET", `/pools/${pool}/members`)).members as Props[];
  const path = `/pools/${pool}/members/${String(member?.id)}`;
  await octavia.api("PUT", path, { member: { [field]: value } });
  await atRest(octavia, resource.state?.id ?? "");
  await resource.refresh();
  expect(JSON.stringify(resource.state?.inputs)).toContain(`"${field}":${JSON.stringify(value)}`);
  await resource.up(full());
  expect(((await octavia.api("GET", path)).member as Props)[field]).toEqual(member?.[field]);
  await expectQuiet(resource, full());
});
