// The definitions of routing kinds as their own projects publish them, from the Go modules that carry them.
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { findGo } from "../lib/go-build.mjs";
import { run, Stop } from "../lib/process.mjs";

const sources = [
  { module: "github.com/projectcontour/contour@v1.4.0", file: "examples/contour/01-crds.yaml", group: "contour.heptio.com" },
  { module: "github.com/openshift/api@v0.0.0-20230607130528-611114dca681", file: "route/v1/route.crd.yaml", group: "route.openshift.io" },
];

async function folderOf(module) {
  const go = findGo();
  if (!go) throw new Stop("Go is needed to get the definitions of other projects");
  const { code, stdout, output } = await run(go, ["mod", "download", "-json", module], {
    cwd: tmpdir(),
    env: { ...process.env, GOFLAGS: "-mod=mod", GO111MODULE: "on", GOWORK: "off" },
    timeout: 5 * 60_000,
  });
  if (code !== 0) throw new Stop(`go mod download ${module} failed:\n${output}`);
  return JSON.parse(stdout).Dir;
}

/** A definition of apiextensions.k8s.io/v1; v1beta1 has schema and columns beside its versions instead of in each of them. */
function modern(crd) {
  if (crd.apiVersion === "apiextensions.k8s.io/v1") return crd;
  const { group, names, scope, versions, validation, additionalPrinterColumns = [], subresources } = crd.spec;
  const columns = additionalPrinterColumns.map(({ JSONPath, ...column }) => ({ ...column, jsonPath: JSONPath }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: crd.kind,
    metadata: { name: crd.metadata.name },
    spec: {
      group,
      names,
      scope,
      versions: versions.map((version) => ({
        ...version,
        schema: validation,
        ...(subresources && Object.keys(subresources).length > 0 ? { subresources } : {}),
        additionalPrinterColumns: columns,
      })),
    },
  };
}

/** IngressRoute, TLSCertificateDelegation (Contour 1.4.0, the last with both) and the Route of OpenShift. */
export async function routingCrds() {
  const crds = [];
  for (const { module, file, group } of sources) {
    const text = readFileSync(join(await folderOf(module), file), "utf8");
    const documents = parseAllDocuments(text).map((document) => document.toJS());
    crds.push(...documents.filter((document) => document?.spec?.group === group).map(modern));
  }
  return crds;
}
