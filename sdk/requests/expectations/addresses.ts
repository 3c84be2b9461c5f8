import { addressFault } from "../address-faults";
import type { RequestExplainer } from "../explain";
import type { Expectation } from "./expectation";
import type { ExpectationFault } from "./read";

/** Faults of expectations at an address that no load balancer has: nothing listens there, whatever the rules are. */
export function unknownAddresses(expectations: readonly Expectation[], requests: RequestExplainer): ExpectationFault[] {
  const known = requests.addresses;
  return expectations.flatMap(({ request: { url, address }, file, line }) => {
    const fault = address === undefined ? undefined : addressFault(address, known);
    const where = file === undefined ? `${url}: ` : "";
    return fault === undefined ? [] : [{ ...(file === undefined ? {} : { file, line }), message: `${where}address ${fault}` }];
  });
}
