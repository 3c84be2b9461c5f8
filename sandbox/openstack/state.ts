import type { Kind, Row } from "../octavia/store";
import type { JsonObject } from "../shared/json";
import type { Cloud } from "./cloud";

type Tables = { [kind: string]: [string, JsonObject][] };

/** A cloud as it is kept in a file. */
export interface Saved {
  format: 1;
  random: number;
  octavia: { [kind: string]: Row[] };
  keystone: Tables;
  neutron: Tables;
  barbican: Tables;
}

export function readState(file: string, content: string | undefined): Saved | undefined {
  if (content === undefined) return undefined;
  const saved = JSON.parse(content) as Saved;
  if (saved.format !== 1) throw new Error(`${file} was written by another version of the sandbox; remove it to start afresh`);
  return saved;
}

export function snapshot({ octavia, keystone, neutron, barbican, random }: Cloud): Saved {
  const { store } = octavia;
  const kept = (row: Row) => row.provisioning_status !== "DELETED";
  return {
    format: 1,
    random: random.position(),
    octavia: Object.fromEntries(store.kinds().map((kind) => [kind, store.list(kind).filter(kept)])),
    keystone: keystone.records.save(),
    neutron: neutron.records.save(),
    barbican: barbican.records.save(),
  };
}

export function restore({ octavia, keystone, neutron, barbican }: Cloud, saved: Saved): void {
  for (const [kind, rows] of Object.entries(saved.octavia)) for (const row of rows) octavia.store.put(kind as Kind, row);
  keystone.records.restore(saved.keystone);
  neutron.records.restore(saved.neutron);
  barbican.records.restore(saved.barbican);
}
