// Syntax highlighting. In its own chunk, because most answers have no code.
import { createLowlight } from 'lowlight'
import oneC from 'highlight.js/lib/languages/1c'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  json,
  kotlin,
  'one-c': oneC,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml
})

// TypeScript's grammar also covers JavaScript; adding the JavaScript one would double the size.
lowlight.registerAlias({
  typescript: ['js', 'javascript', 'jsx', 'mjs', 'cjs'],
  cpp: ['c', 'h'],
  'one-c': ['1c', 'bsl'],
  bash: ['shell', 'console', 'zsh']
})

/** A piece of code: text, or pieces with one class. */
export type Piece = string | { className: string; pieces: Piece[] }

/** Null for an unknown language. @public used by the code that loads this module late */
export function highlight(code: string, language: string): Piece[] | null {
  const name = language.toLowerCase()
  if (!lowlight.registered(name)) return null
  return lowlight.highlight(name, code).children.flatMap(pieceOf)
}

type Nodes = ReturnType<typeof lowlight.highlight>['children']

function pieceOf(node: Nodes[number]): Piece[] {
  if (node.type === 'text') return [node.value]
  if (node.type !== 'element') return []
  const names = node.properties.className
  return [{ className: Array.isArray(names) ? names.join(' ') : '', pieces: node.children.flatMap(pieceOf) }]
}
