import { type Resource, storageOf } from "./resource";

/** The kinds that are served. */
export class Registry {
  private readonly builtin: Resource[];
  private custom: Resource[] = [];

  constructor(builtin: Resource[]) {
    this.builtin = builtin;
  }

  all(): Resource[] {
    return [...this.builtin, ...this.custom];
  }

  /** Visible to a tenant: built-in ones and those whose definition is its own or shared. */
  visible(tenant: string): Resource[] {
    return this.all().filter((resource) => resource.custom?.tenant === undefined || resource.custom.tenant === tenant);
  }

  find(group: string, version: string, plural: string, tenant = ""): Resource | undefined {
    return this.visible(tenant).find((each) => each.plural === plural && each.version === version && each.group === group);
  }

  /** By `plural.group`, in any version. */
  byStorage(storage: string): Resource | undefined {
    return this.all().find((resource) => storageOf(resource) === storage);
  }

  byKind(group: string, version: string, kind: string): Resource | undefined {
    return this.all().find((each) => each.kind === kind && each.version === version && each.group === group);
  }

  /** Takes the place of every kind that came from CustomResourceDefinitions. */
  setCustom(resources: Resource[]): void {
    this.custom = resources;
  }
}
