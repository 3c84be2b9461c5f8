import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readManifestFiles } from "../../../sdk";
import { k8sLb } from "../../support/cli";

// Inputs as people have them.

const service = (name: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n  - port: 80\n`;
const MARK = "\uFEFF";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-text-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function namesIn(file: string, content: string | Buffer): string[] {
  writeFileSync(join(folder, file), content);
  return names([file]);
}

function names(patterns: string[]): string[] {
  const { objects, diagnostics } = readManifestFiles(patterns, folder);
  expect(diagnostics).toEqual([]);
  return objects.map(({ value }) => (value as { metadata: { name: string } }).metadata.name);
}

describe("a manifest file", () => {
  it("may have the line ends of Windows", () => {
    expect(namesIn("crlf.yaml", `${service("a")}---\n${service("b")}`.replaceAll("\n", "\r\n"))).toEqual(["a", "b"]);
  });

  it("may have a byte order mark, also where files with marks were put together", () => {
    expect(namesIn("mark.yaml", MARK + service("a"))).toEqual(["a"]);
    expect(namesIn("marks.yaml", `${MARK}${service("a")}---\r\n${MARK}${service("b")}`)).toEqual(["a", "b"]);
    expect(namesIn("mark.json", `${MARK}{"apiVersion":"v1","kind":"Service","metadata":{"name":"j"}}`)).toEqual(["j"]);
  });

  it("may be what PowerShell redirects: UTF-16 with a mark", () => {
    const little = Buffer.from(MARK + service("wide"), "utf16le");
    expect(namesIn("little.yaml", little)).toEqual(["wide"]);
    expect(namesIn("big.yaml", Buffer.from(little).swap16())).toEqual(["wide"]);
  });

  it("may be packed, whatever its name, and is found in folders", () => {
    expect(namesIn("packed.yaml.gz", gzipSync(service("packed")))).toEqual(["packed"]);
    expect(namesIn("packed.bin", gzipSync(service("bin")))).toEqual(["bin"]);
    expect(names(["packed.*", "crlf.yaml"])).toEqual(["bin", "packed", "a", "b"]);
    expect(names(["."])).toContain("packed");
  });

  it("may hold lists, also typed ones, and several files may each hold some", () => {
    const item = (name: string) => ({ apiVersion: "v1", kind: "Service", metadata: { name }, spec: { ports: [{ port: 80 }] } });
    const plain = ({ metadata, spec }: ReturnType<typeof item>) => ({ metadata, spec });
    writeFileSync(join(folder, "list.json"), JSON.stringify({ apiVersion: "v1", kind: "List", items: [item("one"), item("two")] }));
    writeFileSync(join(folder, "typed.json"), JSON.stringify({ apiVersion: "v1", kind: "ServiceList", items: [plain(item("three"))] }));
    expect(names(["list.json", "typed.json"])).toEqual(["one", "two", "three"]);
  });

  it("that is packed and damaged is refused by its name", () => {
    writeFileSync(join(folder, "damaged.gz"), gzipSync(service("x")).subarray(0, 40));
    expect(readManifestFiles(["damaged.gz"], folder).diagnostics).toMatchObject([
      { code: "LB1008", message: /^damaged\.gz cannot be read: / },
    ]);
  });
});

describe("standard input", () => {
  const translated = async (input: string | Buffer) => {
    const { code, stdout, stderr } = await k8sLb(["translate", "-f", "-", "--to", "octavia"], { input });
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout).statuses.map(({ name }: { name: string }) => name);
  };

  it("takes what kustomize and helm print, and packed input", async () => {
    const helm = `---\n# Source: shop/templates/service.yaml\n${service("web").replace("metadata:", "metadata:\n  labels:\n    app.kubernetes.io/managed-by: Helm\n    helm.sh/chart: shop-1.0.0")}---\n# Source: shop/templates/empty.yaml\n---\n# Source: shop/templates/tests/test.yaml\n${service("test").replace("metadata:", 'metadata:\n  annotations:\n    "helm.sh/hook": test')}`;
    expect(await translated(helm)).toEqual(["test", "web"]);
    expect(await translated(`${service("a")}---\n${service("b")}`)).toEqual(["a", "b"]);
    expect(await translated(gzipSync(service("packed")))).toEqual(["packed"]);
  });
});
