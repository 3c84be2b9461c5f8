// The exports of `pulumi-k8s-lb/sandbox`.

/** `pulumi-k8s-lb/sandbox`: the entries of the package `pulumi-k8s-lb-sandbox`, which has to be installed beside this one. */
export * from "pulumi-k8s-lb-sandbox";
