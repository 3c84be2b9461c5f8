import { stringify } from "yaml";
import { pluginAddress } from "../own-package";
import type { ProgramTarget } from "./init-programs";

/** Languages other than TypeScript: their programs run the native plugin. */
export type PluginLanguage = "yaml" | "python";

/** A program of one component, as data. */
interface ComponentProgram {
  /**
   * Inputs besides specs and requests. `NAME` is the name of the project, `{config}` a value of its configuration, `{text, member}` a text
   * that is a member of an enumeration of the SDKs: a checker of types takes no other.
   */
  inputs: { readonly [input: string]: unknown };
  outputs: readonly string[];
  requests: boolean;
}

const COMPONENTS: { readonly [T in ProgramTarget]: ComponentProgram } = {
  avi: {
    inputs: { settings: { clusterName: "NAME", shardVSSize: { text: "SMALL", member: "ShardVSSize.SMALL" }, subDomains: ["example.com"] } },
    outputs: ["vips", "hosts", "summary"],
    requests: true,
  },
  octavia: {
    // names and objects of the OpenStack cloud provider; kuryr for those of Kuryr
    inputs: { settings: { naming: { text: "occm", member: "Naming.OCCM" }, cluster_name: "NAME", subnet_id: { config: "subnetId" } } },
    outputs: ["services", "hosts", "summary"],
    requests: true,
  },
  mizar: {
    // Mizar's operator of today never lets a subnet go by itself
    inputs: { forceFinalizerRemoval: true, deleteTimeout: 20 },
    outputs: ["addresses", "capacity", "summary"],
    requests: false,
  },
};

/** The program, and what its language needs beside it, by path. `head` begins Pulumi.yaml, `config` ends it. */
export function programFiles(
  language: PluginLanguage,
  target: ProgramTarget,
  { name, version, head, config }: { name: string; version: string; head: string; config: string },
): { [file: string]: string } {
  const program = COMPONENTS[target];
  const inputs = withName({ specs: ["manifests"], ...(program.requests ? { requests: "requests.yaml" } : {}), ...program.inputs }, name);
  const component = { ...program, inputs };
  if (language === "yaml")
    return {
      "Pulumi.yaml": `${head}runtime: yaml\n${config.replace("    description: ", "    # ")}${yamlProgram(target, component)}`,
      ...packageDeclaration(version),
      ".gitignore": ".state/\n",
    };
  return {
    "Pulumi.yaml": `${head}runtime:\n  name: python\n  options: { virtualenv: venv }\n${config}`,
    "__main__.py": pythonProgram(target, name, component),
    "requirements.txt": `pulumi>=3.200,<4\n# of a release that PyPI does not have: the path of its wheel (docs/install.md)\npulumi-k8s-lb==${version}\n`,
    ".gitignore": "venv/\n__pycache__/\n.state/\n",
  };
}

/** File by which a program in YAML gets the plugin of a release by itself, as `pulumi package add` writes it. */
export const packageDeclaration = (version: string): { [file: string]: string } => ({
  [`sdks/k8s-lb/k8s-lb-${version}.yaml`]: stringify({
    packageDeclarationVersion: 1,
    name: "k8s-lb",
    version,
    downloadUrl: pluginAddress(),
  }),
});

/** Everything below manifests/ is translated: the resources of a YAML program, and its outputs. */
function yamlProgram(target: ProgramTarget, { inputs, outputs }: ComponentProgram): string {
  const value = (_key: string, one: unknown) => (isConfig(one) ? `\${${one.config}}` : isMember(one) ? one.text : one);
  const resources = { cluster: { type: `k8s-lb:${target}:KubernetesCluster`, properties: inputs } };
  return stringify({ resources, outputs: Object.fromEntries(outputs.map((output) => [output, `\${cluster.${output}}`])) }, value);
}

function pythonProgram(target: ProgramTarget, name: string, { inputs, outputs }: ComponentProgram): string {
  const given = Object.entries(inputs).map(([input, value]) => `    ${snake(input)}=${pythonValue(value, target)},\n`);
  const exported = outputs.map((output) => `pulumi.export("${output}", cluster.${snake(output)})\n`);
  return `import pulumi
from pulumi_k8s_lb import ${target}

# Everything below manifests/ is translated: change a file, and \`pulumi preview\` says what that means.
cluster = ${target}.KubernetesCluster(
    ${JSON.stringify(name)},
${given.join("")})

${exported.join("")}`;
}

const isConfig = (value: unknown): value is { config: string } => typeof value === "object" && value !== null && "config" in value;

const isMember = (value: unknown): value is { text: string; member: string } =>
  typeof value === "object" && value !== null && "member" in value;

/** A value in Python; keys of settings are those of its SDK. */
function pythonValue(value: unknown, target: ProgramTarget): string {
  if (isMember(value)) return `${target}.${value.member}`;
  if (isConfig(value)) return `pulumi.Config().require("${value.config}")`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map((one) => pythonValue(one, target)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `"${snake(key)}": ${pythonValue(one, target)}`)
    .join(", ")}}`;
}

/** `shardVSSize` becomes `shard_vs_size`, as in Pulumi's SDKs for Python. */
const snake = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

const withName = <T>(value: T, name: string): T => JSON.parse(JSON.stringify(value).replaceAll('"NAME"', () => JSON.stringify(name))) as T;
