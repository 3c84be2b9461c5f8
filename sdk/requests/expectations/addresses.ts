// Finds expectations that name an address no load balancer has.

import { addressFault } from "../address-faults";
import type { RequestExplainer } from "../explain";
import type { Expectation } from "./expectation";
import type { ExpectationFault } from "./read";

/** Faults of expectations with an unknown address: nothing listens there. */
export function unknownAddresses(expectations: readonly Expectation[], requests: RequestExplainer): ExpectationFault[] {
  const addressNames = requests.addresses;
  return expectations.flatMap(({ request: { url, address }, file, line }) => {
    const fault = address === undefined ? undefined : addressFault(address, addressNames);
    const where = file === undefined ? `${url}: ` : "";
    return fault === undefined ? [] : [{ ...(file === undefined ? {} : { file, line }), message: `${where}address ${fault}` }];
  });
}
