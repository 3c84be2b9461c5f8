import { afterAll, beforeAll } from "vitest";
import { AVI_TYPES } from "../../../resources/avi/body";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import type { Props } from "../../sandbox/lib/host";
import { OBJECT_TYPES, poolInputs, prepareSamples, SAMPLES } from "../../sandbox/lib/samples";
import { aviConfig, runHere } from "../../support/provider-here";
import { campaign } from "../lib/campaign";
import { type Ground, sequenceCases } from "./sequence";

let avi: AviSandbox;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  await prepareSamples();
}, 60_000);
afterAll(() => avi.close());

/** By stack, in the order of dependencies. */
const BUNDLES: { readonly [stack: string]: readonly string[] } = { dev: ["avi:SharedVS", "avi:SniVS"], prod: ["avi:L4VS"] };

const ground = (): Ground => {
  const run = () => runHere(aviConfig(avi));
  const named = (inputs: object, stack: string, owner: string): Props => ({
    ...(JSON.parse(JSON.stringify(inputs).replaceAll("c1--", `${stack}--`)) as Props),
    owner,
  });
  return {
    reset: async () => avi.reset(),
    run,
    program: (stack, owner) => [
      ...["c1--a", "c1--b"].map((name) => ({ kind: "avi:Pool", inputs: named(poolInputs(name), stack, owner) })),
      ...(BUNDLES[stack] ?? []).map((kind) => ({ kind, inputs: named(SAMPLES.find((one) => one.kind === kind)!.inputs(), stack, owner) })),
    ],
    changed: (inputs, kind, draw) => {
      const slot = kind === "avi:Pool" ? "pool" : "virtualService";
      return { ...inputs, [slot]: { ...(inputs[slot] as Props), description: `change ${draw}` } };
    },
    strangers: async () => void (await run().create({ ...strange(), __provider: 'v1("avi:Pool")' })),
    marks: async () =>
      new Map(
        OBJECT_TYPES.flatMap((type) =>
          avi.store.list(type).map((object) => [String(object.uuid), String(object[AVI_TYPES[type].ownerField ?? ""] ?? "")]),
        ),
      ),
    held: ({ state: { outs } }) => Object.values((outs.uuids ?? {}) as { [key: string]: string }),
  };
};

const strange = (): Props => ({ owner: "ako-dev", pool: { name: "dev--z", servers: [] } });

campaign("states on Avi", sequenceCases(ground, "Avi", 2_000), { sample: 60, limitMs: 60_000 });
