import type { LbError } from "../../../kinds/errors";
import type { Answer } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { failedBecause } from "./errors";
import { type Feature, versionOf } from "./features";
import { needs } from "./refusals";
import { Rest } from "./rest";
import type { Request, Session } from "./session";
import { SharedLists } from "./shared-lists";
import type { ListedType, Octavia, Wanted } from "./types";
import { type ApiVersion, atLeast, newest, parseVersion } from "./version";

/** The load balancer service over HTTP. */
export class OctaviaRest extends Rest implements Octavia {
  /** In an object of its own, so that what {@link Rest.about} gives knows it too. */
  private readonly known: { version?: Promise<ApiVersion> } = {};
  private readonly shared: SharedLists;

  constructor(session: Session) {
    super(session, "load-balancer");
    this.shared = new SharedLists(
      session,
      (type, query) => this.list(`/v2/lbaas/${type}`, type, query),
      () => session.projectId(),
    );
  }

  version(): Promise<ApiVersion> {
    const { apiVersion } = this.session.settings;
    if (apiVersion) return Promise.resolve(apiVersion);
    if (this.known.version) return this.known.version;
    const asked = this.discover();
    this.known.version = asked;
    asked.catch(() => {
      this.known.version = undefined;
    });
    return asked;
  }

  async supports(feature: Feature): Promise<boolean> {
    return atLeast(await this.version(), versionOf(feature));
  }

  async requireFeature(feature: Feature, what: string): Promise<void> {
    const version = await this.version();
    if (!atLeast(version, versionOf(feature))) throw failure("LB2038", { message: needs(feature, what, version) });
  }

  find(type: ListedType, wanted: Wanted): Promise<JsonObject[]> {
    return this.shared.find(type, wanted);
  }

  protected override async write(request: Request): Promise<Answer> {
    this.shared.drop();
    try {
      return await super.write(request);
    } finally {
      this.shared.drop();
    }
  }

  /** The root lists every version; the largest counts, by number and not by its place. */
  private async discover(): Promise<ApiVersion> {
    await this.session.signedIn();
    const root = await this.session.root("load-balancer");
    const body = await this.get("/").catch((error: unknown) => {
      if (failedBecause(error, "unknown", "invalid", "forbidden", "not-found")) throw untold(root, error.text);
      throw error;
    });
    const listed = Array.isArray(body.versions) ? body.versions.filter(isObject) : [];
    const versions = listed.map(({ id }) => parseVersion(String(id))).filter((one) => one !== undefined);
    const found = newest(versions.filter(({ major }) => major === 2));
    if (found) return found;
    throw untold(root, "no version of the load balancer API is in its answer");
  }
}

function untold(root: string, message: string): LbError {
  return failure("LB2015", {
    object: `versions of ${root}`,
    message,
    remedy: "Check octavia:loadBalancerEndpoint, or say what the server speaks in octavia:apiVersion, e.g. 2.26.",
  });
}
