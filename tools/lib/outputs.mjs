// Output of `npm start` for a person: the rows of `pulumi up`, and the outputs of the stack.

/** `10.0.0.1`, `a, b`, and for an object its values: `Ingress pay default ready`. */
function short(value) {
  if (Array.isArray(value)) return value.map(short).join(", ");
  if (typeof value === "object" && value !== null) return Object.values(value).map(short).filter(Boolean).join("  ");
  return String(value);
}

/** A name over the entries of a map or a list, or a name beside a plain value. */
function block(name, value) {
  if (typeof value !== "object" || value === null) return `${name}: ${value}`;
  if (Array.isArray(value)) return [name, ...value.map((item) => `  ${short(item)}`)].join("\n");
  const width = Math.max(0, ...Object.keys(value).map((key) => key.length));
  return [name, ...Object.entries(value).map(([key, item]) => `  ${key.padEnd(width)}  ${short(item)}`)].join("\n");
}

/** Stack outputs for a person. */
export function formatOutputs(outputs) {
  const blocks = Object.entries(outputs).map(([name, value]) => block(name, value));
  if (blocks.length === 0) return "The stack has no outputs.\n";
  return `The stack's outputs\n\n${blocks.join("\n")}\n`;
}

// Output of `pulumi up` without a terminal, made for a person: one row per resource, when it is done.

/**
 * ` +  k8s-lb:avi:Pool shop created (0.4s) 10.0.0.1`, or `pulumi-nodejs:dynamic/k8s-lb-avi:Pool`: operation, type, name, and what it is at
 * or now.
 */
const ROW = /^ {1,3}(\S{1,2}| )\s+(\S+:\S+) (\S+) (.*)$/;
/** Operations under way, and what they become when no line reports otherwise. */
const DONE = {
  creating: "created",
  updating: "updated",
  replacing: "replaced",
  deleting: "deleted",
  reading: "read",
  refreshing: "refreshed",
};
/** Lines of the step that runs the command. */
const OF_THE_COMMAND = /^\s*(Updating \(.*\):|Duration: .*)?$/;
const SUMMARY = /^Resources:/;

/** A function of each line of the output that returns the lines to show for it; times are left out. */
export function finishedRows() {
  const waiting = new Map();
  const shown = new Set();
  let failed = false;
  const row = (operation, type, name, state) =>
    ` ${operation} ${`${type.slice(type.lastIndexOf(":") + 1)} ${name}`.padEnd(56)} ${state}`.trimEnd();

  return (line) => {
    const [, operation, type = "", name, text = ""] = ROW.exec(line) ?? [];
    if (name === undefined) {
      if (!SUMMARY.test(line)) return OF_THE_COMMAND.test(line) ? [] : [line];
      // components are never reported as done
      return [...(failed ? [] : waiting.values()), line];
    }
    const [state = "", ...now] = text.split(/ ?\([\d.]+s\) ?/);
    const key = `${type} ${name}`;
    if (shown.has(key) || state === "") return [];
    const underWay = DONE[state.split(" ")[0]];
    if (underWay) waiting.set(key, row(operation, type, name, underWay));
    if (underWay || /^(running|registering)/.test(state)) return [];
    failed ||= state.includes("**");
    const done = row(operation, type, name, [state.trim(), ...now].filter(Boolean).join("  "));
    // the row that follows says what the component does
    if (now.some((one) => one.startsWith("warning: "))) {
      waiting.set(key, done);
      return [];
    }
    waiting.delete(key);
    shown.add(key);
    return [done];
  };
}
