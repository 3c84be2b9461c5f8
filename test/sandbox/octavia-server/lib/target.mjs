// A server to replay cases against: the real one or the sandbox, with the same ways in.
import { randomUUID } from "node:crypto";

const identity = (user, password, project) => ({
  auth: {
    identity: { methods: ["password"], password: { user: { name: user, password, domain: { name: "Default" } } } },
    scope: { project: { name: project, domain: { name: "Default" } } },
  },
});

/** Users of the keystone cases; the password is the name. */
const projects = { demo: "demo", observer: "demo", other: "other", admin: "admin" };

export class Target {
  #tokens = new Map();

  /** `server`: what `startOctaviaServer` or the sandbox returned. */
  constructor(server) {
    this.keystone = Boolean(server.authUrl);
    this.urls = {
      octavia: server.url,
      identity: server.authUrl?.replace(/\/v3\/?$/, ""),
      network: server.networkUrl,
      "key-manager": server.keyManagerUrl,
    };
  }

  /** Variables that a case finds without having saved them. */
  async variables() {
    const unique = randomUUID().slice(0, 8);
    if (!this.keystone) return { unique, project: randomUUID() };
    const found = {};
    for (const name of ["demo", "other"]) found[name] = (await this.#login(name)).project;
    return { unique, project: found.demo, otherProject: found.other, ...this.#addresses() };
  }

  #addresses() {
    const named = Object.entries(this.urls).filter(([, url]) => url);
    return Object.fromEntries(named.map(([name, url]) => [`${name === "key-manager" ? "barbican" : name}Url`, url]));
  }

  #login(user) {
    if (!this.#tokens.has(user)) this.#tokens.set(user, this.#newToken(user));
    return this.#tokens.get(user);
  }

  async #newToken(user) {
    const body = JSON.stringify(identity(user, user, projects[user]));
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${this.urls.identity}/v3/auth/tokens`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`no token for ${user}: ${response.status} ${await response.text()}`);
    return { token: response.headers.get("x-subject-token"), project: (await response.json()).token.project.id };
  }

  async #who(user, variables) {
    if (user === "nobody") return {};
    return this.keystone ? { "X-Auth-Token": (await this.#login(user)).token } : { "X-Project-Id": variables.project };
  }

  /** One request of a case; `raw` is a body that goes out as it is. Returns `{ status, headers, body }`, body parsed when it is JSON. */
  async send({ method, path, body, raw, headers, as = "demo", service = "octavia" }, variables) {
    const type = body === undefined && raw === undefined ? {} : { "Content-Type": "application/json" };
    const sent = { Accept: "application/json", ...type, ...(await this.#who(as, variables)), ...headers };
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const url = path.startsWith("http") ? path : this.urls[service] + path; // Barbican's references are addresses
    const response = await fetch(url, { method, headers: sent, body: text, redirect: "manual" });
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  }
}

function parsed(text) {
  try {
    return text === "" ? "" : JSON.parse(text);
  } catch {
    return text;
  }
}
