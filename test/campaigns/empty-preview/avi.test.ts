import { OBJECT_KINDS } from "../../../resources/avi";
import { ANY_OBJECT } from "../../../resources/avi/any-object";
import { factAt } from "../../../resources/field-table";
import { AVI_KINDS } from "../../sandbox/lib/avi-kinds";
import type { Props } from "../../sandbox/lib/host";
import { campaign } from "../lib/campaign";
import { AVI_SUBJECTS, type AviCampaign, aviWorld } from "../lib/worlds/avi";
import { sequenceCases } from "./case";
import { stage } from "./stage";
import { walkerOf } from "./walk";

const on = stage(aviWorld);

/** A controller tells the elements of these lists apart by their fields, and takes lists of scalars for sets. */
const unordered = (field: string, list: readonly unknown[]) =>
  factAt(ANY_OBJECT, [field], "key") !== undefined || list.every((element) => typeof element !== "object");

/** An import finds the objects of a resource by what refers to them, from the main one on; no spec results in one that nothing refers to. */
function isWhole(kind: string, inputs: Props): boolean {
  const { slots = [], primary } = OBJECT_KINDS.find(({ type }) => type === kind) ?? {};
  const text = JSON.stringify(inputs);
  return (
    slots
      // a second virtual service is found by the address that both share
      .filter(({ type }) => type !== primary?.type)
      .every(({ name, type }) =>
        [inputs[name] ?? []]
          .flat()
          .every((body) => [`${type}?name=`, `${type}/?name=`].some((ref) => text.includes(`${ref}${(body as Props).name}"`))),
      )
  );
}

/** A pool has each server once. */
const eachOnce = ({ pool }: Props): boolean => {
  const servers = ((pool as Props | undefined)?.servers ?? []) as Props[];
  return new Set(servers.map(({ ip, port }) => JSON.stringify([ip, port]))).size === servers.length;
};

const cases = AVI_SUBJECTS.flatMap((subject, i) =>
  sequenceCases(
    on,
    { ...walkerOf<AviCampaign>(subject, AVI_KINDS[i]), takes: (inputs) => eachOnce(inputs) && isWhole(subject.kind, inputs) },
    { unordered },
    860,
  ),
);
campaign("empty preview on Avi", cases, { sample: 1, limitMs: 180_000 });
