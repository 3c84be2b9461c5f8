package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

type user struct{ name, token string }

// newUsers gives each a token of its own; the first is the administrator.
func newUsers(names []string) []user {
	var users []user
	for _, name := range append([]string{"admin"}, names...) {
		raw := make([]byte, 16)
		_, _ = rand.Read(raw) // never fails
		users = append(users, user{name, hex.EncodeToString(raw)})
	}
	return users
}

func writeTokens(dir string, users []user) error {
	var lines bytes.Buffer
	for index, u := range users {
		group := ""
		if index == 0 {
			group = ",system:masters"
		}
		fmt.Fprintf(&lines, "%s,%s,%s%s\n", u.token, u.name, u.name, group)
	}
	return os.WriteFile(filepath.Join(dir, "tokens.csv"), lines.Bytes(), 0o600)
}

// keptUsers are those of an earlier run in dir, with their tokens.
func keptUsers(dir string) ([]user, error) {
	file, err := os.Open(filepath.Join(dir, "tokens.csv"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	lines := csv.NewReader(file)
	lines.FieldsPerRecord = -1 // the administrator's has a group
	records, err := lines.ReadAll()
	var users []user
	for _, record := range records {
		users = append(users, user{record[1], record[0]})
	}
	return users, err
}

// kubeconfigOf has one context per user, named as he is, and admin-cert with a client certificate.
func kubeconfigOf(url string, keys map[string][]byte, users []user) []byte {
	encode := base64.StdEncoding.EncodeToString
	var text bytes.Buffer
	fmt.Fprintf(&text, "apiVersion: v1\nkind: Config\ncurrent-context: admin\nclusters:\n")
	fmt.Fprintf(&text, "- {name: kube-server, cluster: {server: %q, certificate-authority-data: %s}}\n", url, encode(keys["ca.crt"]))
	fmt.Fprintf(&text, "users:\n- {name: admin-cert, user: {client-certificate-data: %s, client-key-data: %s}}\n", encode(keys["admin.crt"]), encode(keys["admin.key"]))
	for _, u := range users {
		fmt.Fprintf(&text, "- {name: %s, user: {token: %q}}\n", u.name, u.token)
	}
	fmt.Fprintf(&text, "contexts:\n- {name: admin-cert, context: {cluster: kube-server, user: admin-cert}}\n")
	for _, u := range users {
		fmt.Fprintf(&text, "- {name: %s, context: {cluster: kube-server, user: %s}}\n", u.name, u.name)
	}
	return text.Bytes()
}
