// The direction of knowledge: resources <- requests <- provider; requests <- sdk/specs <- sdk/routing <- sdk/frontends <- sdk/plan <- sdk/targets <- components, verbs.
const pulumi = "node_modules/@pulumi/pulumi";

/** Rooms of the watch: each may use those behind it. */
const WATCH_ROOMS = ["component", "follow", "translate", "evaluate", "write", "status", "report", "stack", "terms"];

/** Files in `from` must not import files in `to`. */
const never = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

module.exports = {
  forbidden: [
    never(
      "no-cycles",
      "Neither modules nor types go in circles: whoever reads one file has read what it stands on.",
      {},
      { circular: true },
    ),
    never("no-unresolved", "An import must lead somewhere.", {}, { couldNotResolve: true }),
    never(
      "resources-import-zod-and-ipaddr",
      "Both sides share them. Of Node they need digests and compression alone.",
      { path: "^resources/" },
      { pathNot: "^(resources/|node_modules/(zod|ipaddr\\.js)/|(crypto|zlib)$)" },
    ),
    never(
      "provider-without-sdk",
      "It runs beside the engine, long after the program.",
      { path: "^provider/" },
      { path: "^(sdk|sandbox)/" },
    ),
    never(
      "provider-without-pulumi",
      "Loading @pulumi/pulumi costs each provider process half a second; status lines load its stubs when they need them.",
      { path: "^provider/", pathNot: "^provider/lifecycle/progress\\.ts$" },
      { path: pulumi },
    ),
    never(
      "bodies-stand-alone",
      "Comparing and arranging bodies knows no operation of the engine.",
      { path: "^provider/lifecycle/bodies/" },
      { path: "^provider/", pathNot: "^provider/lifecycle/bodies/" },
    ),
    never(
      "messages-know-bodies-only",
      "Codes, errors and sentences are the same for every operation.",
      { path: "^provider/lifecycle/messages/" },
      { path: "^provider/", pathNot: "^provider/lifecycle/(messages|bodies)/" },
    ),
    never(
      "operations-know-no-preview",
      "The looks before the first write are made of operations; only the process of the engine begins both.",
      { path: "^provider/lifecycle/[^/]+\\.ts$", pathNot: "^provider/lifecycle/dynamic\\.ts$" },
      { path: "^provider/lifecycle/preview/" },
    ),
    never(
      "back-ends-know-no-other",
      "One kind of load balancer each; the table knows all.",
      { path: "^provider/(avi|octavia|mizar)/" },
      { path: "^provider/(avi|octavia|mizar)/", pathNot: "^provider/$1/" },
    ),
    never(
      "back-ends-by-their-table",
      "What is written once takes the back end as an argument; a new one is a folder and a line in the table.",
      { path: "^provider/", pathNot: "^provider/((avi|octavia|mizar)/|index\\.ts$)" },
      { path: "^provider/(avi|octavia|mizar)/" },
    ),
    never(
      "provider-by-its-doors",
      "Programs and verbs go through the table, or to a cluster. Types are free.",
      { path: "^sdk/" },
      { path: "^provider/", pathNot: "^provider/(kubernetes/)?index\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    never(
      "programs-without-provider",
      "Only what talks to a server loads it: verbs, the watch, and what reads a cluster.",
      { path: "^sdk/", pathNot: "^sdk/(cli|watch|kubernetes)/" },
      { path: "^provider/", dependencyTypesNot: ["type-only"] },
    ),
    never("translation-is-pure", "Specs and routing know no Pulumi.", { path: "^sdk/(specs|routing|frontends)/" }, { path: pulumi }),
    never(
      "lowering-is-pure",
      "Only resource classes, components and the entry file know Pulumi.",
      { path: "^sdk/(plan|targets|graph|to-gateway)/", pathNot: "^sdk/targets/[^/]+/((resources|components)/|index\\.ts$)" },
      { path: [pulumi, "^sdk/targets/[^/]+/(resources|components)/"] },
    ),
    never("specs-stand-alone", "Specs know no model and no target.", { path: "^sdk/specs/" }, { path: "^sdk/", pathNot: "^sdk/specs/" }),
    never(
      "routing-knows-specs-only",
      "The model has no word of any target in it.",
      { path: "^sdk/routing/" },
      { path: "^(sdk|provider|sandbox)/", pathNot: "^sdk/(specs|routing)/" },
    ),
    never(
      "requests-are-asked-of-the-model",
      "What the specs ask for knows no target.",
      { path: "^sdk/requests/" },
      { path: "^(sdk|provider|sandbox)/", pathNot: "^sdk/(requests|specs|routing)/" },
    ),
    never(
      "traffic-knows-requests-only",
      "A log is a stream of requests: which load balancer wrote it, and for which target, is of no account.",
      { path: "^sdk/traffic/" },
      { path: "^(sdk|provider|sandbox)/", pathNot: "^sdk/(traffic|requests)/" },
    ),
    never(
      "requests-import-resources",
      "The routing table knows what resources are, and neither specs nor servers.",
      { path: "^requests/" },
      { pathNot: "^(requests/|resources/|node_modules/(zod|ipaddr\\.js|re2js)/|(crypto|zlib)$)" },
    ),
    never(
      "front-ends-know-no-target",
      "They read specs into the model.",
      { path: "^sdk/frontends/" },
      { path: "^(sdk|provider|sandbox)/", pathNot: "^sdk/(specs|routing|frontends)/" },
    ),
    never(
      "front-ends-know-no-other",
      "One family of specs each; the table knows all.",
      { path: "^sdk/frontends/([^/]+)/" },
      { path: "^sdk/frontends/", pathNot: "^sdk/frontends/$1/" },
    ),
    never(
      "front-ends-by-their-table",
      "Targets and verbs name what they read; a new front end is a folder and a line in the table.",
      { pathNot: "^(sdk/frontends|test|tools)/" },
      { path: "^sdk/frontends/[^/]+/" },
    ),
    never(
      "targets-know-no-other",
      "One load balancer each; the table knows all.",
      { path: "^sdk/targets/([^/]+)/" },
      { path: "^sdk/targets/[^/]+/", pathNot: "^sdk/targets/$1/" },
    ),
    never(
      "targets-by-their-table",
      "Verbs and components loop over the table; a new target is a folder and a line in it. The entry files of the package give its names out.",
      { path: "^sdk/", pathNot: "^sdk/(targets/|index\\.ts$|settings-types\\.ts$)" },
      { path: "^sdk/targets/[^/]+/" },
    ),
    never(
      "translation-without-cluster",
      "Only sources, components and the command read a live cluster.",
      {
        path: "^(resources|requests|provider|sandbox|sdk/(specs|routing|frontends|plan|targets|to-gateway))/",
        pathNot: "^sdk/targets/[^/]+/(resources|components)/",
      },
      { path: "^sdk/kubernetes/" },
    ),
    never(
      "cluster-reads-and-writes-objects",
      "What they mean is the business of others; the table of front ends says which kinds there are.",
      { path: "^sdk/kubernetes/", pathNot: "^sdk/kubernetes/index\\.ts$" },
      { path: "^(sdk|sandbox)/", pathNot: "^sdk/(kubernetes/|specs/|frontends/index|resource\\.ts)" },
    ),
    never(
      "watch-reaches-load-balancers-by-the-door",
      "What it writes goes through the kinds that `pulumi up` uses, and through nothing else.",
      { path: "^sdk/watch/" },
      { path: "^(provider|sandbox)/", pathNot: "^provider/(kubernetes/)?index\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    never(
      "watch-runs-pulumi-in-one-place",
      "The Automation API is loaded by a run of the program alone.",
      { path: "^sdk/watch/", pathNot: "^sdk/watch/stack/(automation|backend-url|while-unchanged|resident/resident-program)\\.ts$" },
      { path: pulumi },
    ),
    ...WATCH_ROOMS.map((room, place) =>
      never(
        `watch-rooms-look-down-from-${room}`,
        "An event goes down through the rooms; what all of them speak of is in the last.",
        { path: `^sdk/watch/${room}/` },
        {
          path: `^sdk/watch/([^/]+\\.ts$${WATCH_ROOMS.slice(0, place)
            .map((above) => `|${above}/`)
            .join("")})`,
        },
      ),
    ),
    never("watch-is-a-verb", "Programs do not watch.", { path: "^sdk/", pathNot: "^sdk/(cli|watch)/" }, { path: "^sdk/watch/" }),
    never(
      "sdk-without-sandbox",
      "Programs do not carry servers. The command knows the types, and loads the package by its name.",
      { path: "^sdk/", pathNot: "^sdk/sandbox\\.ts$" },
      { path: "^sandbox/", dependencyTypesNot: ["type-only"] },
    ),
    never(
      "plugin-on-top",
      "It serves what programs and providers are made of; they never know it.",
      { path: "^(resources|requests|provider|sdk|sandbox)/" },
      { path: "^plugin/" },
    ),
    never(
      "plugin-by-the-doors",
      "Kinds and components come through the entries that programs use.",
      { path: "^plugin/" },
      { path: "^(provider|sdk/targets)/", pathNot: "^(provider|sdk/targets/[^/]+)/index\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    never(
      "plugin-starts-without-the-sdk",
      "Loading @pulumi/pulumi costs half a second; only components need more of it than its stubs.",
      { path: "^plugin/", pathNot: "^plugin/(construct|components|pulumi-internals)\\.ts$" },
      { path: pulumi, pathNot: `${pulumi}/proto/`, dependencyTypesNot: ["type-only"] },
    ),
    never(
      "protocol-in-one-place",
      "Another version of the stubs changes one file.",
      { path: "^plugin/", pathNot: "^plugin/stubs\\.ts$" },
      { path: `${pulumi}/proto/`, dependencyTypesNot: ["type-only"] },
    ),
    never(
      "sandbox-stands-alone",
      "It is a package of its own, and must not share mistakes with what it checks.",
      { path: "^sandbox/" },
      { path: "^(resources|requests|sdk|provider)/" },
    ),
    never(
      "no-import-of-results",
      "Sources know neither dist nor tests.",
      { path: "^(resources|requests|provider|sdk|plugin|sandbox)/" },
      { path: "^(dist|test)/" },
    ),
    never(
      "only-listed-packages",
      "What is published imports only its dependencies and peers.",
      { path: "^(resources|requests|provider|sdk|plugin|sandbox)/", pathNot: "(\\.test\\.ts$|^plugin/stubs\\.ts$)" },
      { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], pathNot: pulumi },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^((sandbox/)?dist|test/.*/cases)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: false,
  },
};
