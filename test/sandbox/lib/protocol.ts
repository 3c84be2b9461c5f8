/** Inputs, outputs or configuration on the wire. */
export type Props = { [key: string]: unknown };

/** State left by a failed create or update. */
export interface Partial {
  id: string;
  properties: Props;
  reasons: string[];
}

/** An error as the engine gets it. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly partial?: Partial,
  ) {
    super(message);
  }
}

/** A provider, spoken to as the engine does. */
export interface Host {
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: { property: string; reason: string }[] }>;
  diff(id: string, olds: Props, news: Props): Promise<{ changes: boolean | undefined; replaces: string[]; deleteBeforeReplace: boolean }>;
  /** @param preview as the engine asks the plugin in a preview; it asks no dynamic resource */
  create(news: Props, preview?: boolean): Promise<{ id: string; outs: Props }>;
  read(id: string, last: Props): Promise<{ id: string; outs: Props; inputs: Props }>;
  update(id: string, olds: Props, news: Props, preview?: boolean): Promise<Props>;
  delete(id: string, last: Props): Promise<void>;
  /** Everything the process wrote to stdout and stderr. */
  output(): string;
  stop(): void;
}
