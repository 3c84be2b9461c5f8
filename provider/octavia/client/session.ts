// The session of one project: its token and endpoints.

import { proxyFor } from "../../http/connection";
import { Logins } from "../../http/logins";
import { redactedLine } from "../../http/redact";
import { type Answer, type Call, transmit } from "../../http/transport";
import { failure } from "../../lifecycle/messages/errors";
import { announce, takenFromEnvironment } from "../../lifecycle/progress";
import { type Project, projectOf as projectIn, secretsOf, who } from "./credentials";
import { failedBecause } from "./errors";
import { type Grant, login, type OpenStackService, rootInCatalogue } from "./keystone";
import type { OctaviaRequest } from "./requests";
import type { OctaviaConnection } from "./settings";

/** One token shared by everything in the process that works for one project as one user. */
export class OpenStackSession {
  private readonly grants: Logins<Grant>;

  constructor(private inForce: OctaviaConnection) {
    this.grants = new Logins({
      login: () => this.login(),
      isRefusal,
      lifeOf: (grant) => grant,
    });
  }

  /** The settings, with the credentials that Keystone takes. */
  get settings(): OctaviaConnection {
    return this.inForce;
  }

  /** The project that the token is for. */
  async projectId(): Promise<string> {
    return projectOf(await this.grants.current());
  }

  /** True for the role admin, and where the server wants no token. */
  async isAdministrator(): Promise<boolean> {
    const { token, roles } = await this.grants.current();
    return token === undefined || roles.includes("admin");
  }

  /** Throws what prevents a token. */
  async signedIn(): Promise<void> {
    await this.grants.current();
  }

  /** Address of a service, without a slash at the end. */
  async root(service: OpenStackService): Promise<string> {
    return this.settings.endpoints[service] ?? this.rootFor(service, await this.grants.current());
  }

  /** Sends once; a token that is refused is renewed once. Any other status is the caller's to judge. */
  async send(service: OpenStackService, request: OctaviaRequest): Promise<Answer> {
    const grant = await this.grants.current();
    const url = (this.settings.endpoints[service] ?? this.rootFor(service, grant)) + request.path;
    const answer = await this.transmit(url, request, grant);
    if (answer.status !== 401 || !this.renewable) return answer;
    return this.transmit(url, request, await this.grants.newerThan(grant));
  }

  /** Text of a server without our secrets. */
  readonly clean = (text: string): string => redactedLine(text, [...secretsOf(this.settings.credentials), this.grants.latest?.token]);

  /** The state may hold the credentials of an earlier run: if they are refused, those of the environment are tried once. */
  private async login(): Promise<Grant> {
    const { inEnvironment, ...own } = this.inForce;
    const ask = (settings: OctaviaConnection) => login(settings, (url, call) => this.call(url, call), this.clean);
    try {
      return await ask(own);
    } catch (error) {
      if (!inEnvironment || !isRefusal(error)) throw error;
      const other = { ...own, credentials: inEnvironment };
      // what the server says to them is shown without their secrets, too
      this.inForce = other;
      const grant = await ask(other).catch((again: unknown) => {
        this.inForce = own;
        throw isRefusal(again) ? error : again;
      });
      if (!isOfProject(grant, projectIn(own.credentials))) {
        this.inForce = own;
        throw error;
      }
      announce(takenFromEnvironment(`${own.authUrl} refused ${who(own.credentials)}`, who(inEnvironment), "OS_USERNAME"));
      return grant;
    }
  }

  private rootFor(service: OpenStackService, grant: Grant): string {
    if (this.settings.credentials.method === "none") {
      throw failure("LB2037", { message: `without Keystone there is no catalogue to look ${service} up in` });
    }
    // A token without a project has no catalogue: that, and not the missing service, is what is wrong.
    projectOf(grant);
    return rootInCatalogue(grant.catalogue, { service, region: this.settings.region, interface: this.settings.interface });
  }

  private get renewable(): boolean {
    const { method } = this.settings.credentials;
    return method === "password" || method === "application_credential";
  }

  private transmit(url: string, { method, body, revision }: OctaviaRequest, { token, projectId }: Grant): Promise<Answer> {
    const identity: Call["headers"] = token ? { "X-Auth-Token": token } : { "X-Project-Id": projectId ?? "" };
    const headers: Call["headers"] = revision === undefined ? {} : { "If-Match": `revision_number=${revision}` };
    return this.call(url, { method, body, headers: { "Content-Type": "application/json", ...identity, ...headers } });
  }

  private call(url: string, call: Omit<Call, "path">): Promise<Answer> {
    const { origin, pathname, search } = new URL(url);
    const headers = { Accept: "application/json", "User-Agent": "pulumi-k8s-lb", ...call.headers };
    const { ca, insecure, timeoutMs, proxies } = this.settings;
    return transmit({ origin, ca, insecure, timeoutMs, proxy: proxyFor(url, proxies) }, { ...call, headers, path: pathname + search });
  }
}

const isRefusal = (error: unknown) => failedBecause(error, "unauthenticated");

/** In another project the objects of the state would seem to be gone. */
const isOfProject = ({ projectId, projectName }: Grant, project: Project | undefined): boolean =>
  project === undefined || ("id" in project ? project.id === projectId : project.name === projectName);

function projectOf({ projectId }: Grant): string {
  if (projectId) return projectId;
  throw failure("LB2040", { message: "the token is not for a project" });
}
