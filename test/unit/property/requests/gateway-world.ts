import { gateway, gatewayClass, http, httpRoute, https } from "../../../support/gateway-manifests";
import { endpoints, secret, service } from "../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";
import { pathEdit } from "./http-rules";
import { type Draw, drawing } from "./world";

/** Random Gateways with HTTPRoutes that ask for whatever the kind has, whether a target serves it or not. */

const HOSTS = ["example.com", "a.example.com", "*.example.com", "h.com"];
const PATHS = ["/", "/a", "/a/", "/a/b", "/A"];
const SERVICES = ["s1", "s2", "s3", "empty", "gone"];

const headers = (draw: Draw) => ({ set: [{ name: draw.pick(["x-a", "X-A", "host"]), value: draw.pick(["1", "two words"]) }] });

const redirect = (draw: Draw) => ({
  type: "RequestRedirect",
  requestRedirect: {
    ...(draw.chance(0.5) ? { scheme: draw.pick(["http", "https"]) } : {}),
    ...(draw.chance(0.4) ? { hostname: "new.com" } : {}),
    ...(draw.chance(0.3) ? { path: pathEdit(draw) } : {}),
    ...(draw.chance(0.2) ? { port: 8443 } : {}),
    ...(draw.chance(0.4) ? { statusCode: draw.pick([301, 302, 307]) } : {}),
  },
});

const change = (draw: Draw) =>
  draw.pick([
    { type: "RequestHeaderModifier", requestHeaderModifier: headers(draw) },
    { type: "ResponseHeaderModifier", responseHeaderModifier: { remove: ["server"] } },
    { type: "URLRewrite", urlRewrite: draw.chance(0.7) ? { path: pathEdit(draw) } : { hostname: "inner.com" } },
    { type: "RequestMirror", requestMirror: { backendRef: { name: "s1", port: 80 } } },
    { type: "CORS", cors: { allowOrigins: ["https://example.com"] } },
    { type: "ExtensionRef", extensionRef: { group: "example.com", kind: "Filter", name: "f" } },
  ]);

const match = (draw: Draw) => ({
  path: { type: draw.pick(["PathPrefix", "PathPrefix", "Exact", "RegularExpression"]), value: draw.pick(PATHS) },
  ...(draw.chance(0.2) ? { method: draw.pick(["GET", "POST"]) } : {}),
  ...(draw.chance(0.2) ? { headers: [{ name: "x-v", value: draw.pick(["1", "a,b"]) }] } : {}),
  ...(draw.chance(0.2) ? { queryParams: [{ name: "q", value: draw.pick(["1", "a b", "a+b"]) }] } : {}),
});

const backend = (draw: Draw) => ({
  name: draw.pick(SERVICES),
  port: draw.pick([80, 80, 80, 81]),
  ...(draw.chance(0.3) ? { weight: draw.pick([0, 1, 30, 1000]) } : {}),
  ...(draw.chance(0.1) ? { filters: [change(draw)] } : {}),
});

function rule(draw: Draw): object {
  const isRedirect = draw.chance(0.2);
  const filters = [...(isRedirect ? [redirect(draw)] : []), ...(draw.chance(isRedirect ? 0.2 : 0.3) ? [change(draw)] : [])];
  return {
    matches: Array.from({ length: 1 + draw.below(2) }, () => match(draw)),
    ...(filters.length > 0 ? { filters } : {}),
    ...(isRedirect || draw.chance(0.05) ? {} : { backendRefs: Array.from({ length: 1 + draw.below(2) }, () => backend(draw)) }),
    ...(draw.chance(0.1) && !isRedirect ? { timeouts: { request: draw.pick(["5s", "0s"]) } } : {}),
  };
}

/** @param controllerName that of the target */
export function gatewayWorld(seed: number, controllerName: string): object[] {
  const draw = drawing(seed);
  const listeners = [
    http("http", draw.chance(0.3) ? { hostname: draw.pick(HOSTS) } : {}),
    ...(draw.chance(0.6) ? [https("https", draw.chance(0.9) ? "cert" : "none", draw.chance(0.5) ? { hostname: "example.com" } : {})] : []),
  ];
  const routes = Array.from({ length: 1 + draw.below(3) }, (_, i) =>
    httpRoute(
      `r${i}`,
      draw.pick(["web", "web#http", "web#https"]),
      Array.from({ length: 1 + draw.below(3) }, () => rule(draw)),
      HOSTS.filter(() => draw.chance(0.3)),
    ),
  );
  return [
    gatewayClass("ours", controllerName),
    gateway("web", listeners),
    ...routes,
    secret("cert", CERTIFICATE, PRIVATE_KEY),
    ...["s1", "s2", "s3", "empty"].flatMap((name, i) => [
      service(name, [{ port: 80, targetPort: 8080 }]),
      endpoints(name, name === "empty" ? [] : [`10.0.${i}.1`, `10.0.${i}.2`], 8080),
    ]),
  ];
}
