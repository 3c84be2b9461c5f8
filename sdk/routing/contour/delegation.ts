import { diagnose, type IngressRoute, type IngressRouteRule } from "../../specs";
import { type ContourContext, type Fault, nameOf, quote, targetOf, type Verdicts } from "./context";
import { routeFaults, tcpFaults } from "./faults";

/** The object that holds a part of a virtual host, and those that delegated it, the root first. */
export interface Holder {
  owner: IngressRoute;
  through: readonly IngressRoute[];
}

/** A route that leads to Services. */
export interface Leaf extends Holder {
  route: IngressRouteRule;
}

/** How many objects one root may bring in, counting each as often as it is delegated to: small inputs must not take forever. */
const MAX_VISITS = 10_000;

/** The walk from one root along its delegations; an object with a fault contributes neither routes nor delegations. */
export class Tree {
  /** By prefix: the later one in the order of the documents replaces the earlier (contour.md 1.2, step 12). */
  readonly routes = new Map<string, Leaf>();
  tcp?: Holder;
  private visits = 0;

  constructor(
    private readonly cx: ContourContext,
    private readonly verdicts: Verdicts,
    private readonly host: string,
    /** Objects whose routes, or whose TCP proxy, were looked at. */
    private readonly looked: { routes: Set<IngressRoute>; tcp: Set<IngressRoute> },
  ) {}

  walkRoutes({ owner, through }: Holder, prefix: string, before: readonly Fault[] = []): boolean {
    this.looked.routes.add(owner);
    const faults = [...before, ...this.tooMany(owner), ...routeFaults(this.cx, { owner, through }, prefix)];
    if (!this.verdicts.judge(owner, faults)) return false;
    for (const route of owner.routes) {
      if (route.services.length > 0) this.put({ route, owner, through });
      else if (route.delegate) {
        const at = `${route.pointer}/delegate`;
        this.follow({ owner, through }, route.delegate, at, quote(route.match), (child) => this.walkRoutes(child, route.match));
      } else {
        const message = `route ${quote(route.match)} has neither services nor delegate and leads nowhere`;
        this.cx.report(diagnose("LB1521", owner.ref, route.pointer, message));
      }
    }
    return true;
  }

  walkTcp({ owner, through }: Holder, before: readonly Fault[] = []): boolean {
    this.looked.tcp.add(owner);
    if (!this.verdicts.judge(owner, [...before, ...this.tooMany(owner), ...tcpFaults(this.cx, { owner, through })])) return false;
    const { services = [], delegate } = owner.tcpProxy ?? {};
    if (services.length > 0) this.tcp = { owner, through };
    else if (delegate) {
      this.follow({ owner, through }, delegate, "/spec/tcpproxy/delegate", "the TLS port", (child) => this.walkTcp(child));
    } else
      this.cx.report(diagnose("LB1521", owner.ref, "/spec/tcpproxy", "there is no tcpproxy with services or delegate; it leads nowhere"));
    return true;
  }

  /** Beyond Contour a parent is told of a child that is missing or invalid, and a child who its parent is (seed, "Reporting status"). */
  private follow(
    { owner, through }: Holder,
    to: { name: string; namespace: string },
    at: string,
    part: string,
    walk: (child: Holder) => boolean,
  ): void {
    const { namespace, name } = targetOf(owner, to);
    const child = this.cx.find(namespace, name);
    if (!child) {
      const message = `IngressRoute ${namespace}/${name}, to which ${part} of ${this.host} is delegated, is missing, faulty or of another class`;
      this.cx.report(diagnose("LB1513", owner.ref, at, message, { remedy: "Add it to the specs, or remove the route." }));
      return;
    }
    this.cx.report(diagnose("LB1516", child.ref, "", `IngressRoute ${nameOf(owner)} delegates ${part} of ${this.host} to this object`));
    if (walk({ owner: child, through: [...through, owner] })) return;
    const message = `IngressRoute ${namespace}/${name}, to which ${part} of ${this.host} is delegated, is invalid: nothing of it is served`;
    this.cx.report(diagnose("LB1514", owner.ref, at, message, { remedy: `See the status of IngressRoute ${namespace}/${name}.` }));
  }

  private put(leaf: Leaf): void {
    const { match } = leaf.route;
    const loser = this.routes.get(match);
    if (loser && loser.route !== leaf.route) {
      const message = `prefix ${quote(match)} of ${this.host} stands again in IngressRoute ${nameOf(leaf.owner)} at ${leaf.route.pointer}, which replaces this route`;
      this.cx.report(diagnose("LB1517", loser.owner.ref, loser.route.pointer, message, { remedy: "Remove one of them." }));
    }
    this.routes.set(match, leaf);
  }

  private tooMany(owner: IngressRoute): Fault[] {
    this.visits += 1;
    if (this.visits <= MAX_VISITS) return [];
    const message = `more than ${MAX_VISITS} delegations under ${this.host}; ${nameOf(owner)} is not followed`;
    return [{ code: "LB1525", at: "", message, beyondContour: true }];
  }
}
