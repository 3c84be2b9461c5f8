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

/** Expectations of requests: a file, relative to the program, or the expectations themselves. */
export type ExpectedRequests = string | readonly ExpectationInput[];

/**
 * Expectations of a file or a program.
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

/** A file that cannot be read is a fault. */
function read(requests: ExpectedRequests): ReadExpectations {
  if (typeof requests !== "string") return expectationsIn(requests);
  try {
    return readExpectations(readText(requests), shownPath(requests));
  } catch (error) {
    return { expectations: [], faults: [{ file: shownPath(requests), message: `cannot be read: ${reasonOf(error)}` }] };
  }
}

/** A file below the folder of the program as specs are named too: whose machine it is does not matter. */
function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") || isAbsolute(path) ? file : path;
}

/** Expectations that do not hold, and those of which it is not known: before the run, or because a pattern cannot be evaluated here. */
export interface FailedAssertions {
  failed: CheckedExpectation[];
  open: CheckedExpectation[];
}

/**
 * Holds rules of a plan, which name Services and owners themselves, against expectations.
 *
 * @param isOpen a preview that does not know every value of the specs
 * @throws LbError LB1125 for an address that no load balancer of the plan has
 */
export function failedAssertions(rules: RoutingTable, expectations: readonly Expectation[], isOpen: boolean): FailedAssertions {
  const requests = new RequestExplainer({ served: rules, known: rules });
  if (!isOpen) refuse(unknownAddresses(expectations, requests));
  const missed = checkExpectations(expectations, requests).filter(({ passed }) => !passed);
  const open = missed.filter((one) => one.undecided || (isOpen && isUnknown(one, requests)));
  return { failed: missed.filter((one) => !open.includes(one)), open };
}

/** Servers may come with the run, and so may parts of an answer. Another Service is another one, whatever servers it will have. */
function isUnknown({ expectation, explanation: found }: CheckedExpectation, requests: RequestExplainer): boolean {
  const withoutServers = (key: string, value: unknown) => (key === "servers" || key === "unready" ? undefined : value);
  if (JSON.stringify(explanation.answer, withoutServers).includes(UNKNOWN_TEXT)) return true;
  const { servers, ...expected } = expectation.expected;
  return servers !== undefined && checkExpectations([{ ...expectation, expected }], requests).every(({ passed }) => passed);
}
