// An OpenStack cloud: Keystone, Neutron, Barbican and Octavia on one port each.
import { answer } from "../octavia/api";
import type { OctaviaCaller } from "../octavia/context";
import { lab } from "../octavia/lab";
import { NoopNetwork } from "../octavia/network";
import { OctaviaService } from "../octavia/service";
import type { OctaviaKind, OctaviaRow } from "../octavia/store";
import type { HttpRequest, HttpResponse } from "../shared/http";
import type { JsonObject } from "../shared/json";
import { SeededRandom } from "../shared/random";
import { readSaved, Saver } from "../shared/state-file";
import { ANY_CERTIFICATE, Barbican, BarbicanCertificates } from "./barbican";
import { answerBarbican } from "./barbican-api";
import { Keystone } from "./keystone";
import { answerKeystone, guard } from "./keystone-api";
import { Neutron } from "./neutron";
import { answerNeutron } from "./neutron-api";
import { seedNeutron } from "./neutron-networks";
import { NeutronNetwork } from "./neutron-vips";

const HOUR_MS = 60 * 60 * 1000;

/** Options of the services; everything has a default. */
export interface CloudOptions {
  /** Login of requests. `noauth`: a request with `X-Project-Id` has all rights, without Keystone. Default `keystone`. */
  auth?: "noauth" | "keystone";
  /** Milliseconds for which a load balancer of provider `amphora` stays PENDING. Default 20. */
  provisioningMs?: number;
  /** Life of a token. Default one hour. */
  tokenLifetimeMs?: number;
  /** Start of the random numbers behind ids. Default 1. */
  seed?: number;
  /** Keep the objects in this file across restarts. */
  stateFile?: string;
}

/** Octavia and what it lives with. Without authentication it lives alone. */
export class OpenStackCloud {
  readonly octavia: OctaviaService;
  readonly keystone: Keystone;
  readonly neutron: Neutron;
  readonly barbican: Barbican;
  readonly random: SeededRandom;
  private readonly network: NoopNetwork;
  private readonly saver: Saver | undefined;

  constructor(options: CloudOptions) {
    const { stateFile, auth = "keystone" } = options;
    const saved = stateFile === undefined ? undefined : readSaved<SavedCloud>(stateFile);
    this.random = new SeededRandom(saved?.random ?? options.seed ?? 1);
    this.keystone = new Keystone(this.random, options.tokenLifetimeMs ?? HOUR_MS);
    this.neutron = new Neutron(this.random);
    seedNeutron(this.neutron);
    this.barbican = new Barbican(this.random);
    this.network = auth === "keystone" ? new NeutronNetwork(this.random, this.neutron) : new NoopNetwork(this.random);
    const certificates = auth === "keystone" ? new BarbicanCertificates(this.barbican) : ANY_CERTIFICATE;
    this.octavia = new OctaviaService({ auth, delayMs: options.provisioningMs ?? 20 }, this.random, this.network, certificates);
    if (saved) restore(this, saved);
    this.saver = stateFile === undefined ? undefined : new Saver(stateFile, () => snapshot(this));
    const changed = () => this.saver?.schedule();
    for (const kept of [this.octavia.store, this.keystone.records, this.neutron.records, this.barbican.records]) kept.onChange = changed;
    this.octavia.worker.resume();
  }

  /** The rows of Octavia, past every check. */
  readonly rows = {
    list: (kind: OctaviaKind): JsonObject[] => structuredClone(this.octavia.store.list(kind)),
    patch: (kind: "member", id: string, fields: JsonObject): void => {
      const row = this.octavia.store.get(kind, id);
      if (row) this.octavia.store.put(kind, { ...row, ...fields, id: row.id });
    },
  };

  /** Back to what there is at the start; no one is logged in any more. */
  reset(): void {
    this.octavia.worker.stop();
    this.octavia.store.clear();
    for (const { records } of [this.keystone, this.neutron, this.barbican]) records.clear();
    seedNeutron(this.neutron);
  }

  close(): void {
    this.octavia.worker.stop();
    this.saver?.flush();
  }

  answerOctavia(request: HttpRequest): HttpResponse {
    return answer(this.octavia, (received) => this.caller(received), request);
  }

  /** The test controls stand beside the API, as on the real server; they leave logins alone. */
  answerLab(request: HttpRequest): HttpResponse {
    const reset = () => {
      this.octavia.worker.stop();
      this.octavia.store.clear();
    };
    return lab(this.octavia, request, (port) => this.network.announce(port), reset);
  }

  answerKeystone(request: HttpRequest): HttpResponse {
    return answerKeystone(this.keystone, request);
  }

  answerNeutron(request: HttpRequest): HttpResponse {
    return answerNeutron(this.neutron, (received) => guard(this.keystone, "network", received), request);
  }

  answerBarbican(request: HttpRequest): HttpResponse {
    return answerBarbican(this.barbican, (received) => guard(this.keystone, "key-manager", received), request);
  }

  private caller(request: HttpRequest): OctaviaCaller | HttpResponse {
    if (this.octavia.settings.auth === "keystone") return guard(this.keystone, "load-balancer", request);
    return { projectId: request.headers["x-project-id"], roles: ["admin"] };
  }
}

type Tables = { [kind: string]: [string, JsonObject][] };

/** A cloud as it is kept in a file. */
export interface SavedCloud {
  format: 1;
  random: number;
  octavia: { [kind: string]: OctaviaRow[] };
  keystone: Tables;
  neutron: Tables;
  barbican: Tables;
}

function snapshot({ octavia, keystone, neutron, barbican, random }: OpenStackCloud): SavedCloud {
  const { store } = octavia;
  const kept = (row: OctaviaRow) => row.provisioning_status !== "DELETED";
  return {
    format: 1,
    random: random.position(),
    octavia: Object.fromEntries(store.kinds().map((kind) => [kind, store.list(kind).filter(kept)])),
    keystone: keystone.records.save(),
    neutron: neutron.records.save(),
    barbican: barbican.records.save(),
  };
}

function restore({ octavia, keystone, neutron, barbican }: OpenStackCloud, saved: SavedCloud): void {
  for (const [kind, rows] of Object.entries(saved.octavia)) for (const row of rows) octavia.store.put(kind as OctaviaKind, row);
  keystone.records.restore(saved.keystone);
  neutron.records.restore(saved.neutron);
  barbican.records.restore(saved.barbican);
}
