/** Whether this process is the one that writes. Whoever is not goes on watching, so that it can take over at once. */
export interface Leadership {
  isLeader(): boolean;
  /** Calls with every change; the function that comes back ends that. */
  onChange(listener: (leader: boolean) => void): () => void;
}

/** For a run that has no replicas. */
export const ALONE: Leadership = { isLeader: () => true, onChange: () => () => undefined };
