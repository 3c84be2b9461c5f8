import { withValue } from "../../sandbox/lib/fields";
import type { Host, Props } from "../../sandbox/lib/host";
import type { ConformanceTarget, KindUnderTest } from "../../sandbox/lib/suite/target";
import type { FaultProxy, ProxiedRequest } from "./fault-proxy";
import type { Runs } from "./runs";

/** Texts of an API for its refusals, and the body of an object that is not ready. Absent: the API has no such refusal. */
export interface Words {
  /** The body of an error. */
  refusal(status: number, text: string): string;
  /** A name that is taken, an object that others work on, one that others use, one that changed since it was read. */
  taken?: ServerRefusal;
  busy?: ServerRefusal;
  inUse?: ServerRefusal;
  changed?: ServerRefusal;
  quota?: ServerRefusal;
  forbidden: ServerRefusal;
  unauthenticated: ServerRefusal;
  /** An answer in which whatever was made stays as it was begun, or has failed. */
  pending?(body: Props): Props;
  failed?(body: Props): Props;
}

export interface ServerRefusal {
  status: number;
  text: string;
}

/** A server in memory, a proxy for faults before it, and the provider process before that. */
export interface CampaignWorld extends Pick<ConformanceTarget, "reset" | "settled" | "stop"> {
  front: FaultProxy;
  words: Words;
  /** The provider process for the next run; at another address it finds what answers there. */
  run(at?: string): Promise<Host>;
  runs: Runs;
  /** Address of the server for a CLI: variables, and the text of a kubeconfig. */
  environment: { [name: string]: string };
  kubeconfig?: string;
  /** True for a request that logs in, or asks what the server is. */
  isLogin(seen: ProxiedRequest): boolean;
  /** Lists the objects of the server, a line for each, without the values that differ from one run to the next. */
  holds(): Promise<string[]>;
}

/** A kind of resource as a campaign drives it. */
export interface CampaignSubject<W extends CampaignWorld> {
  title: string;
  kind: string;
  /** Makes what others own and the resource refers to; gives the inputs. */
  make(world: W): Promise<Props>;
  /** Another declaration of it. */
  next(inputs: Props): Props;
  /** One that only a new object can have. */
  replaced?(inputs: Props): Props;
  /** Nobody can read it by its id alone. */
  unreadable?: boolean;
  /** Lets the object be somebody else's, so that it must be adopted. */
  giveAway?(world: W, inputs: Props): Promise<void>;
}

/** The inventory of a component: its check looks at the server, nothing else of it does. */
export function inventory<W extends CampaignWorld>(target: "avi" | "octavia" | "mizar", owner: string): CampaignSubject<W> {
  const names = ["pool/c1--one", "pool/c1--two"];
  return {
    title: `${target}:Inventory`,
    kind: `${target}:Inventory`,
    make: async () => ({ owner, names }),
    next: (inputs) => ({ ...inputs, names: [...names, "pool/c1--three"] }),
  };
}

/** A kind of the conformance suite as a subject. */
export function subjectOf<W extends CampaignWorld>(kind: KindUnderTest<W>): CampaignSubject<W> {
  return {
    title: kind.title ?? kind.kind,
    kind: kind.kind,
    make: (world) => kind.make(world),
    next: (inputs) => kind.next(inputs),
    replaced: (inputs) => {
      const [first] = kind.replacing(inputs);
      return first ? withValue(inputs, first.path, first.other) : inputs;
    },
    giveAway: (world, inputs) => kind.mark(world, inputs, kind.stranger),
  };
}
