import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { summaryLines } from "../../../../provider/lifecycle/preview/summary";
import { reviewChanges } from "../../../../requests/review/changes";
import { reviewLines } from "../../../../requests/review/lines";
import { readSpecs } from "../../../../sdk/frontends";
import { runFactsOf } from "../../../../sdk/plan";
import { requestReview } from "../../../../sdk/requests/changes";
import { expectationsOfToday } from "../../../../sdk/requests/expectations/write";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import { parseManifests } from "../../../../sdk/specs";
import { TARGETS, type TargetName } from "../../../../sdk/targets";
import { requestSide } from "../../../../sdk/targets/request-side";

// Changes that make no answer different were `No difference` or a field of an object in a review; a certificate that clients need no longer
// was a plain `+`.

type Settings = Record<string, unknown>;
const OCCM = { naming: "occm", cluster_name: "c", subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" };
const KURYR = { naming: "kuryr", project_id: "p", service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" };
const avi = (naming: string) => ({ clusterName: "c", networkName: "n", naming, controllerVersion: "30.2.1" });

function sideOf(file: string, to: TargetName, settings: Settings) {
  const { objects, diagnostics } = parseManifests(readFileSync(join(__dirname, "beside", file), "utf8"), file);
  const specs = readSpecs(objects, diagnostics);
  const plan = TARGETS[to].translate(specs, { settings });
  return { facts: runFactsOf(plan, settings), requests: requestSide(TARGETS[to], specs, settings, plan), plan };
}

const VERSIONS = "TLS 1.3, was TLS 1.1 to 1.3";
const ENCRYPTED = "servers are spoken to with TLS (certificate not verified), was clear text; balancing random, was least connections";
const PROXY = "~ tcp://team0/smtp:25: idle clients are cut after 1 s, was 50 s; PROXY protocol v1, was none";
const CERTIFICATE =
  "- https://shop.x.com: a client certificate is no longer required, was required (authority ConfigMap infra/ca, held as authority-5aa99317cda4)";

describe.each<[string, TargetName, string, Settings, string, string]>([
  ["PROXY protocol and a timeout of clients", "octavia", "37", OCCM, "1 change beside the answers", PROXY],
  ["TLS to servers", "avi", "55", avi("ako-2"), "1 change beside the answers", `~ https://shop.example.com: ${ENCRYPTED}`],
  ["TLS versions", "avi", "57", avi("ako-1.2"), "1 change beside the answers", `~ https://shop.example.com: ${VERSIONS}`],
  ["TLS versions", "avi", "57", avi("ako-2"), "1 change beside the answers", `~ https://shop.example.com: ${VERSIONS}`],
  ["TLS versions", "octavia", "57", KURYR, "1 change beside the answers", `~ https://shop.example.com: ${VERSIONS}`],
  ["a client certificate", "octavia", "mtls", { clusterName: "c1" }, "1 kind of request is answered differently", CERTIFICATE],
])("%s on %s", (_, to, name, settings, headline, line) => {
  const [before, after] = ["before", "after"].map((word) => sideOf(`${name}-${word}.yaml`, to, settings));

  it("is the one line of a comparison, with the old value and the new one", () => {
    if (!before?.requests || !after?.requests) throw new TypeError("two sides are compared");
    const requests = requestReview(to, before.requests, after.requests);
    const found = reviewLines(reviewChanges(before.facts, after.facts), [], requests);
    expect(found.slice(0, 2)).toEqual([headline, `  ${line}`]);
    expect(found.filter((one) => /^ {2}[-+~]/.test(one))).toHaveLength(1);
  });

  it("is the same line of a preview, from what a state holds", () => {
    if (!before || !after) throw new TypeError("two sides are compared");
    const [was, is] = [before.facts, after.facts].map((facts) => JSON.parse(JSON.stringify(facts)));
    expect(summaryLines(to, was, is, []).slice(0, 2)).toEqual([headline, `  ${line}`]);
  });

  it("is no difference from what the specs ask for", () => {
    const codes = [before, after].flatMap((side) => side?.plan.diagnostics.map(({ code }) => code) ?? []);
    expect(codes).not.toContain("LB1399");
  });
});

it("a client without the certificate that is required today is an expectation that tells when it is lost", () => {
  const requestsOf = (file: string) => new RequestExplainer(sideOf(file, "octavia", { clusterName: "c1" }).requests ?? {});
  const today = requestsOf("mtls-before.yaml");
  const written = expectationsOfToday(today.ofSpecs, today).expectations.map(({ entry }) => entry);
  expect(written).toContainEqual({ request: "https://shop.x.com/", clientCertificate: false, closed: true });
  const later = requestsOf("mtls-after.yaml").explain({ url: "https://shop.x.com/", clientCertificate: false });
  expect(later?.answer.kind).toBe("forward");
});
