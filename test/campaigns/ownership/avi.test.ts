import { afterAll, beforeAll } from "vitest";
import { AVI_TYPES } from "../../../resources/avi/body";
import { AVI_KINDS, startAvi } from "../../sandbox/lib/avi-kinds";
import type { Host, Props } from "../../sandbox/lib/host";
import { OBJECT_TYPES } from "../../sandbox/lib/samples";
import { campaign } from "../lib/campaign";
import { ownershipCases, SAMPLE } from "./case";
import type { Grounds } from "./grounds";

type AviGround = Awaited<ReturnType<typeof startAvi>>;

const target = {} as AviGround;
beforeAll(async () => void Object.assign(target, await startAvi()));
afterAll(() => target.stop());

/** `c1--web` of the samples as a scenario calls it. */
const renamed = <P extends object>(props: P, tag: string, end: string): P =>
  JSON.parse(JSON.stringify(props).replace(/\bc1--([\w.-]+)/g, `${tag}--$1${end}`)) as P;

/** Gives the names of the scenario to the objects that the samples prepare, too. */
const renaming = (host: Host, tag: string, end: string): Host => ({
  ...host,
  check: (olds, news) => host.check(olds, renamed(news, tag, end)),
});

const grounds: Grounds<AviGround> = {
  target,
  kinds: AVI_KINDS,
  async make(kind, tag, end) {
    const inputs = await kind.make({ ...target, host: renaming(target.host, tag, end) });
    return renamed(inputs, tag, end) as Props;
  },
  held: async (tag) =>
    OBJECT_TYPES.flatMap((type) =>
      target.avi.store
        .list(type)
        .filter(({ name }) => String(name).startsWith(`${tag}--`))
        .map((object) => {
          const mark = object[AVI_TYPES[type].ownerField ?? ""];
          return { id: String(object.uuid), text: JSON.stringify(object), marks: mark ? [String(mark)] : [] };
        }),
    ),
};

campaign("ownership on Avi", ownershipCases(grounds), { sample: SAMPLE, limitMs: 30_000 });
