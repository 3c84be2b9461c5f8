import { expect, it } from "vitest";
import { ingressV1, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY, WILDCARD_CERTIFICATE } from "../../support/pem";
import { onOctavia } from "../../support/requests";
import { onAviAs, onOctaviaAs } from "../../support/said";

const services = ["a", "b", "c"].flatMap((name, i) => served(name, i + 1));
const around = [...services, secret("cert", CERTIFICATE, PRIVATE_KEY)];

// A host of which nothing is served in clear text was redirected as a whole, also for paths that it does not have and rules without a host do.
it("a redirect on Octavia takes the paths of its host only, where rules without a host take the rest", () => {
  const secure = ingressV1("secure", [{ host: "h.com", path: "/pay", service: "a" }], { tls: ["h.com"] });
  const any = ingressV1("any", [{ path: "/", service: "b" }]);
  const { balancer } = onOctaviaAs([...around, secure, any]);
  expect(onOctavia(balancer, "clear", "h.com", "/pay/x")).toBe("https");
  expect(onOctavia(balancer, "clear", "h.com", "/other")).toBe("default/b:80");
  const alone = onOctaviaAs([...around, secure]);
  expect(onOctavia(alone.balancer, "clear", "h.com", "/other")).toBe("https");
});

it("such a host keeps its requests from the wildcard above it all the same", () => {
  const objects = [
    ingressV1("secure", [{ host: "h.w.com", path: "/pay", service: "a" }], { tls: ["h.w.com"] }),
    ingressV1("any", [{ path: "/x", service: "b" }]),
    ingressV1("wild", [{ host: "*.w.com", path: "/", service: "c" }]),
  ];
  const { balancer } = onOctaviaAs([...around, ...objects]);
  expect(onOctavia(balancer, "clear", "h.w.com", "/x")).toBe("default/b:80");
  expect(onOctavia(balancer, "clear", "i.w.com", "/x")).toBe("default/c:80");
});

// The certificate of a wildcard is on the parent of an enhanced virtual service, so hosts below it answer on TLS too; this was not reported.
it("ako-2-evh says which hosts a wildcard gives TLS", () => {
  const objects = [
    ingressV1("wild", [{ host: "*.wild.example.com", path: "/", service: "a" }], { tls: ["*.wild.example.com"] }),
    ingressV1("plain", [{ host: "h.wild.example.com", path: "/", service: "b" }]),
    ingressV1("other", [{ host: "h.v.com", path: "/", service: "c" }]),
  ];
  const { about } = onAviAs("ako-2-evh", [...services, secret("cert", WILDCARD_CERTIFICATE, PRIVATE_KEY), ...objects], {
    shardVSSize: "SMALL",
  });
  expect(about("plain").said).toEqual([
    "LB1302 https://h.wild.example.com: served like clear text: the virtual service answers on both ports, as AKO 2 has it",
  ]);
  expect(about("other").said).toEqual([]);
});
