// Distinguishes the text of a kubeconfig from its path.

/** True for a kubeconfig given as its text, YAML or JSON of one line, and not as a path, which never has lines or braces. */
export const isKubeconfigText = (kubeconfig: string): boolean => /[\n{]/.test(kubeconfig);
