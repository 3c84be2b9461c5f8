// Checks the expected requests of a component against the rules of its plan.

import { isAbsolute, relative } from "node:path";
import type { RoutingTable } from "../../../requests/table/routing-table";
import { LbError, reasonOf } from "../../../resources/diagnostic";
import { readText, UNKNOWN_TEXT } from "../../specs";
import { SPEC_CODES } from "../../specs/codes";
import { RequestExplainer } from "../explain";
import { unknownAddresses } from "./addresses";
import { type CheckedExpectation, checkExpectations } from "./check";
import type { Expectation, ExpectationInput } from "./expectation";
import { type ExpectationFault, expectationsIn, type ReadExpectations, readExpectations } from "./read";
import { sourceLocationText } from "./words";

/** Expected requests: a file, relative to the program, or a list. */
export type ExpectedRequests = string | readonly ExpectationInput[];

/**
 * Reads expected requests.
 *
 * @throws LbError LB1125 with every fault
 */
export function expectedRequests(requests: ExpectedRequests): Expectation[] {
  const { expectations, faults } = read(requests);
  refuse(faults);
  return expectations;
}

function refuse(faults: readonly ExpectationFault[]): void {
  const message = faults.map((fault) => [sourceLocationText(fault), fault.message].filter(Boolean).join(": ")).join("; ");
  if (message !== "") throw new LbError({ code: "LB1125", object: "requests", message, remedy: SPEC_CODES.LB1125.remedy });
}

/** An unreadable file is a fault. */
function read(requests: ExpectedRequests): ReadExpectations {
  if (typeof requests !== "string") return expectationsIn(requests);
  try {
    return readExpectations(readText(requests), shownPath(requests));
  } catch (error) {
    return { expectations: [], faults: [{ file: shownPath(requests), message: `cannot be read: ${reasonOf(error)}` }] };
  }
}

/** Path of a file relative to the program, as for specs: messages are the same on every machine. */
function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") || isAbsolute(path) ? file : path;
}

/** Expectations that fail, and undecided ones: values are unknown before the run, or a pattern cannot be evaluated here. */
export interface FailedAssertions {
  failed: CheckedExpectation[];
  open: CheckedExpectation[];
}

/**
 * Checks expectations against the rules of a plan, which contain Services and owners.
 *
 * @param isOpen a preview with unknown values of specs
 * @throws LbError LB1125 for an address that no load balancer of the plan has
 */
export function failedAssertions(rules: RoutingTable, expectations: readonly Expectation[], isOpen: boolean): FailedAssertions {
  const requests = new RequestExplainer({ served: rules, known: rules });
  if (!isOpen) refuse(unknownAddresses(expectations, requests));
  const missed = checkExpectations(expectations, requests).filter(({ passed }) => !passed);
  const open = missed.filter((one) => one.undecided || (isOpen && isUnknown(one, requests)));
  return { failed: missed.filter((one) => !open.includes(one)), open };
}

/** True if the run may still change the result: servers or parts of the answer are unknown. A wrong Service fails in any case. */
function isUnknown({ expectation, explanation }: CheckedExpectation, requests: RequestExplainer): boolean {
  const withoutServers = (key: string, value: unknown) => (key === "servers" || key === "unready" ? undefined : value);
  if (JSON.stringify(explanation.answer, withoutServers).includes(UNKNOWN_TEXT)) return true;
  const { servers, ...expected } = expectation.expected;
  return servers !== undefined && checkExpectations([{ ...expectation, expected }], requests).every(({ passed }) => passed);
}
