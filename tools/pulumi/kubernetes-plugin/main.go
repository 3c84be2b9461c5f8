// The Pulumi Kubernetes provider. Its own main package cannot be built from the module (two generated files are not in it),
// so this one embeds the same two files, which the build script copies from the module.
package main

import (
	_ "embed"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
)

//go:embed schema-embed.json
var schema []byte

//go:embed terraform-mapping-embed.json
var mapping []byte

func main() { provider.Serve("kubernetes", "4.25.0", schema, mapping) }
