// One lifecycle of two load balancers of Octavia, and their fields.
import { OCTAVIA_KINDS } from "../lib/octavia-kinds";
import { startOctavia } from "../lib/octavia-world";
import { conformance } from "../lib/suite";

conformance(startOctavia, OCTAVIA_KINDS);
