// Syntax highlighting. In its own chunk, because most answers have no code.
import { createLowlight } from 'lowlight'
import type { LanguageFn } from 'highlight.js'
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

interface Language {
  grammar: LanguageFn
  /** All names that it goes by. */
  names: string
  /** Languages that stand inside it. */
  holds?: string[]
}

/** A grammar is read when its language is first met: all of them together would hold up a slow device. */
const languages: readonly Language[] = [
  { grammar: bash, names: 'bash sh zsh shell console' },
  { grammar: cpp, names: 'cpp cc c++ h++ hpp hh hxx cxx c h' },
  { grammar: csharp, names: 'csharp cs c#' },
  { grammar: css, names: 'css' },
  { grammar: diff, names: 'diff patch' },
  { grammar: dockerfile, names: 'dockerfile docker', holds: ['bash'] },
  { grammar: go, names: 'go golang' },
  { grammar: ini, names: 'ini toml' },
  { grammar: java, names: 'java jsp' },
  { grammar: json, names: 'json jsonc json5' },
  { grammar: kotlin, names: 'kotlin kt kts' },
  { grammar: oneC, names: 'one-c 1c bsl' },
  { grammar: php, names: 'php' },
  { grammar: python, names: 'python py gyp ipython' },
  { grammar: ruby, names: 'ruby rb gemspec podspec thor irb' },
  { grammar: rust, names: 'rust rs' },
  { grammar: sql, names: 'sql' },
  { grammar: swift, names: 'swift' },
  // Its grammar also covers JavaScript; adding the JavaScript one would double the size.
  { grammar: typescript, names: 'typescript ts tsx mts cts js javascript jsx mjs cjs', holds: ['xml', 'css'] },
  { grammar: xml, names: 'xml html xhtml rss atom xjb xsd xsl plist wsf svg', holds: ['css', 'typescript'] },
  { grammar: yaml, names: 'yaml yml', holds: ['ruby'] }
]

const byName = new Map(languages.flatMap((language) => language.names.split(' ').map((name) => [name, language])))
const lowlight = createLowlight()

/** @returns false for a language that is not known */
function learn(name: string): boolean {
  if (lowlight.registered(name)) return true
  const language = byName.get(name)
  if (!language) return false
  const [first = name, ...others] = language.names.split(' ')
  lowlight.register(first, language.grammar)
  lowlight.registerAlias(first, others)
  language.holds?.forEach(learn)
  return true
}

const prepared = new Set<string>()

/** @public used by the code that loads this module late */
export const isPrepared = (language: string): boolean => prepared.has(language.toLowerCase())

/** Makes the first code in a language cheaper: its grammar is compiled now. @public used by the code that loads this module late */
export function prepare(language: string) {
  const name = language.toLowerCase()
  prepared.add(name)
  if (learn(name)) lowlight.highlight(name, '')
}

/** A piece of code: text, or pieces with one class. */
export type Piece = string | { className: string; pieces: Piece[] }

/** In characters. Grammars take a time for a word that grows with the square of its length; no person reads such a line. */
const endlessLine = /^.{5000}/m
/** Of pieces in pieces: each is an element, and thousands inside each other break the page. */
const depthMax = 50

/** Null for an unknown language, and for code that no person writes. @public used by the code that loads this module late */
export function highlight(code: string, language: string): Piece[] | null {
  const name = language.toLowerCase()
  if (!learn(name) || endlessLine.test(code)) return null
  try {
    return lowlight.highlight(name, code).children.flatMap((node) => pieceOf(node, depthMax))
  } catch {
    return null
  }
}

type Nodes = ReturnType<typeof lowlight.highlight>['children']

/** @throws RangeError when they lie deeper */
function pieceOf(node: Nodes[number], depthLeft: number): Piece[] {
  if (depthLeft === 0) throw new RangeError('The code is nested too deeply')
  if (node.type === 'text') return [node.value]
  if (node.type !== 'element') return []
  const names = node.properties.className
  const pieces = node.children.flatMap((child) => pieceOf(child, depthLeft - 1))
  return [{ className: Array.isArray(names) ? names.join(' ') : '', pieces }]
}
