import { asObject } from "../../shared/json";
import { invalid } from "../errors/field";
import type { Behaviour } from "../resources/resource";

export const lease: Behaviour = {
  validate({ spec }) {
    const { leaseDurationSeconds } = asObject(spec);
    if (leaseDurationSeconds === undefined || Number(leaseDurationSeconds) > 0) return [];
    return [invalid("spec.leaseDurationSeconds", leaseDurationSeconds, "must be greater than 0")];
  },
};
