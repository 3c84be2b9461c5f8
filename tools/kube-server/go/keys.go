package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// authority signs; all keys are ECDSA, since RSA would add up to a second to each start.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	files       map[string][]byte
}

func (a *authority) newKey(file string) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	a.files[file] = pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})
	return key, err
}

// sign writes NAME.key and NAME.crt.
func (a *authority) sign(name string, template *x509.Certificate) error {
	key, err := a.newKey(name + ".key")
	if err != nil {
		return err
	}
	if a.certificate == nil { // the first one is the authority's own
		a.certificate, a.key = template, key
	}
	template.SerialNumber = big.NewInt(int64(len(a.files)))
	template.NotBefore, template.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(365*24*time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	a.files[name+".crt"] = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return err
}

// writeKeys makes an authority (ca), the server's pair, an administrator's pair and the key of service accounts (sa) below dir.
func writeKeys(dir string, ip net.IP) (map[string][]byte, error) {
	a := &authority{files: map[string][]byte{}}
	pairs := []struct {
		name     string
		template *x509.Certificate
	}{
		{"ca", &x509.Certificate{
			Subject: pkix.Name{CommonName: "kube-server"}, IsCA: true, BasicConstraintsValid: true,
			KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		}},
		{"server", &x509.Certificate{
			Subject: pkix.Name{CommonName: "kube-apiserver"}, IPAddresses: []net.IP{ip, net.ParseIP("10.96.0.1")},
			DNSNames:    []string{"localhost", "kubernetes", "kubernetes.default.svc"},
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		}},
		{"admin", &x509.Certificate{
			Subject:     pkix.Name{CommonName: "admin", Organization: []string{"system:masters"}},
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
		}},
	}
	for _, pair := range pairs {
		if err := a.sign(pair.name, pair.template); err != nil {
			return nil, err
		}
	}
	if _, err := a.newKey("sa.key"); err != nil {
		return nil, err
	}
	for name, content := range a.files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return nil, err
		}
	}
	return a.files, nil
}

// keptKeys are those that an earlier run has left in dir, as far as others need them; nil where there was none.
func keptKeys(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, name := range []string{"ca.crt", "admin.crt", "admin.key"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	return files, nil
}
