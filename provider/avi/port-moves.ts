// The order of writes when a port moves from one virtual service to another.

import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import type { DeclaredObject, LiveObject } from "./objects";

/** The ports of a virtual service; none of any other object. */
function portsOf({ type }: DeclaredObject, { services }: JsonObject): unknown[] {
  if (type !== "virtualservice" || !Array.isArray(services)) return [];
  return services.flatMap((service) => (isObject(service) ? [service.port] : []));
}

/**
 * The declared objects in the order of writing. Virtual services of one address cannot share a port: one that gives a port away is written
 * before the one that gets it. Everything else keeps its place.
 */
export function inOrderOfPorts(objects: readonly DeclaredObject[], live: readonly LiveObject[]): DeclaredObject[] {
  const givenBy = (object: DeclaredObject) => {
    const liveBody = live.find(({ key }) => key === object.key)?.live;
    const kept = portsOf(object, object.body);
    return liveBody ? portsOf(object, liveBody).filter((port) => !kept.includes(port)) : [];
  };
  const ordered: DeclaredObject[] = [];
  for (const object of objects) {
    const ports = portsOf(object, object.body);
    const givers =
      ports.length === 0 ? [] : objects.filter((other) => other !== object && givenBy(other).some((port) => ports.includes(port)));
    for (const candidate of [...givers, object]) if (!ordered.includes(candidate)) ordered.push(candidate);
  }
  return ordered;
}

/** Virtual services that are no longer declared and hold a port of the object: they go before it is written. */
export function holdersOfPorts(object: DeclaredObject, objects: readonly DeclaredObject[], live: readonly LiveObject[]): LiveObject[] {
  const ports = portsOf(object, object.body);
  const gone = live.filter(({ key }) => !objects.some((declared) => declared.key === key));
  return ports.length === 0 ? [] : gone.filter((other) => portsOf(other, other.live).some((port) => ports.includes(port)));
}
