// One lifecycle of two load balancers of Octavia, and their fields.
import type { Adapter } from "../lib/host";
import { OCTAVIA_KINDS } from "../lib/octavia-kinds";
import { startOctavia } from "../lib/octavia-world";
import { conformance } from "../lib/suite";

conformance((adapter: Adapter) => startOctavia({}, adapter), OCTAVIA_KINDS);
