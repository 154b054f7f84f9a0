module mcprevisions

go 1.24
