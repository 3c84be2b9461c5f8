import { programFiles } from "./init-languages";
import { PROGRAMS, type Program, type ProgramTarget, type Project, TITLES } from "./init-programs";
import { readmeOf } from "./init-readme";

/** The files of a project, by path. */
export function projectFiles(target: ProgramTarget, project: Project): { [file: string]: string } {
  const { name, version, language } = project;
  const program: Program = PROGRAMS[target];
  const [head, config] = [`name: ${name}\ndescription: Load balancing of Kubernetes specs on ${TITLES[target]}\n`, program.config ?? ""];
  const typescript = () => ({
    "Pulumi.yaml": `${head}runtime: nodejs\n${config}`,
    "package.json": `${JSON.stringify(packageOf(name, version), null, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(TSCONFIG, null, 2)}\n`,
    "index.ts": indexOf(target, name, program),
    ".gitignore": "node_modules/\n.state/\n",
  });
  const { ".gitignore": ignored = "", ...files } =
    language === "typescript" ? typescript() : programFiles(language, target, { name, version, head, config });
  return {
    ...files,
    "manifests/shop.yaml": program.manifests,
    ...(program.requests ? { "requests.yaml": REQUESTS + program.requests } : {}),
    ...(program.file ? { "settings.yaml": program.file.replace("NAME", () => name) } : {}),
    "README.md": readmeOf(target, program, project),
    ".gitignore": ignored,
  };
}

const REQUESTS = `# What requests must get: a change that breaks one makes \`pulumi preview\` red.
# \`npx k8s-lb test requests.yaml --write ...\` adds one for each rule of the manifests.
requests:
`;

const packageOf = (name: string, version: string) => ({
  name,
  private: true,
  main: "index.ts",
  dependencies: { "@pulumi/pulumi": "^3.200.0", "pulumi-k8s-lb": `^${version}` },
  devDependencies: { "@types/node": "^20.19.0", "pulumi-k8s-lb-sandbox": `^${version}`, typescript: "~5.9.0" },
});

const TSCONFIG = {
  compilerOptions: { target: "es2022", module: "node16", moduleResolution: "node16", strict: true, skipLibCheck: true, types: ["node"] },
  include: ["*.ts"],
};

function indexOf(target: ProgramTarget, name: string, { settings, outputs, requests }: Program): string {
  const pulumi = settings.includes("pulumi.") ? `import * as pulumi from "@pulumi/pulumi";\n` : "";
  return `import { join } from "node:path";
${pulumi}import * as ${target} from "pulumi-k8s-lb/${target}";

// Everything below manifests/ is translated: change a file, and \`pulumi preview\` says what that means.
const cluster = new ${target}.KubernetesCluster(${JSON.stringify(name)}, {
  specs: join(__dirname, "manifests"),
${requests ? `  requests: join(__dirname, "requests.yaml"),\n` : ""}${settings.replace("NAME", JSON.stringify(name))}});

${outputs}/** State of each spec. */
export const specs = cluster.statuses.apply((statuses) =>
  Object.fromEntries(statuses.map(({ kind, namespace, name, state }) => [\`\${kind} \${namespace}/\${name}\`, state])),
);
`;
}
