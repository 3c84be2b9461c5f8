import { expect, it } from "vitest";
import { rbacManifests } from "../../../../sdk/kubernetes";
import { rightsInForce } from "../../../sandbox/lib/rights";

it("a limited user is used only when the server grants each of its rights", async () => {
  let late = 3;
  const granted = new Set<string>();
  const api = async (_method: string, _path: string, body?: object) => {
    const allowed = late-- <= 0;
    if (allowed) granted.add(JSON.stringify(body));
    return { status: 201, body: { status: { allowed } } };
  };
  const manifests = rbacManifests({ target: "octavia", namespaces: ["shop"] });
  await rightsInForce(api, manifests);
  expect(late).toBeLessThan(0);
  const rights = [...granted].join();
  expect(rights).toContain("system:serviceaccount:default:pulumi-k8s-lb");
  expect(rights).toMatch(/"resource":"services"[^}]*"namespace":"shop"/);
  expect(rights).toContain('"resource":"nodes"}');
});
