/** Where CustomResourceDefinitions are kept. */
export const DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";
