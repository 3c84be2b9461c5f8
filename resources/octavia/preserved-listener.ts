// Entries of `keep` for listeners whose certificates stay as the server has them.

import { wireProtocol } from "./listener";

/** Entry of `keep` for a listener: its place, as in `ids`. Names of Services are in lower case, so that no pool of a component has it. */
export const preservedListenerKey = (protocol: string, port: number): string => `listeners/${wireProtocol(protocol)}:${port}`;

/** Key of the listener that an entry of `keep` is for, `TCP:443`; undefined for a pool. */
export const listenerInKeep = (entry: string): string | undefined => /^listeners\/([A-Z]+:\d+)$/.exec(entry)?.[1];
