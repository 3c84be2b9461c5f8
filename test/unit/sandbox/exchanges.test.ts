import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { SandboxClient } from "./client";
import fixture from "./fixtures/exchanges.json";

type RecordedExchange = (typeof fixture.cases)[number];

const known = (id: string): RecordedExchange => {
  const found = fixture.cases.find((one) => one.id === id);
  if (!found) throw new Error(`no exchange ${id}`);
  return found;
};

/** Replaces values that differ from a recording by their kind, on both sides. */
function normal(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner) => {
    if (key === "aes_key" || key === "hmac_key") return "{B64}";
    if (["redis_db", "redis_port", "version"].includes(key)) return "{INT}";
    return inner;
  });
  return JSON.parse(
    text
      .replace(/https?:\/\/[^/"]+/g, "https://{HOST}")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "{U}")
      .replace(/\{U\d+\}/g, "{U}")
      .replace(/"_last_modified":"(\d+|\{USEC\})"/g, '"_last_modified":"{USEC}"'),
  );
}

describe("recorded exchanges of a real controller", () => {
  let sandbox: AviSandbox;
  let client: SandboxClient;
  const uuids: { [type: string]: string } = {};

  beforeAll(async () => {
    sandbox = await startAviSandbox({ rateLimit: "off" });
    client = await SandboxClient.login(sandbox);
  });
  afterAll(() => sandbox.close());

  /** Puts the uuids of this run where the recording has placeholders. */
  function current(value: string): string {
    return value
      .replace("{HOST}", new URL(sandbox.url).host)
      .replace(/(virtualservice|vsvip|pool|tenant)-\{U\d+\}/g, (_all, type) => uuids[type] ?? `${type}-missing`);
  }

  async function replay(id: string, headers: { [name: string]: string } = {}) {
    const { request, response } = known(id);
    const body = request.body === null ? undefined : current(JSON.stringify(request.body));
    const sent = { ...(request.headers as unknown as { [name: string]: string }), ...headers };
    const answer = await client.send(request.method, current(request.path), body, sent);
    if (answer.status === 201) uuids[request.path.split("/")[2] ?? ""] = answer.body.uuid;
    expect(answer.status).toBe(response.status);
    const expected = response.body as unknown;
    if (typeof expected === "string") expect(answer.text).toBe(expected);
    else expect(normal(answer.body)).toEqual(normal(expected));
    for (const [name, values] of Object.entries(response.headers)) {
      expect(normal(answer.headers.get(name)), name).toBe(normal((values as string[])[0]));
    }
  }

  it("login-form", async () => {
    const { response } = known("login-form");
    const body = `username=${sandbox.username}&password=${sandbox.password}`;
    const answer = await fetch(`${sandbox.url}/login`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[0-9a-f]+;/, "={V};"));
    // Secure is set on https only; here the sandbox speaks http
    expect(cookies).toEqual((response as { setCookie: string[] }).setCookie.map((cookie) => cookie.replace("; Secure", "")));
    expect(answer.headers.get("AVI_API_VERSION")).toBe("16_4_2");
    expect(Object.keys((await answer.json()) as object).sort()).toEqual((response as { bodyKeys: string[] }).bodyKeys);
  });
  it("csrf-bad-401-plain", () => replay("csrf-bad-401-plain", { "X-CSRFToken": "stale" }));
  for (const id of ["csrf-retry-ok", "tenant-list-by-name", "delete-204", "pool-create", "vsvip-create", "vs-create", "vs-get-by-name"]) {
    it(id, () => replay(id));
  }
  it("vsvip-get-by-uuid-vs_refs", () => {
    const exchange = known("vsvip-get-by-uuid-vs_refs");
    expect(exchange.request.method).toBe("GET");
    return replay("vsvip-get-by-uuid-vs_refs");
  });
  for (const id of ["vs-delete", "vsvip-survives-vs-delete"]) it(id, () => replay(id));

  it("replays every exchange there is", () => {
    expect(fixture.cases).toHaveLength(12);
  });
});
