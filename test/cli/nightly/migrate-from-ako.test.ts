import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { load, manifestsOf, RECORDED, type RecordedAdoption } from "../../support/adoption";
import { ask, GUIDE, guideProject, type KubectlManifest, migrationWorld, pathOf, shell, writesOf } from "../../support/migration";
import { everySecond } from "../../support/tier";
import { freshApi } from "../../unit/provider/avi/controller";
import type { PulumiLab } from "../pr/harness";

// docs/migrate-from-ako.md, block by block, on what four AKOs left on a controller, with the cluster that they read.

const world = migrationWorld();
const { COMPARE, ADOPT, SWEEP, BACK, MOVE } = GUIDE;

const ofCluster = (): KubectlManifest[] => parseAllDocuments(manifestsOf({ naming: "ako-2" })).map((document) => document.toJS());

async function project(set: RecordedAdoption): Promise<PulumiLab> {
  await load(set, freshApi(world.avi));
  for (const object of ofCluster()) await ask(world, "POST", pathOf(object), object);
  return guideProject(world, { ...GUIDE.settings, naming: set.naming });
}

const writes = () => writesOf(world);
const TYPES = ["virtualservice", "vsvip", "pool", "poolgroup", "httppolicyset", "l4policyset", "vsdatascriptset", "sslkeyandcertificate"];
const held = () => TYPES.flatMap((type) => world.avi.store.list(type).filter(({ name }) => String(name).startsWith("lab--")));

/** No file below the folder holds the private key, in clear or as the Secret has it. */
function expectNoKey(folder: string): void {
  const { data } = ofCluster().find(({ kind }) => kind === "Secret");
  const forms = [data["tls.key"].slice(100, 160), Buffer.from(data["tls.key"], "base64").toString().split("\n")[3] ?? "?"];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (name.startsWith("node_modules") || !statSync(path).isFile()) continue;
    const text = readFileSync(path, "latin1");
    expect(
      forms.filter((form) => text.includes(form)),
      name,
    ).toEqual([]);
  }
}

test.each(everySecond(RECORDED, 1))("$name", { timeout: 600_000 }, async (set) => {
  const lab = await project(set);
  const isToday = set.naming === "ako-2" || set.naming === "ako-2-evh";
  try {
    const compared = await shell(lab, COMPARE);
    expect(compared).toContain(`The objects on the controller are of naming ${set.naming}: `);
    expect(compared).toContain(" 0 made new, 0 left behind; 0 addresses change.");
    await shell(lab, ADOPT);
    // AKO before 2.x read Ingresses of v1beta1, whose paths match otherwise than those of v1
    if (isToday) expect(writes()).toEqual([]);
    expect(held()).toHaveLength(set.objects);
    expectNoKey(lab.folder);
    expect(await shell(lab, SWEEP)).toMatch(/Nothing is left behind\.\n[\s\S]*No orphans\./);
    expect(await shell(lab, MOVE)).toContain("Clients notice nothing.");
  } finally {
    lab.dispose();
  }
});

test("the way back: the stack is forgotten, and everything is as AKO left it", { timeout: 600_000 }, async () => {
  const set = RECORDED.find(({ naming }) => naming === "ako-2") as RecordedAdoption;
  const lab = await project(set);
  try {
    const before = held();
    await shell(lab, ADOPT);
    await shell(lab, BACK);
    expect(held()).toEqual(before);
    expect(writes()).toEqual([]);
  } finally {
    lab.dispose();
  }
});
