// The hidden property that says which resource inputs or outputs belong to, for tests that call a provider without an SDK.
import { IDENTITY, identityText } from "../../resources/identity";

/** `identified("urn:x")` or `identified("", ["Service default/web"])`, to spread into properties. */
export const identified = (urn: string, specs?: unknown): { [IDENTITY]: string } => ({
  [IDENTITY]: identityText(urn, specs),
});
