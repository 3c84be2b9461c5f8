#!/bin/sh
# upgrade.sh v1.36.3: writes go/go.mod and go/go.sum for that version of Kubernetes.
# Kubernetes replaces the modules of its own repository by folders, which does not count for those who use it: each needs its version here.
set -eu
cd "$(dirname "$0")/go"
version=$1
staging=v0.${version#v1.}
rm -f go.mod go.sum
go mod init pulumi-k8s-lb/tools/kube-server
go mod edit -go="$(go env GOVERSION | sed 's/^go\([0-9]*\.[0-9]*\).*/\1.0/')" -require="k8s.io/kubernetes@$version"
file=$(go mod download -json "k8s.io/kubernetes@$version" | sed -n 's/.*"GoMod": "\(.*\)",/\1/p')
for module in $(sed -n 's#^\t\(k8s.io/[a-z0-9-]*\) => ./staging/.*#\1#p' "$file"); do
  go mod edit -replace="$module=$module@$staging"
done
go mod tidy
