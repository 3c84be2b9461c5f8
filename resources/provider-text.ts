// The code of a dynamic provider as the state holds it.

/**
 * The code of a kind as the state has it. Refresh and destroy run exactly this text, so it only loads the installed
 * package: short, free of secrets, and the same bytes in every release (a golden test pins them).
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("pulumi-k8s-lb/provider").v1("${kind}")`;
}
