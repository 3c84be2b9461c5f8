import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { providerText } from "../../../provider";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab } from "../pr/harness";

let lab: PulumiLab;
let avi: AviSandbox;

afterEach(async () => {
  lab?.dispose();
  await avi?.close();
});

const program = `
import * as avi from "pulumi-k8s-lb/avi";
const servers = [{ ip: { addr: "10.0.0.1", type: "V4" }, port: 8080 }];
new avi.Pool("web", { owner: "pulumi-k8s-lb:import", pool: { name: "imported", servers } });
`;

test("an object that exists is imported by its id alone, refreshed, and then nothing is left to do", async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" } });
  lab.writeProject("import", program);
  const pulumi = (...args: string[]) => lab.pulumi(args);
  await pulumi("stack", "init", "first");
  await pulumi("up", "--yes", "--skip-preview");
  const { uuid } = avi.store.get("pool", "imported") ?? {};

  // another stack, which knows nothing of the pool
  await pulumi("stack", "init", "second");
  const bag = { __provider: providerText("avi:Pool") };
  const resources = [{ type: "pulumi-nodejs:dynamic/k8s-lb-avi:Pool", name: "web", id: "admin/imported", inputs: bag, outputs: bag }];
  writeFileSync(join(lab.program, "import.json"), JSON.stringify({ resources }));
  await pulumi("import", "-f", "import.json", "--generate-code=false", "--protect=false", "--yes", "--skip-preview");
  await pulumi("refresh", "--yes", "--skip-preview");
  await pulumi("preview", "--expect-no-changes");
  expect(avi.store.get("pool", "imported")?.uuid).toBe(uuid);
  await pulumi("destroy", "--yes", "--skip-preview");
  expect(avi.store.get("pool", "imported")).toBeUndefined();
});
