import { type Program, type ProgramTarget, type Project, TITLES } from "./init-programs";

/** Options with which `translate` prints the same objects as the program makes. */
const asInProgram = (target: ProgramTarget, name: string): string =>
  ({ avi: ` --cluster ${name}`, octavia: " --settings settings.yaml", mizar: "" })[target];

/** Commands that install what a project needs, and the way in which the command is then called. */
const INSTALL: { readonly [language in Project["language"]]: { needs: string; command: string; install(version: string): string } } = {
  typescript: { needs: "", command: "npx k8s-lb", install: () => "npm install" },
  yaml: { needs: "", command: "k8s-lb", install: (version) => installed(version) },
  python: {
    needs: ", Python 3.9 or later",
    command: "k8s-lb",
    install: (version) => `${installed(version)}\npulumi install                            # the Python packages of requirements.txt`,
  },
};

const installed = (version: string) =>
  `npm install --global pulumi-k8s-lb@${version} pulumi-k8s-lb-sandbox@${version}\nk8s-lb plugin install                     # only where Pulumi cannot download the plugin of a release`;

/** README.md of a project. */
export function readmeOf(
  target: ProgramTarget,
  { connect, file: settings, requests }: Program,
  { name, version, language }: Project,
): string {
  const { needs, command, install } = INSTALL[language];
  const same = asInProgram(target, name);
  return `# ${name}

The load balancing of the manifests in \`manifests/\` on ${TITLES[target]}, made with [pulumi-k8s-lb](https://www.npmjs.com/package/pulumi-k8s-lb).
It needs Node 20.19 or later${needs} and the [Pulumi CLI](https://www.pulumi.com/docs/install).

\`\`\`sh
${install(version)}
${command} validate -f manifests --to ${target}${settings ? " --settings settings.yaml" : ""}      # what is wrong with the manifests
${command} translate -f manifests --to ${target}${same} -o table
${requests ? `${command} test requests.yaml -f manifests --to ${target}${same} --coverage\n` : ""}\`\`\`

Try it on this machine, without an account anywhere:

\`\`\`sh
eval "$(${command} sandbox start --shell)"      # stand-ins for the load balancers
mkdir -p .state && export PULUMI_BACKEND_URL=file://$PWD/.state PULUMI_CONFIG_PASSPHRASE=sandbox
pulumi stack init dev
pulumi up
${command} drift                                # what somebody changed by hand
pulumi destroy
${command} sandbox stop
\`\`\`

Then on yours, in a new terminal, with the backend that your team uses:

\`\`\`sh
${language === "typescript" ? connect : connect.replaceAll(/pulumi config set( --secret)? (avi|openstack|kubernetes):(\w+)/g, (_, secret = "", space, key) => `pulumi config set${secret} --path 'k8s-lb:${space === "openstack" ? "octavia" : space}.${key}'`)}
${command} doctor ${target === "mizar" ? "kubernetes" : target}                     # what is configured, and can it be reached
pulumi preview
\`\`\`
`;
}
