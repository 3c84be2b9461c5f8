// The sandboxes beside recorded answers of the real servers.
import { replays } from "../support/replays";

replays("octavia-server", { recorded: true, full: true });
replays("kubernetes", { recorded: true, full: true });
