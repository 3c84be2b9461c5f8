/** Where an object lives, besides its name. */
export interface Scope {
  tenant: string;
  cloud: string;
}
