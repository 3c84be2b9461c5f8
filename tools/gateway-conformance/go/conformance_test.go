// Package conformance builds the official test suite of Gateway API as one program; its flags are those of the suite.
package conformance

import (
	"testing"

	"sigs.k8s.io/gateway-api/conformance"
)

func TestConformance(t *testing.T) { conformance.RunConformance(t) }
