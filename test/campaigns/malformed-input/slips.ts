import type { Diagnostic } from "../../../resources/diagnostic";
import type { TargetName } from "../../../sdk/targets";
import { translateTo } from "../../support/planned";
import { changed, type HostileTable, TABLES } from "./tables";

/** One slip of a hand: the field, what became of it, and the object with it. */
export interface Slip {
  at: string;
  how: "wrong type" | "negative" | "misspelt" | "null" | "empty" | "huge" | "nonsense";
  object: unknown;
}

/** Nothing that a field may be: it is reported at its place, whether or not it has an effect. */
const FAULTY: readonly Slip["how"][] = ["wrong type", "negative", "misspelt"];
/** As Kubernetes says that there is nothing. */
const NOTHING: readonly Slip["how"][] = ["null", "empty"];

/** Slips that change nothing and are reported to no one, by table and field, and why that is right. */
const HARMLESS: readonly (readonly [RegExp, why: string])[] = [
  [/^endpoint.*\/targetRef/, "only names of members on Octavia are made of it"],
  [/^endpoint.*\/nodeName/, "only the node-local servers of the cloud provider and of AKO are chosen by it"],
  [/^endpoint.*\/ports\/0\/name/, "AKO takes the only port whatever its name"],
  [/^node.*\/status\/conditions/, "where Pods are the servers a node is only the way to them, ready or not"],
  [/^pod.* \/spec\/containers/, "what runs in a Pod is not our matter"],
  [/^secret.* \/type/, "a Secret is known by its keys, as AKO and Kuryr know it"],
  [/^service.*\/targetPort/, "which port servers have is said by the Endpoints, or by nodePort"],
  [/^ingress-route.*\/services\/0\/weight/, "one Service alone has everything, whatever its weight"],
  [
    /^l7-rule.*\/(hostNameXlate|performanceLimits|securityPolicyRef)/,
    "that a child has no use for it is said of the HostRule, which names the rule",
  ],
];

const PLACES: readonly { to: TargetName; settings: HostileTable["settings"] }[] = [
  { to: "avi", settings: {} },
  { to: "avi", settings: { serviceType: "NodePort" } },
  { to: "avi", settings: { naming: "ako-2" } },
  { to: "avi", settings: { naming: "ako-2-evh" } },
  { to: "octavia", settings: { naming: "kuryr", service_subnet_id: "s", pod_subnet_id: "p" } },
  { to: "octavia", settings: { naming: "occm", subnet_id: "s" } },
  { to: "routes", settings: {} },
];

/** Each table on its own target, and on each of the others that makes something else of its subject than of none. */
export function grounds(): HostileTable[] {
  return TABLES.flatMap((table) => {
    const given = JSON.stringify([table.to, table.settings]);
    const others = PLACES.filter(({ to, settings }) => JSON.stringify([to, settings]) !== given);
    const elsewhere = others.map((place) => ({
      ...table,
      ...place,
      name: `${table.name} --to ${place.to} ${Object.values(place.settings)[0] ?? ""}`,
    }));
    return [table, ...elsewhere].filter(isRead);
  });
}

/** True if a sound object changes the result there, and is not refused or unused as a whole. */
function isRead(table: HostileTable): boolean {
  const { said, objects } = meaningOf(table, table.subject);
  return (
    !of(table, said).some(({ severity, pointer }) => severity === "error" || pointer === "") &&
    objects !== meaningOf(table, undefined).objects
  );
}

/** All that can slip in the subject of a table. */
export function slipsOf({ subject }: HostileTable): Slip[] {
  return placesOf(subject, "").flatMap(({ at, value }) => [
    ...slipped(value).map(([how, to]): Slip => ({ at, how, object: changed(subject, at, () => to) })),
    ...(/\/\d+$/.test(at)
      ? []
      : [{ at: `${at}x`, how: "misspelt" as const, object: changed(without(subject, at), `${at}x`, () => value) }]),
  ]);
}

const without = (subject: unknown, at: string) => changed(subject, at, () => undefined);

