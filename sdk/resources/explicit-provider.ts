import * as pulumi from "@pulumi/pulumi";

/** A setting as programs give it; it stands in the provider as text. */
type Setting = pulumi.Input<string | number | boolean>;

/** Where the settings of an explicit connection stand, and which of them are secrets. */
interface Connection {
  /** The configuration namespace of a key: `avi` for `avi:controller`. */
  namespaceOf(key: string): string;
  secrets: ReadonlySet<string>;
}

/** What the explicit connections of all targets share: each setting is a property under the name of its configuration key. */
export abstract class ExplicitProvider extends pulumi.ProviderResource {
  /** @internal */
  protected constructor(name: string, args: object, { namespaceOf, secrets }: Connection, opts?: pulumi.ResourceOptions) {
    const given = Object.entries(args).filter((entry): entry is [string, Setting] => entry[1] !== undefined);
    const props = given.map(([key, value]) => {
      const text: pulumi.Output<string> = pulumi.output(value).apply(String);
      return [`${namespaceOf(key)}:${key}`, secrets.has(key) ? pulumi.secret(text) : text] as const;
    });
    super("pulumi-nodejs", name, Object.fromEntries(props), opts);
  }
}
