// SDKs of other languages from the schema of the package, with the code generators of Pulumi.
//
//	sdk-generator SCHEMA LANGUAGE [FOLDER]
//
// Binds the schema, and every diagnostic of it is an error. Writes the SDK into the folder; without one it is generated in memory alone.
// Prints the number of files.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-k8s-lb"

var generators = map[string]func(*schema.Package) (map[string][]byte, error){
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage(tool, pkg, nil, nil)
	},
	"go": func(pkg *schema.Package) (map[string][]byte, error) { return golang.GeneratePackage(tool, pkg, nil) },
}

func main() {
	if len(os.Args) < 3 || len(os.Args) > 4 {
		fail(fmt.Errorf("usage: sdk-generator SCHEMA LANGUAGE [FOLDER]"))
	}
	generate, known := generators[os.Args[2]]
	if !known {
		fail(fmt.Errorf("there is no generator for %q", os.Args[2]))
	}
	pkg, err := bound(os.Args[1])
	if err != nil {
		fail(err)
	}
	files, err := generate(pkg)
	if err != nil {
		fail(err)
	}
	if len(os.Args) == 4 {
		if err := write(files, os.Args[3]); err != nil {
			fail(err)
		}
	}
	fmt.Println(len(files))
}

func bound(file string) (*schema.Package, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{AllowDanglingReferences: false})
	if err != nil {
		return nil, err
	}
	for _, one := range diagnostics {
		fmt.Fprintln(os.Stderr, one.Summary, one.Detail)
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("%s has %d faults", file, len(diagnostics))
	}
	return pkg, nil
}

func write(files map[string][]byte, folder string) error {
	for path, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
