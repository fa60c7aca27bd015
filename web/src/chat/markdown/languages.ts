// How languages of code are named to users, and the extensions of their files.

/** `id other-id: Name .extension`, one language a line. */
const known = `
1c bsl one-c: 1С .bsl
bash sh shell zsh console: Bash .sh
bat cmd: Windows .bat
c h: C .c
cpp c++ hpp: C++ .cpp
csharp cs c#: C# .cs
css: CSS .css
csv: CSV .csv
dart: Dart .dart
diff patch: Diff .diff
dockerfile docker: Dockerfile .dockerfile
go golang: Go .go
graphql: GraphQL .graphql
html: HTML .html
ini: INI .ini
java: Java .java
javascript js mjs cjs: JavaScript .js
json json5 jsonc: JSON .json
jsx: JSX .jsx
kotlin kt: Kotlin .kt
latex tex: LaTeX .tex
lua: Lua .lua
makefile make: Makefile .mk
markdown md: Markdown .md
mermaid: Mermaid .mmd
pascal delphi: Pascal .pas
perl pl: Perl .pl
php: PHP .php
powershell ps1 ps: PowerShell .ps1
python py python3: Python .py
r: R .r
ruby rb: Ruby .rb
rust rs: Rust .rs
scala: Scala .scala
scss: SCSS .scss
sql mysql postgresql postgres plsql: SQL .sql
svg: SVG .svg
swift: Swift .swift
toml: TOML .toml
tsx: TSX .tsx
typescript ts: TypeScript .ts
vue: Vue .vue
xml: XML .xml
yaml yml: YAML .yaml`

interface Language {
  name: string
  extension: string
}

const languages = new Map<string, Language>(
  known
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [ids = '', rest = ''] = line.split(': ')
      const [name = '', extension = ''] = rest.split(' .')
      return ids.split(' ').map((id): [string, Language] => [id, { name, extension }])
    })
)

/** The name of the language after a fence; an unknown one is shown as the model wrote it. */
export const languageName = (language: string): string =>
  language === '' ? 'код' : (languages.get(language.toLowerCase())?.name ?? language)

/** `код.py`; `код.txt` for an unknown language. */
export const codeFileName = (language: string): string =>
  `код.${languages.get(language.toLowerCase())?.extension ?? 'txt'}`
