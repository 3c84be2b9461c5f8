// The back end `mizar`: the API server of one cluster with Mizar and Arktos.

import type { BackEnd } from "../back-end";
import { clusterContact } from "../kubernetes/contact";
import { ADDRESS_BOOK } from "./address-book";
import { DOCTOR } from "./checks";
import { findMarked, KINDS, listQueries } from "./marked-objects";
import { objectKind } from "./object";
import { preflight } from "./preflight";
import { DELETION_ORDER, removeMarked } from "./remove-marked";
import { MIZAR_KEYS, readMizarConfig } from "./settings";
import { VERIFICATION } from "./verify";

/** Mizar and Arktos: the API server of one cluster. */
export const mizar = {
  name: "mizar",
  handlers: [...KINDS.map(objectKind), ADDRESS_BOOK],
  contact: clusterContact("mizar", MIZAR_KEYS, readMizarConfig),
  listQueries: listQueries,
  // an id of Kubernetes has the name in it
  marked: { find: findMarked, remove: removeMarked, order: DELETION_ORDER, namesInState: ({ name }) => [name] },
  preflight,
  doctor: DOCTOR,
  verification: VERIFICATION,
} satisfies BackEnd;
