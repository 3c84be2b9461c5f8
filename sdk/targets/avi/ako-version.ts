// The differences between the AKO versions that the setting `naming` selects.

/** What differs between the AKO versions; everything else they have in common. */
export interface AkoVersion {
  /** Names of Services, children and what hangs below them are `<cluster>--<SHA-1 of the plain name>`, and pools always name their Service. */
  readonly hashed: boolean;
  /** Every `/` of a path becomes `_` in a name, not only the first; names of L4 pools, and their rules, hold the protocol. */
  readonly wholePaths: boolean;
  /** Plain hosts have children of their own below an EVH parent, which holds the certificates; no labels, no data script. */
  readonly enhanced: boolean;
  /** A policy picks the pool of a listener of layer 4. Otherwise a pool group per port. */
  readonly l4Policies: boolean;
  /** Annotations of Services and custom resources of AKO are read, and SCTP is balanced. */
  readonly rules: boolean;
  /**
   * Paths match as this AKO matches them: one policy set per namespace of a host, the longest path first, prefixes by characters and
   * with case, without the host. Otherwise as the kind promises, one policy set per path.
   */
  readonly ownMatching: boolean;
  /** Certificates are resources of their own instead of parts of a child. */
  readonly ownCertificates: boolean;
  /** Endpoints that are not ready stay in the pool, switched off; servers say whether they are on. */
  readonly unreadyServers: boolean;
  /** The VIP has this id, and VIP networks need no subnet. */
  readonly vipId?: string;
  /** Ingress classes are IngressClass objects and nothing else: no annotation, no setting, no name that is ours by itself. */
  readonly strictClasses: boolean;
  /** The Services that a route may lead to are those inside the cluster, not those with an address of their own. */
  readonly clusterServices: boolean;
  /** Shards and service engines where no setting names them. */
  readonly shardVSSize: "LARGE" | "SMALL";
  readonly segName: string;
}

/** 1.2.1-beta: ako.md. */
const AKO_1_2: AkoVersion = {
  hashed: false,
  wholePaths: false,
  enhanced: false,
  l4Policies: false,
  rules: false,
  ownMatching: false,
  ownCertificates: false,
  unreadyServers: false,
  strictClasses: false,
  clusterServices: false,
  shardVSSize: "SMALL",
  segName: "",
};

/** 1.2.1: ako.md 2.2 and 4. */
const AKO_1_2_1: AkoVersion = { ...AKO_1_2, l4Policies: true };

/** 2.2.1 with enableEVH false: ako-2x.md. */
const AKO_2: AkoVersion = {
  hashed: false,
  wholePaths: true,
  enhanced: false,
  l4Policies: true,
  rules: true,
  ownMatching: true,
  ownCertificates: true,
  unreadyServers: true,
  vipId: "0",
  strictClasses: true,
  clusterServices: true,
  shardVSSize: "LARGE",
  segName: "Default-Group",
};

/** By the value of the setting `naming`. */
export const AKO_VERSIONS = {
  "ako-1.2": AKO_1_2,
  "ako-1.2.1": AKO_1_2_1,
  "ako-2": AKO_2,
  "ako-2-evh": { ...AKO_2, hashed: true, enhanced: true },
} as const satisfies { [naming: string]: AkoVersion };
