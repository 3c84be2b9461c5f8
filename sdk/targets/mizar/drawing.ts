// Draws a Mizar plan as a graph.

import type { ObjectRef } from "../../../resources/diagnostic";
import { ownValue } from "../../../resources/own-value";
import { Canvas } from "../../graph/canvas";
import type { FaultSources } from "../../graph/faults";
import { compare, keyOf, ownerNames } from "../../specs";
import { type MizarPlan, type MizarShown, resourceNameOf } from "./plan";

/**
 * Topology of the specs on Mizar: each Service with its scaled endpoint, which the dividers of its VPC know, and the Pods behind it; each
 * subnet with its bouncers and its members. A VPC is a frame.
 */
export function drawMizar({ shown: plan, statuses }: Omit<MizarPlan, "facts">, sources: FaultSources): Canvas {
  const canvas = new Canvas("Topology on Mizar");
  const groups = new Map(plan.vpcs.map(({ body }) => [body.metadata.name, `VPC ${body.metadata.name}, ${rangeOf(body.spec)}`]));
  const vpcGroup = (vpc: string) => canvas.group(`vpc/${vpc}`, groups.get(vpc) ?? `VPC ${vpc}`);
  const placed = new Map(plan.pods.map((pod) => [pod.body.podName, pod]));
  for (const service of plan.services) drawService(canvas, plan, placed, service, vpcGroup(service.body.endpoint.vpc));
  for (const subnet of plan.subnets) drawSubnet(canvas, plan, subnet, vpcGroup(String(subnet.body.spec.vpc)));
  if (plan.services.length + plan.subnets.length === 0) canvas.note("There is no Service and no Subnet of Mizar among the specs.");
  canvas.leftOut(statuses, sources);
  return canvas;
}

function drawService(
  canvas: Canvas,
  plan: MizarShown,
  placed: ReadonlyMap<string, MizarShown["pods"][number]>,
  { body, owner }: MizarShown["services"][number],
  group: string,
): void {
  const { endpoint } = body;
  const { ports, pods } = ownValue(plan.selected, endpoint.name) ?? { ports: [], pods: [] };
  const vpc = plan.vpcs.find(({ body: { metadata } }) => metadata.name === endpoint.vpc);
  const behind = pods.flatMap((name) => placed.get(name) ?? []);
  const listener = canvas.listener(`${endpoint.name}`, ports.join(", ") || "no ports", {
    details: [...ownerNames([owner]), ...(vpc ? [amountText(vpc.body.spec.dividers, "divider")] : [])],
    group,
    specs: ownerNames([owner]),
    resources: [resource("PlacedService", owner), ...(vpc ? [resource("Vpc", vpc.owner)] : [])],
  });
  const pool = canvas.pool(
    {
      name: `endpoint ${endpoint.name}`,
      identity: endpoint.name,
      details: [`${endpoint.type}, ${endpoint.ip ?? "an address"} in subnet ${endpoint.net}`],
      servers: behind.map(({ body: pod }) => `${pod.ip ?? "any address"} ${keyOf(pod)}`),
      specs: ownerNames([owner]),
      resources: [resource("PlacedService", owner)],
      unit: "endpoint",
      serverUnit: "Pod",
      serverResources: behind.map((pod) => resource("PlacedPod", pod.owner)),
    },
    group,
  );
  canvas.edge(listener, pool);
}

function drawSubnet(canvas: Canvas, plan: MizarShown, { body, owner }: MizarShown["subnets"][number], group: string): void {
  const { name } = body.metadata;
  const pods = plan.pods.flatMap(({ body: pod, owner: of }) =>
    (pod.interfaces ?? [pod])
      .filter(({ subnet }) => subnet === name)
      .map(({ ip }) => ({ of, text: `${ip ?? "any address"} Pod ${keyOf(pod)}` })),
  );
  const services = plan.services
    .filter(({ body: { endpoint } }) => endpoint.net === name)
    .map(({ body: { endpoint }, owner: of }) => ({ of, text: `${endpoint.ip ?? "any address"} Service ${keyOf(of)}` }));
  const inside = [...pods, ...services].sort((a, b) => compare(a.text, b.text));
  const listener = canvas.listener(`subnet/${name}`, `subnet ${name}, ${rangeOf(body.spec)}`, {
    details: [amountText(body.spec.bouncers, "bouncer")],
    group,
    resources: [resource("Subnet", owner)],
  });
  const members = inside.map(({ text }) => text);
  const box = canvas.node({
    id: `servers/subnet/${name}`,
    kind: "servers",
    label: members.length === 0 ? "no members" : members.length > 1 ? `${members.length} addresses` : members.join(", "),
    state: members.length === 0 ? "idle" : "ok",
    group,
    size: members.length,
    unit: "address",
    members,
    specs: ownerNames(inside.map(({ of }) => of)),
    resources: inside.map(({ of }) => resource(of.kind === "Pod" ? "PlacedPod" : "PlacedService", of)),
  });
  canvas.edge(listener, box);
}

const resource = (type: string, owner: ObjectRef) => `mizar:${type} ${resourceNameOf(owner)}`;

const rangeOf = ({ ip, prefix }: Record<string, unknown>) => `${String(ip)}/${String(prefix)}`;

const amountText = (count: unknown, noun: string) => `${String(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;
