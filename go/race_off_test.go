//go:build !race

package mcprevisions_test

// detectsRaces tells that the race detector is on. It allocates memory of its own.
const detectsRaces = false
