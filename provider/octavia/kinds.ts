import { LOAD_BALANCER } from "../../kinds/octavia/load-balancer";
import type { ResourceHandler } from "../lifecycle/handler";
import { inventoryKind } from "../lifecycle/inventory";
import { lookOnOpenStack } from "../orphans/octavia";
import { check } from "./check/check";
import { create } from "./load-balancer/create";
import { remove } from "./load-balancer/delete";
import { diff } from "./load-balancer/diff";
import { read } from "./load-balancer/read";
import { update } from "./load-balancer/update";

/** All kinds of Octavia. */
export const OCTAVIA_KINDS: readonly ResourceHandler[] = [
  {
    name: LOAD_BALANCER.type,
    namespace: "octavia",
    check: (_olds, news) => check(news),
    diff,
    create,
    read,
    update,
    delete: remove,
  },
  inventoryKind("octavia", lookOnOpenStack),
];
