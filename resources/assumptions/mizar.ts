// Assumptions about the API server of a cluster with Mizar.

import type { Assumptions } from "./assumption";

/** Assumptions about the API server of a cluster with Mizar. */
export const MIZAR_ASSUMPTIONS = {
  "mizar/vpc-accepted": {
    question: "Does the cluster serve VPCs in `mizar.com/v1`, and keep the fields that are written?",
    assumed: "It does.",
    otherwise: "`up` fails, or each preview shows changes.",
    by: "api",
    check: "Creates a VPC without a status, which the operator leaves alone, and reads it.",
  },
  "mizar/name-once": {
    question: "Is a second object of the same name refused because the first exists?",
    assumed: "It is, with 409 and `AlreadyExists`.",
    otherwise: "A create whose answer was lost fails.",
    by: "api",
    check: "Creates a VPC twice.",
  },
  "mizar/stale-refused": {
    question: "Is a patch with an old `resourceVersion` refused with 409?",
    assumed: "It is.",
    otherwise: "What the operator writes between our read and our write is lost.",
    by: "api",
    check: "Patches a VPC twice from one reading.",
  },
  "mizar/patch-merges": {
    question: "Does a merge patch keep the fields that it leaves out?",
    assumed: "It does.",
    otherwise: "The operator's fields are lost with each change.",
    by: "api",
    check: "Changes one field of a VPC.",
  },
  "mizar/labels-select": {
    question: "Does a label selector exclude objects without the label?",
    assumed: "It does.",
    otherwise: "Objects with our mark are not found, or those of others are.",
    by: "api",
    check: "Lists the VPCs with the label of the run.",
  },
} as const satisfies Assumptions;
