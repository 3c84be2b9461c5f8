import type { Kind } from "../../lifecycle/kind";
import { check } from "../check";
import { create } from "./create";
import { diff } from "./diff";
import { read } from "./read";
import { remove } from "./remove";
import { update } from "./update";

/** One load balancer with everything below it, and what stands beside it: certificates, security group, floating IP. */
export const LOAD_BALANCER: Kind = {
  name: "octavia:LoadBalancer",
  namespace: "octavia",
  check: (_olds, news) => check(news),
  diff,
  create,
  read,
  update,
  delete: remove,
};
