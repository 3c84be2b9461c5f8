// Reports host names that two child virtual services have in common.

import { describeObject, type ObjectRef } from "../../../../resources/diagnostic";
import { bySeniority, diagnose } from "../../../specs";
import type { ChildVirtualService } from "./children";
import { namesOf } from "./extended";

/** A name of a child, and the object that gives it. */
interface ChildName {
  child: ChildVirtualService;
  host: string;
  name: string;
  by: ObjectRef;
  pointer: string;
}

/**
 * Says which names several children of one parent have: by SNI a controller takes each from one child only, with EVH one of them has its
 * requests. The name of a host itself comes before the further ones that a rule gives to another, then the older object before the younger.
 *
 * @unverified avi/sni-name-once
 */
export function reportSharedNames(children: readonly ChildVirtualService[]): void {
  const hostNames = children.flatMap(ownNames).sort((a, b) => bySeniority(eldest(a.child), eldest(b.child)));
  const firstByName = new Map<string, ChildName>();
  for (const childName of [...hostNames, ...children.flatMap(furtherNames)]) {
    const { child, host, name, by, pointer } = childName;
    const key = `${child.parent} ${name.toLowerCase()}`;
    const first = firstByName.get(key);
    if (!first) firstByName.set(key, childName);
    if (!first || first.child === child) continue;
    const { cx } = child;
    const message = `${describeObject(first.by)} gives ${name} to a virtual service below ${child.parent} already`;
    const remedy = "Give each virtual service names of its own: another host, or another alias or gslb.fqdn in the HostRule.";
    cx.report(
      cx.akoVersion.enhanced
        ? diagnose("LB1302", by, pointer, `${message}: only one of the two has its requests`, { remedy })
        : diagnose("LB1301", by, pointer, `${message}, and a controller takes a name from one child only: it refuses that of ${host}`, {
            remedy,
          }),
    );
  }
}

const eldest = ({ routes }: ChildVirtualService) =>
  routes.map(({ route }) => route.owner).reduce((a, b) => (bySeniority(b, a) < 0 ? b : a));

function ownNames(child: ChildVirtualService): ChildName[] {
  if (child.parent === undefined) return [];
  const hosts = new Map(child.routes.map(({ host, route }) => [host, route.owner.ref]));
  return [...hosts].map(([host, by]) => ({ child, host, name: host, by, pointer: "/spec" }));
}

function furtherNames(child: ChildVirtualService): ChildName[] {
  const { extension } = child;
  if (!extension) return [];
  return ownNames(child).flatMap(({ host }) =>
    namesOf(host, extension)
      .all.filter((name) => name !== host)
      .map((name) => ({ child, host, name, by: extension.ref, pointer: "/spec/virtualhost" })),
  );
}
