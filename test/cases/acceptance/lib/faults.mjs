/** Requests that a plan answers otherwise than the specs ask, for no reason that is known: faults of the translation (docs/errors.md, LB1399). */
export const faultsOf = ({ statuses, diagnostics }) =>
  [...statuses.flatMap((status) => status.diagnostics), ...diagnostics]
    .filter(({ code }) => code === "LB1399")
    .map(({ message }) => message);
