import { GATEWAY_VS, type GatewayVSInputs, POOL } from "../../resources/avi";
import { bodiesIn } from "../../resources/avi/kind";
import type { Diagnostic } from "../../resources/diagnostic";
import { readSpecs } from "../../sdk/frontends";
import { type Backend, type GatewayModel, HTTP_LISTENER, Readiness, type RequestPort, type Rule, StatusRecorder } from "../../sdk/routing";
import type { Spec } from "../../sdk/specs";
import { NO_EXTENSIONS } from "../../sdk/targets/avi/extensions";
import { lower } from "../../sdk/targets/avi/lower";
import { aviObjects } from "../../sdk/targets/avi/objects";
import { aviEndpoints, aviResources } from "../../sdk/targets/avi/plan";
import { parseAviSettings } from "../../sdk/targets/avi/settings";

/** A spec of Gateway API by kind, namespace and name. */
export const spec = (kind: string, name: string, namespace = "shop"): Spec => ({
  ref: { apiVersion: "gateway.networking.k8s.io/v1", kind, namespace, name },
  meta: { labels: {}, annotations: {} },
});

const edge = spec("Gateway", "edge", "infra");

/** A Service with one server, as a share of a rule. */
export const share = (name: string, weight = 1, more: Partial<Backend> = {}): Backend => ({
  service: { namespace: "shop", name },
  port: { name: "http", protocol: "TCP", port: 8080, targetPort: 8080 } as Backend["port"],
  servers: [{ address: "10.0.0.1", port: 8080 }],
  weight,
  ...more,
});

/** A rule for a path, by default for every host and to the Service `web`. */
export function rule(path: string, more: Partial<Rule> = {}): Rule {
  const owner = more.owner ?? spec("HTTPRoute", "web");
  return {
    listener: HTTP_LISTENER,
    host: "",
    except: [],
    match: { path: { is: "segments", value: path }, headers: [], queryParams: [] },
    to: { backends: [share("web")] },
    owner,
    at: "/spec/rules/0",
    index: 0,
    ...more,
  };
}

export const http = (rules: Rule[], port = 80): RequestPort => ({
  protocol: "HTTP",
  port,
  certificates: [],
  rules: rules.map((one) => ({ ...one, listener: { protocol: "HTTP", port } })),
});

export function gateway(ports: GatewayModel["ports"], more: Partial<GatewayModel> = {}): GatewayModel {
  const routes = ports.flatMap((port) => ("rules" in port ? port.rules : port.routes).map((one) => one.owner));
  const owner = more.owner ?? edge;
  return { owner, addresses: [], ports, owners: [owner, ...new Set(routes)], labels: {}, annotations: {}, ...more };
}

/** Lowers Gateways as a translation does. */
export function lowered(models: GatewayModel[], given: object = {}) {
  const { settings } = parseAviSettings({ clusterName: "c1", controllerVersion: "30.2.1", ...given });
  const diagnostics: Diagnostic[] = [];
  const ledger = new StatusRecorder();
  const model = { hosts: [], l4: [], defaults: [], gateways: models, missing: {}, ledger, subjects: [] };
  const specs = readSpecs([]);
  const { cluster } = lower(model, specs, {
    settings,
    owner: "pulumi-k8s-lb:c1",
    extensions: NO_EXTENSIONS,
    readiness: new Readiness(specs),
  });
  diagnostics.push(...ledger.close().diagnostics);
  const resources = aviResources(cluster);
  const shown = { labelledRoutes: false, services: {}, preservedPools: [], split: [] };
  const gateways = resources.filter(({ kind }) => kind === GATEWAY_VS.type).map(({ inputs }) => inputs as unknown as GatewayVSInputs);
  const [first] = gateways;
  if (!first) throw new Error("no Gateway was lowered");
  return {
    resources,
    endpoints: aviEndpoints(cluster),
    gateways,
    first,
    pools: resources.filter(({ kind }) => kind === POOL.type),
    objects: aviObjects({ resources, shown }, { showSecrets: true }).objects,
    bodies: GATEWAY_VS.slots.flatMap((slot) => gateways.flatMap((inputs) => bodiesIn(slot, inputs).map((body) => ({ slot, body })))),
    said: (code: string) => diagnostics.filter((one) => one.code === code).map(({ message }) => message),
  };
}
