import { readMizarSpecs } from "../frontends";
import { topology } from "../graph";
import { translateToMizar } from "../mizar/translate";
import type { Target } from "./target";

export const mizar: Target = {
  draw: (objects, options) => topology(translateToMizar(readMizarSpecs(objects), options), { objects }),
};
