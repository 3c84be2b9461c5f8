import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type GatewayAnswers, gatewayAnswers } from "../../../../sdk/components/gateway-answers";
import { writeStatuses } from "../../../../sdk/components/write-statuses";
import { frontEndOf } from "../../../../sdk/frontends";
import { statusFields } from "../../../../sdk/frontends/gateway/programmed";
import type { GatewayAnswer, Status } from "../../../../sdk/routing";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { writtenStatuses } from "../../../support/written-statuses";

const resources = recordResources();
const GATEWAY = { apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", namespace: "infra", name: "web" };
const ROUTE = { apiVersion: "gateway.networking.k8s.io/v1", kind: "HTTPRoute", namespace: "shop", name: "cart" };
const known = (answers: GatewayAnswers) =>
  new Promise<{ [gateway: string]: GatewayAnswer }>((done) => pulumi.output(answers).apply((given) => done(given)));

test("a Gateway has the addresses of every load balancer that it owns, each once", async () => {
  const istio = { ...GATEWAY, apiVersion: "networking.istio.io/v1", name: "mesh" };
  const places = [
    { owners: [GATEWAY, ROUTE, istio], address: pulumi.output("10.0.0.1") },
    { owners: [GATEWAY], address: pulumi.output("10.0.0.2") },
    { owners: [{ ...GATEWAY, name: "other" }, GATEWAY], address: pulumi.output("10.0.0.1") },
    { owners: [GATEWAY], address: pulumi.output("") },
    { owners: [ROUTE], address: pulumi.output("10.0.0.9") },
  ];
  expect(await known(gatewayAnswers(places))).toEqual({
    "infra/web": { programmed: true, addresses: ["10.0.0.1", "10.0.0.2"] },
    "infra/other": { programmed: true, addresses: ["10.0.0.1"] },
  });
});

// a kind whose front end writes conditions: any will do
const OBJECT = { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", namespace: "shop", name: "cart" };
const status = (more: Partial<Status> = {}): Status => ({
  ...{ object: OBJECT, state: "valid", description: "", diagnostics: [] },
  ...{ fields: { conditions: [{ type: "Programmed", status: "True" }] }, gateway: "infra/web" },
  ...more,
});
beforeEach(() => {
  resources.length = 0;
  vi.spyOn(frontEndOf(OBJECT) as { status(...args: never[]): unknown }, "status").mockImplementation(statusFields as never);
});
afterEach(() => vi.restoreAllMocks());

class Component extends pulumi.ComponentResource {
  constructor(statuses: readonly Status[], answers: GatewayAnswers) {
    super("test:Component", "main");
    writeStatuses(this, "main", { specs: [], writeStatus: true }, statuses, [], answers);
  }
}
const written = () => writtenStatuses(resources).map(({ status }) => status);

test("a status that depends on a Gateway is written when its load balancer is there", async () => {
  let created: (answer: GatewayAnswer) => void = () => undefined;
  const answer = new Promise<GatewayAnswer>((done) => {
    created = done;
  });
  new Component([status(), status({ object: { ...OBJECT, name: "above" }, gateway: undefined })], { "infra/web": answer });
  await eventually(() => expect(written()).toEqual([{ conditions: [{ type: "Programmed", status: "True" }] }]));
  created({ programmed: false, addresses: [], reason: "AddressNotUsable", message: "taken" });
  await eventually(() =>
    expect(written().at(-1)).toEqual({
      conditions: [{ type: "Programmed", status: "False", reason: "AddressNotUsable", message: "taken" }],
    }),
  );
  expect(written()).toHaveLength(2);
});

test("without a load balancer the Gateway waits", async () => {
  new Component([status()], {});
  await eventually(() => expect(written()).toMatchObject([{ conditions: [{ status: "False", reason: "Pending" }] }]));
});
