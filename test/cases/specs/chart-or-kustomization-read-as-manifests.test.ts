import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readManifestFiles } from "../../../sdk/specs";

// A folder with a chart or a kustomization gave four errors of fields and YAML. None of them named what the folder is.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-render-"));
  const files = {
    "plain/web.yaml": "apiVersion: v1\nkind: Service\nmetadata: { name: web }\n",
    "base/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [web.yaml]\n",
    "base/web.yaml": "apiVersion: v1\nkind: Service\nmetadata: { name: web }\n",
    "chart/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\n",
    "chart/values.yaml": "replicaCount: 1\n",
    "chart/templates/web.yaml": 'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ include "shop.name" . }}\n',
    "loose/values-prod.yaml": "replicaCount: 3\n",
    "loose/web.yaml": "apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\n",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (...paths: string[]) => {
  const { objects, diagnostics } = readManifestFiles(paths, folder);
  return {
    objects: objects.length,
    said: diagnostics.map(({ code, message }) => `${code} ${message}`),
    remedies: diagnostics.map((one) => one.remedy),
  };
};

test("a kustomization is one error that names the command", () => {
  expect(read("base")).toEqual({
    objects: 0,
    said: ["LB1015 base is a kustomization (kustomization.yaml), not manifests"],
    remedies: ["Render it: `kubectl kustomize base > manifests.yaml`, and give manifests.yaml."],
  });
});

test("a chart is one error, also where only its templates are given", () => {
  const messages = ["LB1015 chart is a Helm chart (Chart.yaml), not manifests"];
  expect(read("chart").said).toEqual(messages);
  expect(read("chart/templates").said).toEqual(messages);
  expect(read("chart").remedies).toEqual(["Render it: `helm template NAME chart > manifests.yaml`, and give manifests.yaml."]);
});

test("values and templates without a chart are named, manifests beside them are read", () => {
  expect(read("loose", "plain")).toMatchObject({
    objects: 1,
    said: [
      "LB1015 loose/values-prod.yaml is the values of a Helm chart, not a manifest",
      "LB1015 loose/web.yaml is a template of a Helm chart, not a manifest",
    ],
  });
});
