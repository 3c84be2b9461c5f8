import type { Props } from "../../sandbox/lib/host";
import type { ForwardedAnswer, Strike } from "../lib/fault-proxy";
import type { CampaignWorld, ServerRefusal } from "../lib/world";

const JSON_TYPE = { "content-type": "application/json" };

export const cutBefore: Strike = ({ response }) => void response.destroy();

export const cutAfter: Strike = async ({ forward, response }) => {
  await forward();
  response.destroy();
};

/** Half of the body, then the connection is reset. */
export const resetInBody: Strike = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...plain(headers), "content-length": body.length + 1 });
  response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
};

/** A whole answer with half of a JSON in it. */
export const truncated: Strike = async ({ forward, reply }) => {
  const answer = await forward();
  reply({ ...answer, body: answer.body.subarray(0, answer.body.length / 2) });
};

/** An answer in place of the server's. */
export const instead =
  (status: number, type: string, body: string, headers = {}): Strike =>
  ({ reply }) =>
    reply({ status, headers: { "content-type": type, ...headers }, body });

/** The server does its work, and the answer is another one. */
export const afterwards =
  (strike: Strike): Strike =>
  async (exchange) => {
    await exchange.forward();
    await strike(exchange);
  };

/** Answers with the API's own refusal. */
export const refuses = ({ words }: CampaignWorld, { status, text }: ServerRefusal, headers = {}): Strike =>
  instead(status, JSON_TYPE["content-type"], words.refusal(status, text), headers);

/** A body that never ends: a byte now and then keeps the connection busy. */
export const drip: Strike = ({ response }) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(" "), 100);
  response.once("close", () => clearInterval(timer));
};

/** No answer at all. */
export const silence: Strike = () => undefined;

/** The answer comes twice on one connection. */
export const twice: Strike = async ({ forward, response }) => {
  const { status, headers, body } = await forward();
  const lines = Object.entries({ ...plain(headers), "content-length": String(body.length) }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} Again`, ...lines, "", ""].join("\r\n");
  const once = Buffer.concat([Buffer.from(head), body]);
  response.socket?.write(Buffer.concat([once, once]));
};

/** The server's answer with something else in its JSON. */
export const reshaped =
  (change: (body: Props) => Props): Strike =>
  async ({ forward, reply }) => {
    const answer = await forward();
    reply({ ...answer, body: JSON.stringify(change(JSON.parse(answer.body.toString()) as Props)) });
  };

/** Number of times that an old answer is given again. */
const STALE = 3;

/** Reads show what was there at the first look, for a while. */
export function stale(): Strike {
  const first = new Map<string, { answer: Promise<ForwardedAnswer>; left: number }>();
  return async ({ seen: { path }, forward, reply }) => {
    const held = first.get(path) ?? { answer: forward(), left: STALE };
    first.set(path, held);
    reply(await (held.left-- > 0 ? held.answer : forward()));
  };
}

function plain(headers: ForwardedAnswer["headers"]): { [name: string]: string } {
  const kept = Object.entries(headers).filter(
    ([name]) => !["transfer-encoding", "connection", "content-length", "keep-alive"].includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
