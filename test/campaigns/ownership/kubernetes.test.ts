import { afterAll, beforeAll } from "vitest";
import { withValue } from "../../sandbox/lib/fields";
import type { Props } from "../../sandbox/lib/host";
import { MIZAR_KINDS, startMizar } from "../../sandbox/lib/mizar-kinds";
import { pathOf } from "../../sandbox/lib/mizar-world";
import type { ConformanceTarget } from "../../sandbox/lib/suite/target";
import { campaign } from "../lib/campaign";
import { ownershipCases, SAMPLE } from "./case";
import type { Grounds } from "./grounds";

const target = {} as Awaited<ReturnType<typeof startMizar>>;
beforeAll(async () => void Object.assign(target, await startMizar()));
afterAll(() => target.stop());

const OWNER = "pulumi-k8s-lb/owner";

interface ListedObject {
  metadata: { uid: string; name: string; labels?: Props; annotations?: { [name: string]: string } };
  spec: Props;
}

/** Declared part of an object; the operator goes on writing in the rest. */
const textOf = ({ metadata: { uid, labels, annotations = {} }, spec }: ListedObject): string =>
  JSON.stringify({ uid, labels, annotations: Object.entries(annotations).filter(([name]) => !name.startsWith("kopf.")), spec });

const grounds: Grounds<ConformanceTarget & typeof target> = {
  target,
  kinds: MIZAR_KINDS,
  async make(kind, tag, end) {
    return withValue(await kind.make(target), "metadata.name", `${tag}-web${end}`);
  },
  async held(tag) {
    const kinds = ["Vpc", "Subnet", "Network", "Pod", "Service"];
    const lists = await Promise.all(kinds.map(async (kind) => (await target.api("GET", pathOf(kind))).items as ListedObject[]));
    const ours = lists.flat().filter(({ metadata: { name } }) => name.startsWith(`${tag}-`));
    return ours.map((one) => {
      const mark = one.metadata.annotations?.[OWNER];
      return { id: one.metadata.uid, text: textOf(one), marks: mark ? [mark] : [] };
    });
  },
};

campaign("ownership on Mizar", ownershipCases(grounds), { sample: SAMPLE, limitMs: 60_000 });
