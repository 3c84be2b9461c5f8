import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Json } from "../../../resources/kind";
import { parseManifests, readSpecs, translateToRoutes } from "../../../sdk";
import { root } from "../pr/harness";

// The definitions that Contour and OpenShift publish, on a real API server: what it refuses must not pass us silently.

interface CrdManifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: Json;
}

let server: { stop(): Promise<void> };
let client: { send(request: object): Promise<{ status: number; body: { message?: string } }>; close(): void };

beforeAll(async () => {
  const load = (name: string) => import(join(root, `tools/kube-server/${name}.mjs`));
  const [kube, requests, routing] = await Promise.all(["index", "requests", "routing-crds"].map(load));
  server = await kube.startKubeServer();
  client = requests.requestsTo(server);
  await requests.installCrds(server, await routing.routingCrds());
});
afterAll(async () => {
  client?.close();
  await server?.stop();
});

const PLURALS: Record<string, string> = {
  IngressRoute: "ingressroutes",
  Route: "routes",
  TLSCertificateDelegation: "tlscertificatedelegations",
};

/** Message with which the server refuses the object as it is; undefined if it takes it. */
async function refusal(manifest: CrdManifest): Promise<string | undefined> {
  const path = `/apis/${manifest.apiVersion}/namespaces/default/${PLURALS[manifest.kind]}?dryRun=All&fieldValidation=Strict`;
  const { metadata } = manifest;
  const { status, body } = await client.send({
    method: "POST",
    path,
    body: { ...manifest, metadata: { ...metadata, namespace: "default" } },
  });
  return status === 201 ? undefined : `${status} ${body.message}`;
}

/** As the published definition has it: the design called the version and the list of Services otherwise, and had aliases. */
function published(manifest: CrdManifest): CrdManifest {
  const renamed = JSON.parse(JSON.stringify(manifest).replaceAll('"service":[', '"services":[')) as CrdManifest;
  const { virtualhost } = renamed.spec as { virtualhost?: { aliases?: string[] } };
  delete virtualhost?.aliases;
  return { ...renamed, apiVersion: manifest.apiVersion.replace("contour.heptio.com/v1alpha1", "contour.heptio.com/v1beta1") };
}

const examples = join(root, "examples/routes/manifests");
const manifests = ["ingressroute", "openshift-route"]
  .flatMap((folder) => readdirSync(join(examples, folder)).map((file) => join(examples, folder, file)))
  .flatMap((file) => parseAllDocuments(readFileSync(file, "utf8")).map((document) => document.toJS() as CrdManifest))
  .filter(({ kind }) => kind in PLURALS);

test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
  "%s of the examples is taken by the published definition",
  async (_name, manifest) => {
    expect(await refusal(published(manifest))).toBeUndefined();
  },
);

/** Objects that hold every field that we read. */
const WHOLE: CrdManifest[] = [
  {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "IngressRoute",
    metadata: { name: "whole" },
    spec: {
      virtualhost: { fqdn: "a.com", tls: { secretName: "cert", minimumProtocolVersion: "1.2", passthrough: false } },
      routes: [
        {
          match: "/",
          services: [
            {
              name: "web",
              port: 80,
              weight: 10,
              strategy: "Random",
              healthCheck: {
                path: "/hz",
                host: "h",
                intervalSeconds: 5,
                timeoutSeconds: 2,
                unhealthyThresholdCount: 3,
                healthyThresholdCount: 5,
              },
              validation: { caSecret: "ca", subjectName: "web" },
            },
          ],
          enableWebsockets: true,
          permitInsecure: true,
          prefixRewrite: "/x",
          timeoutPolicy: { request: "1s" },
          retryPolicy: { count: 2, perTryTimeout: "1s" },
        },
        { match: "/d", delegate: { name: "child", namespace: "other" } },
      ],
      tcpproxy: { services: [{ name: "web", port: 80 }], delegate: { name: "child", namespace: "other" } },
    },
  },
  {
    apiVersion: "contour.heptio.com/v1beta1",
    kind: "TLSCertificateDelegation",
    metadata: { name: "whole" },
    spec: { delegations: [{ secretName: "cert", targetNamespaces: ["a"] }] },
  },
  {
    apiVersion: "route.openshift.io/v1",
    kind: "Route",
    metadata: { name: "whole" },
    spec: {
      host: "a.com",
      path: "/x",
      to: { kind: "Service", name: "web", weight: 10 },
      alternateBackends: [{ kind: "Service", name: "other", weight: 5 }],
      port: { targetPort: "http" },
      tls: {
        termination: "reencrypt",
        insecureEdgeTerminationPolicy: "Redirect",
        certificate: "C",
        key: "K",
        caCertificate: "CA",
        destinationCACertificate: "D",
      },
      wildcardPolicy: "None",
    },
  },
];

/** Every way to spoil one field: another type, no value, another number or word, and an unknown field beside it. */
function spoiled(value: Json): Json[] {
  if (typeof value === "string") return [5, { a: 1 }, "", "no word"];
  if (typeof value === "number") return ["5", 1.5, -1, 1000];
  if (typeof value === "boolean") return ["true", 1];
  if (Array.isArray(value)) return [{}, "x", []];
  return ["x", [], { ...value, unheardOf: 1 }, {}];
}

function* variants(value: Json, at: string[] = []): Generator<{ pointer: string; value: Json }> {
  if (at.length > 0) for (const other of spoiled(value)) yield { pointer: `/${at.join("/")}`, value: other };
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* variants(member as Json, [...at, key]);
}

function replaced(manifest: CrdManifest, pointer: string, value: Json): CrdManifest {
  const copy = structuredClone(manifest);
  const steps = pointer.slice(1).split("/");
  const last = steps.pop() ?? "";
  const parent = steps.reduce<Record<string, Json>>((object, step) => object[step] as Record<string, Json>, copy);
  parent[last] = value;
  return copy;
}

/** Diagnostics of an object, as code and pointer. */
function messages(manifest: CrdManifest): string[] {
  const { objects, diagnostics } = parseManifests(JSON.stringify(manifest), "test.json");
  const view = translateToRoutes(readSpecs(objects, diagnostics));
  return [...view.diagnostics, ...view.statuses.flatMap((status) => status.diagnostics)].map(({ code, pointer }) => `${code} ${pointer}`);
}

describe.each(WHOLE.map((manifest) => [manifest.kind, manifest] as const))("%s", (_kind, manifest) => {
  test("with every field that we read is taken", async () => {
    expect(await refusal(manifest)).toBeUndefined();
  });

  test("that the server refuses does not pass us silently", async () => {
    const before = new Set(messages(manifest));
    const silent: string[] = [];
    let refused = 0;
    for (const { pointer, value } of variants(manifest.spec as Json, ["spec"])) {
      const broken = replaced(manifest, pointer, value);
      const message = await refusal(broken);
      if (message) refused += 1;
      if (message && messages(broken).every((word) => before.has(word))) silent.push(`${pointer} ${JSON.stringify(value)}: ${message}`);
    }
    expect(refused).toBeGreaterThan(10);
    expect(silent).toEqual([]);
  });
});
