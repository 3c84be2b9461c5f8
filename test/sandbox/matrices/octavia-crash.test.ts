// Load balancers of Octavia with a connection that is cut at a call: the next run converges.
import { OCTAVIA_KINDS } from "../lib/octavia-kinds";
import { startOctavia } from "../lib/octavia-world";
import { crashes } from "../lib/suite";

crashes(startOctavia, OCTAVIA_KINDS);
