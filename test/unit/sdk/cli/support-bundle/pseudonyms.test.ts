import { expect, it } from "vitest";
import { Pseudonyms } from "../../../../../sdk/cli/support-bundle/pseudonyms";

function learned(...names: string[]): Pseudonyms {
  const known = new Pseudonyms();
  for (const name of names) known.learn(name);
  return known;
}

it("replaces a name wherever it stands, alone, in upper case, and joined with others", () => {
  const names = learned("boutique", "checkout", "lab");
  expect(names.replace("Service boutique/checkout of Lab: pool lab--boutique-checkout-80")).toBe(
    "Service name-1/name-2 of name-3: pool name-3--name-1-name-2-80",
  );
});

it("replaces hosts and addresses that nobody has named", () => {
  const names = learned();
  expect(names.replace("https://shop.acme.example:8443/x -> 10.1.2.3:80, fd00::17, *.acme.example, 10.1.2.0/24")).toBe(
    "https://host-1:8443/x -> address-2:80, address-1, host-2, address-3/24",
  );
  expect(names.replace("again shop.ACME.example and fd00::17")).toBe("again host-1 and address-1");
});

it("replaces what looks like a name: joined words and words with digits", () => {
  expect(learned().replace("the tenant red-team3 has data_x1")).toBe("the tenant name-1-name-2 has name-3_name-4");
});

it("replaces a name with a letter behind it, as messages make examples of paths", () => {
  expect(learned("cart", "web").replace("/cart also matches /cartx, webs")).toBe("/name-1 also matches /name-1x, webs");
});

it("replaces names with a space, or of another script, the longest first", () => {
  expect(learned("Red Team", "Red Team Two", "größe").replace("Red Team Two beside Red Team in größe")).toBe(
    "name-2 beside name-1 in name-3",
  );
});

it.each([
  "LB2007: 2026-01-02T03:04:05.678Z: 12 servers, 0.25 s after the event (next try in 1.5s)",
  "k8s_lb_watch_events_total 12",
  "Pulumi CLI v3.259.0 on 127.0.0.1:9814, set AVI_CONTROLLER",
  "networking.k8s.io/v1 Service default in kube-system",
  "the component avi.KubernetesCluster, and octavia.LoadBalancer",
])("leaves times, codes, versions and plain words: %s", (text) => {
  expect(learned("default", "a", "404").replace(text)).toBe(text);
});

it("replaces what it has replaced once more by the same", () => {
  const names = learned("checkout");
  const once = names.replace("checkout at shop.acme.example, 10.0.0.1");
  expect(names.replace(once)).toBe(once);
});
