import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { aviConfig, providerHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Host } from "../../lib/host";

let avi: AviSandbox;
let host: Host;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  host = await providerHere(aviConfig(avi));
});
afterAll(() => avi.close());

const OWNER = "pulumi-k8s-lb:shop/dev/c1";
const inputs = { owner: OWNER, pool: { name: "c1--web", default_server_port: 80, servers: [] } };

/** An `up` that finds nothing to do writes no state: what was imported counted as owned by no one until the first change. */
test("a mark that somebody wipes after an import and an empty run is seen and restored", async () => {
  const made = new Resource(host, "avi:Pool");
  await made.up(inputs);
  const resource = new Resource(host, "avi:Pool");
  await resource.import(made.state?.id ?? "");
  expect(await resource.up(inputs)).toBe("same");
  avi.store.patch("pool", "c1--web", { created_by: "" });
  await resource.refresh();
  expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
  await resource.up(inputs);
  expect(avi.store.get("pool", "c1--web")?.created_by).toBe(OWNER);
  await resource.refresh();
  expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
});
