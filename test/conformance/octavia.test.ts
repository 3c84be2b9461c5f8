import { OCTAVIA_KINDS, startOctavia } from "./lib/octavia-kinds";
import { conformance } from "./lib/suite";

conformance(startOctavia, OCTAVIA_KINDS);
