import type { LbError } from "../../../contract/errors";
import { redact } from "../../http/redact";
import { type Answer, type Call, transmit } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { rootInCatalogue, type Service } from "./endpoints";
import { failedBecause } from "./errors";
import { type Grant, login } from "./keystone";
import type { Settings } from "./settings";

/** After a refusal nobody tries again for so long: some installations lock an account after a few. */
const REFUSAL_HOLDS_MS = 30_000;

/** A request to a service; the path starts at the service's root. */
export interface Request {
  method: Call["method"];
  path: string;
  body?: Call["body"];
}

/** One token shared by everything in the process that works for one project as one user. */
export class Session {
  private grant?: Promise<Grant>;
  private refusal?: { error: LbError; until: number };
  private token?: string;

  constructor(readonly settings: Settings) {}

  /** The project that the token is for. */
  async projectId(): Promise<string> {
    const { projectId } = await this.granted();
    if (projectId) return projectId;
    throw failure("LB2040", { message: "the token is not for a project" });
  }

  /** Where a service is, without a slash at the end. */
  async root(service: Service): Promise<string> {
    const given = this.settings.endpoints[service];
    if (given) return given;
    if (this.settings.credentials.method === "none") {
      throw failure("LB2037", { message: `without Keystone there is no catalogue to look ${service} up in` });
    }
    // A token without a project has no catalogue: that, and not the missing service, is what is wrong.
    await this.projectId();
    const { catalogue } = await this.granted();
    return rootInCatalogue(catalogue, { service, region: this.settings.region, interface: this.settings.interface });
  }

  /** Sends once; a token that is refused is renewed once. Any other status is the caller's to judge. */
  async send(service: Service, request: Request): Promise<Answer> {
    const before = this.granted();
    const url = (await this.root(service)) + request.path;
    const answer = await this.transmit(url, request, await before);
    if (answer.status !== 401 || !this.renewable) return answer;
    return this.transmit(url, request, await this.renewed(before));
  }

  /** Text of a server without our secrets. */
  readonly clean = (text: string): string => {
    const { credentials } = this.settings;
    const secret = "secret" in credentials ? credentials.secret : undefined;
    const password = "password" in credentials ? credentials.password : undefined;
    return redact(text, [secret, password, "token" in credentials ? credentials.token : undefined, this.token]);
  };

  private get renewable(): boolean {
    return this.settings.credentials.method === "password" || this.settings.credentials.method === "application_credential";
  }

  private transmit(url: string, { method, body }: Request, { token, projectId }: Grant): Promise<Answer> {
    const identity: Call["headers"] = token ? { "X-Auth-Token": token } : { "X-Project-Id": projectId ?? "" };
    return this.call(url, { method, body, headers: { "Content-Type": "application/json", ...identity } });
  }

  private call(url: string, call: Omit<Call, "path">): Promise<Answer> {
    const { origin, pathname, search } = new URL(url);
    const headers = { Accept: "application/json", "User-Agent": "pulumi-k8s-lb", ...call.headers };
    return transmit({ ...this.settings, origin }, { ...call, headers, path: pathname + search });
  }

  /** One login in flight, however many ask; a grant near its end is replaced. Only a success is kept. */
  private async granted(): Promise<Grant> {
    const current = this.grant;
    if (!current) return this.login();
    const grant = await current;
    if (grant.renewAt > Date.now()) return grant;
    return this.renewed(current);
  }

  /** A grant newer than a stale one; somebody else may have asked for it already. */
  private async renewed(stale: Promise<Grant>): Promise<Grant> {
    const old = await stale.catch(() => undefined);
    const current = this.grant;
    if (current && (await current.catch(() => old)) === old && this.grant === current) this.grant = undefined;
    return this.grant ?? this.login();
  }

  private login(): Promise<Grant> {
    if (this.refusal && this.refusal.until > Date.now()) return Promise.reject(this.refusal.error);
    const started = login(this.settings, (url, call) => this.call(url, call), this.clean);
    this.grant = started;
    started.then(
      (grant) => {
        this.token = grant.token;
      },
      (error: unknown) => {
        if (this.grant === started) this.grant = undefined;
        if (failedBecause(error, "unauthenticated")) this.refusal = { error, until: Date.now() + REFUSAL_HOLDS_MS };
      },
    );
    return started;
  }
}
