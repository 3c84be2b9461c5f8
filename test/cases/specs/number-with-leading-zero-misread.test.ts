import { expect, test } from "vitest";
import { parseManifests } from "../../../sdk/specs";
import { asSent } from "../../../sdk/specs/yaml/ambiguous-number";
import { translateTo } from "../../support/planned";

const service = (fields: string) => `apiVersion: v1
kind: Service
metadata: { name: web, labels: { app: web } }
spec:
  type: LoadBalancer
${fields}
`;

/** Diagnostics LB1003 of the text, those of statuses included. */
function messages(text: string): string[] {
  const { diagnostics, statuses } = translateTo("avi", parseManifests(text, "web.yaml"), {});
  return [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)]
    .filter(({ code }) => code === "LB1003")
    .map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`);
}

/** `0120` is 80 to kubectl, and was 120 here: the listener had another port than the Service. */
test.each([
  ["port: 0120", "LB1003 /spec/ports/0/port: spec.ports[0].port is 0120, which is 80 to kubectl and 120 to others"],
  ["port: 080", "LB1003 /spec/ports/0/port: spec.ports[0].port is 080, which not all programs read"],
  [
    "port: 80, nodePort: 030100",
    "LB1003 /spec/ports/0/nodePort: spec.ports[0].nodePort is 030100, which is 12352 to kubectl and 30100 to others",
  ],
  ["port: 80, targetPort: 0120", "LB1003 /spec/ports/0/targetPort: spec.ports[0].targetPort is 0120"],
])("%s is reported", (ports, expected) => {
  expect(messages(service(`  ports: [{ ${ports} }]`))).toContainEqual(expect.stringContaining(expected));
});

test("a text that looks like one is reported as before", () => {
  expect(messages(service("  ports: [{ port: 80 }]").replace("app: web", "app: 0120"))).toContainEqual(expect.stringContaining("is 0120"));
});

test("nothing is said where no number of ours is meant", () => {
  expect(messages(service('  ports: [{ port: 80, name: "0a" }]').replace("app: web", 'app: "0120"'))).toEqual([]);
  // a Pod that is created of it has what kubectl would send
  const { objects } = parseManifests("kind: Deployment\nspec: { defaultMode: 0644, octal: 0o17, zero: 0, hex: 0x1f }\n", "d.yaml");
  const sent = { kind: "Deployment", spec: { defaultMode: 420, octal: 15, zero: 0, hex: 31 } };
  expect(JSON.parse(JSON.stringify(objects[0]?.value))).toEqual(sent);
  expect(asSent(objects[0]?.value)).toEqual(sent);
});
