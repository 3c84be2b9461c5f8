import { type CliStack, type Exported, isOurs } from "./cli-stack";

export interface CliPlace {
  stack: CliStack;
  other: CliStack;
  step: number;
  pick<T>(what: string, list: readonly T[]): T | undefined;
}

/** An edit by the commands of Pulumi: what it did, and whether no state knows some object since. */
export type CliEdit = (place: CliPlace) => Promise<{ words: string; forgets?: boolean }>;

const NOTHING = { words: "no edit" };

const short = (urn: string): string => urn.split("::").at(-1) ?? urn;

const rename: CliEdit = async ({ stack, step, pick }) => {
  const resources = await stack.resources();
  const one = pick("renamed", resources);
  if (!one) return NOTHING;
  const free = stack.declared.filter(({ name }) => !resources.some(({ urn }) => short(urn) === name)).map(({ name }) => name);
  const name = pick("name", [`renamed-${step}`, ...free]) ?? "";
  const { code } = await stack.run(["state", "rename", one.urn, name, "--stack", stack.full, "--yes"]);
  return code === 0 ? { words: `state rename ${short(one.urn)} ${name}` } : NOTHING;
};

const forget: CliEdit = async ({ stack, pick }) => {
  const one = pick("forgotten", await stack.resources());
  if (!one) return NOTHING;
  const { code } = await stack.run(["state", "delete", one.urn, "--stack", stack.full, "--yes"]);
  return code === 0 ? { words: `state delete ${short(one.urn)}`, forgets: true } : NOTHING;
};

const move: CliEdit = async ({ stack, other, pick }) => {
  const one = pick("moved", await stack.resources());
  if (!one) return NOTHING;
  const { code } = await stack.run(["state", "move", "--source", stack.full, "--dest", other.full, one.urn, "--yes"]);
  if (code !== 0) return NOTHING;
  const declared = stack.declared.find(({ name }) => name === short(one.urn));
  const words = `state move ${short(one.urn)} to ${other.name}`;
  if (!declared || pick("program", [true, false])) return { words };
  stack.declared = stack.declared.filter((each) => each !== declared);
  if (!other.declared.some(({ name }) => name === declared.name)) other.declared.push(declared);
  return { words: `${words} with its program` };
};

const copy: CliEdit = async ({ stack, step, pick }) => {
  const one = pick("copied", await stack.resources());
  if (!one) return NOTHING;
  await stack.edit((resources) => {
    const at = resources.findIndex(({ urn }) => urn === one.urn);
    resources.splice(at + 1, 0, { ...structuredClone(resources[at] as Exported), urn: `${one.urn}-copy-${step}` });
  });
  return { words: `import with a copy of ${short(one.urn)}` };
};

const exchange: CliEdit = async ({ stack, pick }) => {
  const all = await stack.resources();
  const one = pick("one", all);
  const two = pick(
    "two",
    all.filter(({ type, urn }) => type === one?.type && urn !== one.urn),
  );
  if (!one || !two) return NOTHING;
  await stack.edit((resources) => {
    for (const each of resources.filter(isOurs)) {
      if (each.urn === one.urn) each.urn = two.urn;
      else if (each.urn === two.urn) each.urn = one.urn;
    }
  });
  return { words: `import with ${short(one.urn)} and ${short(two.urn)} exchanged` };
};

const renameStack: CliEdit = async ({ stack, step }) => {
  const name = `${stack.name.split("-")[0]}-${step}`;
  await stack.must(["stack", "rename", name, "--stack", stack.full]);
  const words = `stack rename ${stack.name} ${name}`;
  stack.name = name;
  return { words };
};

const renameProject: CliEdit = async ({ stack, step }) => {
  const project = `${stack.project.split("-")[0]}-${step}`;
  await stack.must(["stack", "rename", `organization/${project}/${stack.name}`, "--stack", stack.full]);
  const words = `project ${stack.project} becomes ${project}`;
  stack.project = project;
  return { words };
};

const drop: CliEdit = async ({ stack, pick }) => {
  const declared = pick(
    "dropped",
    stack.declared.filter(({ kind }) => kind === "Pool"),
  );
  if (!declared) return NOTHING;
  stack.declared = stack.declared.filter((each) => each !== declared);
  return { words: `${declared.name} leaves the program` };
};

export const CLI_EDITS: readonly CliEdit[] = [rename, rename, forget, move, move, copy, exchange, renameStack, renameProject, drop];
