import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { applyToCluster, deleteFromCluster } from "../../../../sdk/cli/sandbox/apply";

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-apply-"));
const file = join(folder, "all.yaml");
let cluster: KubernetesSandbox;
const sandbox = () => ({ kubernetes: { ...cluster, tenants: [] } }) as never;

beforeAll(async () => {
  cluster = await startKubernetesSandbox({});
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await cluster?.close();
});

const endpoints = (ip: string) => `apiVersion: v1
kind: Endpoints
metadata: { name: web, namespace: shop }
subsets: [{ addresses: [{ ip: ${ip} }], ports: [{ port: 80 }] }]
`;
const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop }
spec: { defaultBackend: { service: { name: web, port: { number: 80 } } } }
`;

it("makes what is missing, changes what is there, and says so as kubectl does", async () => {
  writeFileSync(file, `${endpoints("10.0.0.1")}---\n${ingress}`);
  expect(await applyToCluster(sandbox(), [file])).toBe(
    "namespace/shop created\nendpoints/web created\ningress.networking.k8s.io/web created\n",
  );
  expect(await applyToCluster(sandbox(), [file])).toBe("endpoints/web unchanged\ningress.networking.k8s.io/web unchanged\n");
  writeFileSync(file, endpoints("10.0.0.2"));
  expect(await applyToCluster(sandbox(), [file])).toBe("endpoints/web configured\n");
});

it("takes it out again", async () => {
  writeFileSync(file, `${endpoints("10.0.0.1")}---\n${ingress}`);
  expect(await deleteFromCluster(sandbox(), [file])).toBe("ingress.networking.k8s.io/web deleted\nendpoints/web deleted\n");
  expect(await deleteFromCluster(sandbox(), [file])).toBe("ingress.networking.k8s.io/web not found\nendpoints/web not found\n");
});

it.each([
  ["a kind that is not served", "apiVersion: v2\nkind: Nothing\nmetadata: { name: a }\n", /no kind Nothing of v2 in .*all\.yaml/],
  ["an object without a name", "apiVersion: v1\nkind: Service\n", /all\.yaml lacks apiVersion, kind or metadata.name/],
  ["what is no YAML", "a: [", /LB\d{4}/],
])("writes nothing for %s", async (_what, text, words) => {
  writeFileSync(file, text);
  await expect(applyToCluster(sandbox(), [file])).rejects.toThrow(words);
});

it("goes on over kinds that the sandbox lacks, with a line for each", async () => {
  const crontab = "apiVersion: stable.example.com/v1\nkind: CronTab\nmetadata: { name: nightly }\n";
  writeFileSync(file, `${crontab}---\n${endpoints("10.0.0.3")}`);
  const skipped = `crontab/nightly skipped: the sandbox has no kind CronTab of stable.example.com/v1 in ${file}\n`;
  expect(await applyToCluster(sandbox(), [file])).toBe(`${skipped}endpoints/web created\n`);
  expect(await deleteFromCluster(sandbox(), [file])).toBe(`endpoints/web deleted\n${skipped}`);
});
