import { formatAddress, parseAddress } from "../../kinds/mizar/range";
import { type MizarEndpoint, type Pod, pointer, type Service } from "../specs";
import { chooseSubnet, type Wish } from "./choose";
import { type Block, formatBlock, holds, overlap, parseRange } from "./cidr";
import { type Claimant, type Home, labelPointer, NotOurs } from "./homes";
import { Refusal } from "./ledger";
import { nicPointer, nicsOf } from "./nic";
import { userInput } from "./pod-annotations";
import type { SubnetNode, Topology } from "./topology";

/** One address that a Pod or Service needs: where, and which where that is settled. */
export interface Request {
  /** Unique: what the operator calls the endpoint, so that an Endpoint object is known as that of its Pod or Service. */
  holder: string;
  /** The interface of a Pod. */
  nic?: string;
  subnet: SubnetNode;
  /** The address it has and keeps, else the one it asks for, else any. */
  kind: "kept" | "asked" | "any";
  ip?: number;
  /** The addresses to choose from, where not all of the subnet. */
  within?: readonly Block[];
  /** The address is outside the subnets: it is copied, not taken. */
  foreign?: boolean;
  /** The address is not where those of its Network are (LB1604). */
  stray?: string;
  /** It had an address that does not fit any more. */
  lost?: number;
  at: string;
}

/** What the requests of one object are made from. */
interface Question {
  claimant: Claimant;
  home: Home;
  topology: Topology;
  endpoints: ReadonlyMap<string, MizarEndpoint>;
  /** Addresses of the last run, by holder. */
  kept: Readonly<Record<string, string>>;
}

/** One request per interface (seed 127-160). */
export function podRequests(pod: Pod, podName: string, question: Question): Request[] {
  const { claimant, endpoints, kept } = question;
  const before = userInput(pod);
  return nicsOf(pod, claimant.title).map((nic, index) => {
    const holder = `${podName}-${nic.name}`;
    const own = [before[index], ...(index === 0 ? pod.addresses : []), endpoints.get(holder)?.ip, kept[holder]];
    const wish: Wish = { subnet: nic.subnet, ip: nic.ip, had: known(own), at: nicPointer };
    return { nic: nic.name, ...request(wish, holder, question) };
  });
}

/** The request of the scaled endpoint of a Service (seed 217-241); its address lies in the service ranges of its Network (seed 214). */
export function serviceRequest(service: Service, holder: string, question: Question): Request {
  const { claimant, home, endpoints, kept } = question;
  const at = pointer("spec", "clusterIP");
  if (service.clusterIP === "None") throw new NotOurs(`${claimant.title} is headless: it has no address of its own`);
  if (service.type === "ExternalName") throw new NotOurs(`${claimant.title} is of type ExternalName: it has no address`);
  const given = clusterIPOf(service, claimant.title);
  const wish: Wish = {
    had: [...(given === undefined ? [] : [given]), ...known([endpoints.get(holder)?.ip, kept[holder]])],
    at: labelPointer,
  };
  const ranges = (home.network?.spec.serviceCidrs ?? []).map(parseRange).filter((range) => range !== undefined);
  if (given !== undefined && ranges.length > 0 && !ranges.some((range) => holds(range, given))) {
    const message = `clusterIP ${formatAddress(given)} of ${claimant.title} is outside the service ranges of Network ${home.network?.name} (${ranges.map(formatBlock).join(", ")})`;
    throw new Refusal("LBIpOutsideSubnet", at, message, "Leave the clusterIP out, or take one of these ranges.");
  }
  // where it has an address, that decides about the subnet
  const found = request(wish, holder, given === undefined ? question : { ...question, home: { ...home, subnet: undefined } });
  if (given !== undefined && found.ip !== given) {
    // as the operator does: the endpoint takes the Service's address, wherever that is (mizar.md 4.11)
    const stray = `the clusterIP of ${claimant.title} is in no subnet of VPC ${home.vpc.name}; its scaled endpoint takes it nevertheless`;
    return { ...found, kind: "kept", ip: given, foreign: true, lost: undefined, stray, at };
  }
  if (found.kind === "kept" || ranges.length === 0) return found;
  const here = home.vpc.subnets.find(({ block, fault }) => !fault && ranges.some((range) => overlap(range, block)));
  if (here) return { ...found, subnet: here, within: ranges };
  const stray = `no subnet of VPC ${home.vpc.name} is in the service ranges of Network ${home.network?.name} (${ranges.map(formatBlock).join(", ")}); the scaled endpoint of ${claimant.title} is outside them`;
  return { ...found, stray };
}

/** The clusterIP that the Service has; one that a preview does not know counts as none. */
function clusterIPOf({ clusterIP }: Service, title: string): number | undefined {
  if (typeof clusterIP !== "string") return undefined;
  const address = parseAddress(clusterIP);
  if (address !== undefined) return address;
  throw new Refusal(
    "LBBadRequest",
    pointer("spec", "clusterIP"),
    `clusterIP ${clusterIP} of ${title} is not an IPv4 address`,
    "Mizar knows IPv4 only.",
  );
}

function request(wish: Wish, holder: string, { claimant, home, topology }: Question): Request {
  const subnet = chooseSubnet(wish, home, claimant, topology);
  const common = { holder, subnet, at: wish.at };
  if (wish.ip !== undefined) return { ...common, kind: wish.had.includes(wish.ip) ? "kept" : "asked", ip: wish.ip };
  const kept = wish.had.find((address) => holds(subnet.block, address));
  if (kept !== undefined) return { ...common, kind: "kept", ip: kept };
  return { ...common, kind: "any", ...(wish.had.length > 0 ? { lost: wish.had[0] } : {}) };
}

const known = (texts: readonly (string | undefined)[]) =>
  texts.map((text) => (text === undefined ? undefined : parseAddress(text))).filter((address) => address !== undefined);
