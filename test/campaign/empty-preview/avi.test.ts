import { LIST_KEYS } from "../../../kinds/avi/fields";
import { AVI_KINDS } from "../../conformance/lib/avi-kinds";
import type { Props } from "../../conformance/lib/host";
import { campaign } from "../lib/campaign";
import { AVI_SUBJECTS, type AviWorld, aviWorld } from "../lib/worlds/avi";
import { sequenceCases } from "./case";
import { stage } from "./stage";
import { walkerOf } from "./walk";

const on = stage(aviWorld);

/** A controller tells the elements of these lists apart by their fields, and takes lists of scalars for sets. */
const unordered = (field: string, list: readonly unknown[]) =>
  Object.hasOwn(LIST_KEYS, field) || list.every((element) => typeof element !== "object");

/** An import finds the objects of a resource by what refers to them, from the virtual service on; no spec comes to one that nothing refers to. */
const isWhole = ({ poolGroups = [], sslProfile, ...rest }: Props): boolean => {
  const text = JSON.stringify(rest);
  const isReferred = (type: string, { name }: Props) =>
    [`${type}?name=${name}"`, `${type}/?name=${name}"`].some((ref) => text.includes(ref));
  return (
    (poolGroups as Props[]).every((group) => isReferred("poolgroup", group)) &&
    (sslProfile === undefined || isReferred("sslprofile", sslProfile as Props))
  );
};

/** A pool has each server once. */
const eachOnce = ({ pool }: Props): boolean => {
  const servers = ((pool as Props | undefined)?.servers ?? []) as Props[];
  return new Set(servers.map(({ ip, port }) => JSON.stringify([ip, port]))).size === servers.length;
};

const takes = (inputs: Props): boolean => eachOnce(inputs) && isWhole(inputs);

const cases = AVI_SUBJECTS.flatMap((subject, i) =>
  sequenceCases(on, { ...walkerOf<AviWorld>(subject, AVI_KINDS[i]), takes }, { unordered }, 860),
);
campaign("empty preview on Avi", cases, { sample: 1, limitMs: 180_000 });
