import { brief } from "../lib/subset.mjs";

const isRefused = ({ status }) => status >= 400 && status < 500;

/** A request that was to be accepted and was not. */
export const refusal = (answer) =>
  answer.status >= 200 && answer.status < 300 ? [] : [`answered ${answer.status} ${brief(answer.body?.message)}`];

/** Kinds of errors that are an answer of the server. */
const ANSWERS = ["NetworkNotFound", "BadRequest"];
/** Kinds of errors that show in the object: it is never provisioned. The operator tries again, gives up, or never looks at it. */
const PREFIXES = {
  Temporary: /Temporary Error: /,
  Permanent: /(Permanent|Unknown) Error: /,
  NeverProvisioned: /Error: /,
};

/** The request was refused, or the object is still not provisioned, for the reason that the case names. */
export async function verdict({ kind, message, mustMention = [], where: _where, ...more }, world) {
  const strange = Object.keys(more);
  if (strange.length > 0) return [`the case says error.${strange.join(", error.")}, which is not known here`];
  if (ANSWERS.includes(kind)) return fromAnswer(world.answers.at(-1), kind, message, mustMention);
  if (!PREFIXES[kind]) return [`the case says error.kind ${kind}, which is not known here`];
  const problems = world.answers.flatMap(refusal);
  if (!world.isDeletion && (await isProvisioned(world))) problems.push("it is provisioned");
  const messages = (await wordsAbout(world)).filter((text) => PREFIXES[kind].test(text));
  const plain = messages.map((text) => text.replace(/^.*?Error: /s, ""));
  if (kind !== "NeverProvisioned" && !world.isDeletion && messages.length === 0) problems.push(`nobody said ${kind} about it`);
  if (message !== undefined && !plain.includes(message)) problems.push(`message: expected ${brief(message)}, got ${brief(plain)}`);
  return [...problems, ...mentions(mustMention, plain)];
}

function fromAnswer(answer, kind, message, mustMention) {
  const text = answer?.body?.message ?? "";
  if (!answer || !isRefused(answer)) return [`expected a refusal (${kind}), got ${answer?.status}`];
  const exact = message === undefined || message === text ? [] : [`message: expected ${brief(message)}, got ${brief(text)}`];
  return [...exact, ...mentions(mustMention, [text])];
}

const mentions = (expected, texts) =>
  expected.filter((part) => !texts.some((text) => text.includes(part))).map((part) => `nothing mentions ${brief(part)}: ${brief(texts)}`);

/** A Vpc or the like says so; a Pod or Service has an endpoint. */
async function isProvisioned({ api, subjects }) {
  const { kind, name, namespace, tenant } = subjects.at(-1);
  if (kind !== "Pod" && kind !== "Service") return (await api.get(subjects.at(-1)))?.spec?.status === "Provisioned";
  const prefix = [name, namespace, ...(tenant === "system" ? [] : [tenant])].join("-");
  return (await api.list("Endpoint")).some(({ metadata, spec }) => metadata.name.startsWith(prefix) && spec.status === "Provisioned");
}

/** Messages of operator and controllers about the object: in its annotations while they try again, in events. */
async function wordsAbout({ api, subjects }) {
  const { tenant } = subjects.at(-1);
  const object = await api.get(subjects.at(-1));
  const noted = Object.entries(object?.metadata.annotations ?? {}).filter(([name]) => name.startsWith("kopf.zalando.org/"));
  const events = (await api.list("Event", { tenant })).filter(({ involvedObject }) => involvedObject.uid === object?.metadata.uid);
  return [...noted.flatMap(([, text]) => JSON.parse(text).message ?? []), ...events.map(({ message }) => message)];
}
