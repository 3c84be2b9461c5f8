import { answer } from "../octavia/api";
import type { Caller } from "../octavia/context";
import { lab } from "../octavia/lab";
import { NoopNetwork } from "../octavia/network";
import { Octavia } from "../octavia/service";
import type { OctaviaSandboxOptions } from "../octavia-sandbox";
import type { HttpRequest, HttpResponse } from "../shared/http";
import { SeededRandom } from "../shared/random";
import { readIfThere, Saver } from "../shared/state-file";
import { answerBarbican } from "./barbican/api";
import { Barbican } from "./barbican/service";
import { ANY_CERTIFICATE, BarbicanCertificates } from "./certificates";
import { answerKeystone } from "./keystone/api";
import { guard } from "./keystone/guard";
import { Keystone } from "./keystone/service";
import { answerNeutron } from "./neutron/api";
import { seedNeutron } from "./neutron/seed";
import { Neutron } from "./neutron/service";
import { NeutronNetwork } from "./neutron-network";
import { readState, restore, type Saved, snapshot } from "./state";

const HOUR_MS = 60 * 60 * 1000;

/** Octavia and what it lives with. Without authentication it lives alone. */
export class Cloud {
  readonly octavia: Octavia;
  readonly keystone: Keystone;
  readonly neutron: Neutron;
  readonly barbican: Barbican;
  readonly random: SeededRandom;
  private readonly network: NoopNetwork;
  private readonly saver: Saver | undefined;

  constructor(readonly options: OctaviaSandboxOptions) {
    const { stateFile, auth = "keystone" } = options;
    const saved: Saved | undefined = stateFile === undefined ? undefined : readState(stateFile, readIfThere(stateFile));
    this.random = new SeededRandom(saved?.random ?? options.seed ?? 1);
    this.keystone = new Keystone(this.random, options.tokenLifetimeMs ?? HOUR_MS);
    this.neutron = new Neutron(this.random);
    this.barbican = new Barbican(this.random);
    this.network = auth === "keystone" ? new NeutronNetwork(this.random, this.neutron) : new NoopNetwork(this.random);
    const certificates = auth === "keystone" ? new BarbicanCertificates(this.barbican) : ANY_CERTIFICATE;
    this.octavia = new Octavia({ auth, delayMs: options.provisioningMs ?? 20 }, this.random, this.network, certificates);
    if (saved) restore(this, saved);
    this.saver = stateFile === undefined ? undefined : new Saver(stateFile, () => snapshot(this));
    const changed = () => this.saver?.schedule();
    for (const kept of [this.octavia.store, this.keystone.records, this.neutron.records, this.barbican.records]) kept.onChange = changed;
    this.octavia.worker.resume();
  }

  /** Back to what there is at the start; nobody is logged in any more. */
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
    return answerNeutron(this.neutron, (received) => guard(this.keystone, received), request);
  }

  answerBarbican(request: HttpRequest): HttpResponse {
    return answerBarbican(this.barbican, (received) => guard(this.keystone, received), request);
  }

  private caller(request: HttpRequest): Caller | HttpResponse {
    if (this.octavia.settings.auth === "keystone") return guard(this.keystone, request);
    return { projectId: request.headers["x-project-id"], roles: ["admin"] };
  }
}
