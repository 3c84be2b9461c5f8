import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { draws } from "../../support/tier";
import { clientOf } from "../sandbox/kubernetes-client";

const MANAGERS = ["one", "two"] as const;
type ManagerName = (typeof MANAGERS)[number];
type Data = { [key: string]: string };
type AppliedPort = { name: string; port: number };

const data = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2"), { maxKeys: 3 });
const ports = fc.uniqueArray(fc.constantFrom(80, 81, 82), { maxLength: 3 }).map((list) => list.map((port) => ({ name: `p${port}`, port })));
const applies = fc.array(fc.record({ manager: fc.constantFrom(...MANAGERS), data, ports }), { minLength: 1, maxLength: 6 });

describe("server-side apply in the Kubernetes sandbox", () => {
  let cluster: KubernetesSandbox;
  let count = 0;
  beforeAll(async () => {
    cluster = await startKubernetesSandbox({ https: false, operator: false });
  });
  afterAll(() => cluster.close());

  it("an object holds what its managers declare, each what it declared last, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(applies, async (steps) => {
        const name = `o${count++}`;
        const client = clientOf(cluster);
        const place = `/api/v1/namespaces/default/configmaps/${name}`;
        const last: { [manager in ManagerName]?: Data } = {};
        let expected: Data = {};
        for (const { manager, data: declared } of steps) {
          const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: declared };
          const answer = await client.apply(`${place}?fieldManager=${manager}&force=true`, body);
          expect(answer.status).toBeLessThan(300);
          expected = declaredBy(expected, last, manager, declared);
          expect(answer.body.data ?? {}).toEqual(expected);
        }
      }),
      { numRuns: draws(40) },
    );
  });

  it("entries of a list belong to whoever declares them, by their keys", async () => {
    await fc.assert(
      fc.asyncProperty(applies, async (steps) => {
        const name = `s${count++}`;
        const client = clientOf(cluster);
        const place = `/api/v1/namespaces/default/services/${name}`;
        const base = { apiVersion: "v1", kind: "Service", metadata: { name } };
        await client.apply(`${place}?fieldManager=base`, { ...base, spec: { ports: [{ name: "base", port: 1 }] } });
        const last: { [manager in ManagerName]?: Data } = {};
        let expected: Data = {};
        for (const { manager, ports: declared } of steps) {
          const answer = await client.apply(`${place}?fieldManager=${manager}&force=true`, { ...base, spec: { ports: declared } });
          const asData = Object.fromEntries(declared.map(({ name: key, port }) => [key, String(port)]));
          expected = declaredBy(expected, last, manager, asData);
          const found = (answer.body.spec.ports as AppliedPort[]).map(({ name: key, port }) => [key, String(port)]);
          expect(Object.fromEntries(found)).toEqual({ ...expected, base: "1" });
        }
      }),
      { numRuns: draws(25) },
    );
  });
});

/** Expected fields after a manager has declared others: fields that it left out go unless the other manager declares them, too. */
function declaredBy(before: Data, last: { [manager in ManagerName]?: Data }, manager: ManagerName, declared: Data): Data {
  const other = last[manager === "one" ? "two" : "one"] ?? {};
  const dropped = Object.keys(last[manager] ?? {}).filter((key) => !(key in declared) && !(key in other));
  // a value that is forced on the other one is no longer that one's
  for (const key of Object.keys(declared)) if (key in other && before[key] !== declared[key]) delete other[key];
  last[manager] = { ...declared };
  const kept = Object.entries(before).filter(([key]) => !dropped.includes(key));
  return { ...Object.fromEntries(kept), ...declared };
}
