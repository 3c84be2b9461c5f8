/** An object on a load balancer that carries our mark. */
export interface Marked {
  /** As people call it: `LoadBalancer`, `Pool`, `FloatingIP`. */
  type: string;
  name: string;
  /** The id that the API knows it by. */
  id: string;
  /** The whole mark, e.g. `pulumi-k8s-lb:my-project/dev/my-cluster`; empty for what can only be known by its name. */
  owner: string;
  /** When it was last changed, in ISO form; absent where the server does not tell. */
  changed?: string;
}

/** What a search found, and where it could not look. */
export interface Found {
  marked: Marked[];
  /** Sentences for a person. */
  notes: string[];
}