/** Fields that identify the object; a slip there makes it another one. */
const IDENTITY = /^\/(apiVersion|kind|metadata\/(name|namespace|tenant))$/;
/** Keys and values that everybody may choose. */
const FREE = /^\/(metadata(\/(labels|annotations)\/.*)?|spec\/selector\/.*|(data|stringData)\/.*)$/;

function placesOf(object: unknown, at: string): { at: string; value: unknown }[] {
  if (typeof object !== "object" || object === null) return [];
  return Object.entries(object).flatMap(([key, value]) => {
    const place = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (IDENTITY.test(place)) return [];
    return [...(FREE.test(place) ? [] : [{ at: place, value }]), ...placesOf(value, place)];
  });
}

function slipped(value: unknown): (readonly [Slip["how"], unknown])[] {
  const nothing = ["null", null] as const;
  if (typeof value === "number")
    return [
      nothing,
      ["wrong type", true],
      ["wrong type", {}],
      ["wrong type", 1.5],
      ["negative", -1],
      ["nonsense", "many"],
      ["huge", 2 ** 40],
    ];
  if (typeof value === "string")
    return [nothing, ["empty", ""], ["wrong type", {}], ["wrong type", true], ["nonsense", "no such value"], ["huge", "a".repeat(300)]];
  if (typeof value === "boolean") return [nothing, ["wrong type", "yes"], ["wrong type", 1]];
  if (Array.isArray(value)) return [nothing, ["empty", []], ["wrong type", "x"], ["wrong type", 5]];
  return [nothing, ["empty", {}], ["wrong type", "x"], ["wrong type", [1]]];
}

/** Translation of the object by a target, with its diagnostics. */
interface Meaning {
  objects: string;
  said: readonly Diagnostic[];
}

/** Diagnostics of the subject itself. */
function of({ subject }: HostileTable, messages: readonly Diagnostic[]): Diagnostic[] {
  const { kind, metadata } = subject as { kind: string; metadata: { name: string } };
  return messages.filter(({ object }) => object.kind === kind && object.name === metadata.name);
}

function meaningOf({ to, settings, beside }: HostileTable, object: unknown): Meaning {
  const manifests = [...(object === undefined ? [] : [object]), ...beside].map((value) => ({ value }));
  const { objects, statuses, diagnostics } = translateTo(to, { objects: manifests, diagnostics: [] }, settings, { showSecrets: true });
  const states = statuses.map(({ object: { kind, name }, state }) => [kind, name, state]);
  return { objects: JSON.stringify([objects, states]), said: [...statuses.flatMap((status) => status.diagnostics), ...diagnostics] };
}

/** Judges slips in the subject of a table. */
export function judgeOf(table: HostileTable): (slip: Slip) => string | undefined {
  const sound = meaningOf(table, table.subject);
  const known = new Set(sound.said.map(lineOf));
  // a field, or what contains it, that is already reported as unused here
  const unused = of(table, sound.said).map(({ pointer }) => pointer);
  return ({ at, how, object }) => {
    const found = meaningOf(table, object);
    const news = found.said.filter((diagnostic) => !known.has(lineOf(diagnostic)));
    const parent = at.replace(/\/[^/]*$/, "");
    const isReported = of(table, news).some(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`) || pointer === parent);
    if (FAULTY.includes(how)) return isReported ? undefined : found.objects === sound.objects ? "ignored in silence" : "taken in silence";
    if (news.length > 0 || found.objects !== sound.objects) return undefined;
    if (unused.some((pointer) => at === pointer || at.startsWith(`${pointer}/`))) return undefined;
    if (HARMLESS.some(([slips]) => slips.test(`${table.name} ${at}`))) return undefined;
    if (NOTHING.includes(how) && meaningOf(table, without(table.subject, at)).objects === found.objects) return undefined;
    return "ignored in silence";
  };
}

const lineOf = ({ code, object: { kind, name }, pointer }: Diagnostic): string => `${kind} ${name} ${code} ${pointer}`;
