// Services that give fixed answers in place of the load balancer (setting `responders`).

import type { FixedAnswer } from "../../../../requests/table/routing-table";
import { type Backend, type Responder, withSource } from "../../../routing";
import { settingsOf } from "../../../settings";
import { diagnose, pointer, type ServicePort, type SpecSet } from "../../../specs";
import type { OctaviaLowering, Profile } from "../lower/context";
import type { OctaviaSettings } from "../settings";

type Reporting = Pick<OctaviaLowering, "settings" | "report">;

/** Services that answer for the load balancer, which has no fixed answers. */
export interface Responders {
  /** Answers each request with 404. */
  notFound?: Backend;
  /** Answers each request with 500. */
  failed?: Backend;
  /**
   * Closes each connection. A port where nothing listens does not do in its place: HAProxy tries the next server, as Octavia configures it
   * (`option redispatch`).
   */
  closed?: Backend;
}

/** The responders of the settings. One that is not among the specs is reported and missing. */
export function respondersOf(cx: Reporting, profile: Profile, specs: SpecSet): Responders {
  const { notFound, failed, closed } = cx.settings.responders;
  const responders: Responders = {};
  if (notFound) responders.notFound = responder(cx, profile, specs, "notFound", notFound);
  if (failed) responders.failed = responder(cx, profile, specs, "failed", failed);
  if (closed) responders.closed = responder(cx, profile, specs, "closed", closed);
  return responders;
}

/** Responders with their answers. Their faults are reported with the load balancers of Gateways. */
export function respondersIn(settings: OctaviaSettings, profile: Profile, specs: SpecSet): Responder[] {
  const responders = respondersOf({ settings, report: () => undefined }, profile, specs);
  return answersOf(responders).map(([backend, answer]) => ({ backend, answer }));
}

/** Responders with the answers that they give. */
export function answersOf<R>({
  notFound,
  failed,
  closed,
}: {
  notFound?: R;
  failed?: R;
  closed?: R;
}): [responder: R, answer: FixedAnswer][] {
  return [
    ...(notFound ? [[notFound, { status: 404 }] as [R, FixedAnswer]] : []),
    ...(failed ? [[failed, { status: 500 }] as [R, FixedAnswer]] : []),
    ...(closed ? [[closed, { closed: "the responder closes the connection" }] as [R, FixedAnswer]] : []),
  ];
}

function responder(cx: Reporting, profile: Profile, specs: SpecSet, which: keyof Responders, setting: string): Backend | undefined {
  const [, key = "", port] = /^([^:]+)(?::(.*))?$/.exec(setting) ?? [];
  const refuse = (reason: string) => {
    const about = settingsOf("octavia");
    const message = `the responder ${setting} cannot answer: ${reason}; it is left out`;
    cx.report(
      diagnose("LB1706", about, pointer("responders", which), message, {
        severity: "warning",
        remedy: "Correct the setting, or add the Service to the specs.",
      }),
    );
    return undefined;
  };
  const service = specs.services.get(key);
  if (!service) return refuse(`Service ${key} is not among the specs`);
  const { ports, ref } = service;
  const fits = (one: ServicePort) => one.name === port || String(one.port) === port;
  const [chosen, ...others] = port === undefined ? ports : ports.filter(fits);
  if (!chosen) return refuse(`Service ${key} has no port ${port ?? ""}`.trim());
  if (port === undefined && others.length > 0) return refuse(`Service ${key} has ${ports.length} ports, and the setting names none`);
  const members = withSource((now) => profile.members(now, cx.settings), specs)(service, chosen, cx.report);
  return { service: { namespace: ref.namespace, name: ref.name }, port: chosen, ...members };
}
