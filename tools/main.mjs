// npm run tools -- VERB
import { kubeServer } from "./kube-server/index.mjs";
import { writeApi } from "./lib/api-report.mjs";
import { ensureBuilt } from "./lib/checkout.mjs";
import { writeDocs } from "./lib/docs.mjs";
import { inRoot, root } from "./lib/files.mjs";
import { drawPictures } from "./lib/pictures.mjs";
import { main, runHere, Stop, say } from "./lib/process.mjs";
import { octaviaServer } from "./octavia-server/index.mjs";
import { ensureCli } from "./pulumi/cli.mjs";
import { ensureStack, pulumiVariables, sandboxVariables } from "./pulumi/environment.mjs";
import { ensureHosts } from "./pulumi/hosts.mjs";
import { ensureKubernetesPlugin } from "./pulumi/plugin.mjs";
import { sdk } from "./pulumi/sdk.mjs";
import { releaseFiles } from "./release/files.mjs";

const help = `Usage: npm run tools -- VERB
  pulumi            find or get the Pulumi CLI and print its path
  kubernetes-plugin build the plugin of @pulumi/kubernetes and print its folder (tier release)
  sdk [python] [--out DIR]
                    generate the SDK of another language from docs/schema.json and print its folder; it needs Go
  release-files DIR make what a release publishes: npm tarballs, plugin archives, SDKs for Python and Go, checksums
  octavia-server    the real Octavia API with no-op drivers, in the foreground
                    [--auth noauth|keystone] [--barbican] [--neutron] [--shell]; see docs/contributing/real-servers.md#octavia
  octavia-conformance
                    the Octavia sandbox against the real one; see test/sandbox/octavia-server/README.md
  kube-server       a real kube-apiserver with its etcd, in the foreground
                    [--authorization AlwaysAllow|RBAC] [--users A,B] [--controllers LIST] [--no-crds] [--shell]; see docs/contributing/real-servers.md#kube-apiserver
  kube-conformance  the Kubernetes sandbox against the real server; see test/sandbox/kubernetes/README.md
  api               write the public declarations into docs/api, for review
  docs              write the tables of docs/ that come from the code
  pictures [FOLDER] draw the pictures of docs/ anew; with FOLDER also as a browser shows them, light and dark
  env               print what bare \`pulumi\` and \`k8s-lb\` need; use it as: eval "$(npm run -s tools -- env)"
  env --json        the same as JSON
  env --no-sandbox  without starting the sandbox and selecting a stack
  env --hosts       with the language hosts for YAML and Python, built if need be`;

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

async function environment(args) {
  const cli = args.includes("--hosts") ? await ensureHosts() : await ensureCli();
  let variables = pulumiVariables(cli);
  if (!args.includes("--no-sandbox")) {
    await ensureBuilt();
    const at = { cwd: root, env: { ...process.env, ...variables } };
    await ensureStack(cli, at);
    variables = { ...(await sandboxVariables(cli, at)), ...variables };
  }
  if (args.includes("--json"))
    return process.stdout.write(`${JSON.stringify({ command: cli.command, version: cli.version, env: variables })}\n`);
  for (const [name, value] of Object.entries(variables)) process.stdout.write(`export ${name}=${quote(value)}\n`);
  process.stdout.write(`alias k8s-lb=${quote(`${quote(process.execPath)} ${quote(inRoot("dist/sdk/cli/main.js"))}`)}\n`);
}

const verbs = {
  env: environment,
  async pulumi() {
    const cli = await ensureCli();
    say(`Pulumi CLI ${cli.version}`);
    process.stdout.write(`${cli.command}\n`);
  },
  async "kubernetes-plugin"() {
    process.stdout.write(`${await ensureKubernetesPlugin()}\n`);
  },
  sdk,
  "release-files": releaseFiles,
  "kube-server": kubeServer,
  "octavia-server": octaviaServer,
  async "octavia-conformance"(args) {
    await ensureBuilt();
    return runHere(process.execPath, [inRoot("test/sandbox/octavia-server/run.mjs"), ...args]);
  },
  async "kube-conformance"(args) {
    await ensureBuilt();
    return runHere(process.execPath, [inRoot("test/sandbox/kubernetes/run.mjs"), ...args]);
  },
  pictures: drawPictures,
  async docs() {
    await ensureBuilt();
    writeDocs();
  },
  async api() {
    await ensureBuilt();
    writeApi();
  },
  async help() {
    process.stdout.write(`${help}\n`);
  },
};

await main(async ([verb = "help", ...args]) => {
  if (!Object.hasOwn(verbs, verb)) throw new Stop(`there is no verb "${verb}"\n${help}`);
  return verbs[verb](args);
});
