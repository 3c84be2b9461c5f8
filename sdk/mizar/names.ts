/** `name-namespace-tenant`; without tenants the operator leaves the last part empty (seed 152, mizar.md 1.1). */
export function podNameOf(name: string, namespace: string, tenant: string): string {
  return `${name}-${namespace}-${tenant}`;
}

/** The scaled endpoint of a Service; without tenants the operator leaves the last part out (mizar.md 1.1). */
export function serviceEndpointNameOf(name: string, namespace: string, tenant: string): string {
  return tenant ? `${name}-${namespace}-${tenant}` : `${name}-${namespace}`;
}
