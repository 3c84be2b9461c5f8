/** Texts that are small to write and large to read, or simply large; what is reported of each, and what it may cost. */
export interface Flood {
  name: string;
  text(): string;
  /** Output of `k8s-lb translate` about the text, on one line; absent if the text is valid. */
  says?: RegExp;
  seconds: number;
  megabytes: number;
}

const service = (spec: string, metadata = "name: s") => `apiVersion: v1\nkind: Service\nmetadata:\n  ${metadata}\nspec:\n${spec}\n`;
const PORTS = "  ports: [{port: 80}]";
const many = <T>(length: number, one: (i: number) => T) => Array.from({ length }, (_, i) => one(i));
const object = (i: number, padding = "") =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: `s-${i}`, namespace: `n-${i % 100}`, annotations: padding ? { "app.kubernetes.io/note": padding } : {} },
    spec: { ports: [{ port: 80 }] },
  });
const list = (items: string[]) => `{"apiVersion":"v1","kind":"List","items":[${items.join(",\n")}]}`;

/** Each alias nine times the one before it: 9 to the 30th at the end. */
const laughs = many(30, (i) => `a${i}: &a${i} [${i === 0 ? "x" : many(9, () => `*a${i - 1}`).join(", ")}]`).join("\n");
/** Each merge takes in all keys of the one before it. */
const merges = many(2_000, (i) => `k${i}: &m${i} {<<: ${i === 0 ? "{}" : `*m${i - 1}`}, x${i}: 1}`).join("\n");

export const FLOODS: readonly Flood[] = [
  { name: "aliases that grow ninefold", text: () => `${service(PORTS)}${laughs}`, says: /LB1001.*alias/, seconds: 30, megabytes: 400 },
  { name: "merge keys one in another", text: () => merges, says: /LB1001.*alias/, seconds: 30, megabytes: 400 },
  { name: "an alias to what it stands in", text: () => service("  &s\n  self: *s"), says: /LB1013|LB1003/, seconds: 30, megabytes: 400 },
  {
    name: "blocks 5,000 levels deep",
    text: () => many(5_000, (i) => `${" ".repeat(i)}a:`).join("\n"),
    says: /LB1001.*nested deeper/,
    seconds: 30,
    megabytes: 600,
  },
  { name: "a million brackets", text: () => "[".repeat(1_000_000), says: /LB1001.*nested deeper/, seconds: 60, megabytes: 2_000 },
  {
    name: "an annotation of 20 MB",
    text: () => service(PORTS, `name: s\n  annotations: {app.kubernetes.io/note: "${"a".repeat(20_000_000)}"}`),
    seconds: 60,
    megabytes: 1_500,
  },
  {
    name: "a mapping of 100,000 keys",
    text: () => service([PORTS, ...many(100_000, (i) => `  k${i}: 1`)].join("\n")),
    says: /LB1006.*k99999/,
    seconds: 60,
    megabytes: 1_000,
  },
  { name: "200,000 empty documents", text: () => "---\n".repeat(200_000), seconds: 60, megabytes: 1_000 },
  { name: "a list of 50 MB", text: () => list(many(5_000, (i) => object(i, "a".repeat(10_000)))), seconds: 120, megabytes: 3_000 },
  { name: "100,000 objects", text: () => list(many(100_000, (i) => object(i))), seconds: 180, megabytes: 3_500 },
];
