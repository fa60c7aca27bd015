// Minifies the files of a divided script together: what one gives others has the same short name in all of them. Each by itself would name
// it anew, and say both names wherever it is imported.
import { decodedMap, encodedMap, type SourceMapSegment, TraceMap } from '@jridgewell/trace-mapping'
import { minify } from 'terser'
import { type MinifyOptions, minifySync, type Rolldown } from 'vite'

/** A file that is not minified yet, as the bundler makes it with a source map. */
export type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'code' | 'map' | 'isEntry' | 'isDynamicEntry'>

/** A minified file, and the source map that leads from it to the repository's own files, with their text. */
export interface MinifiedFile {
  code: string
  map: string
}

/** A name in a list of imports or exports. */
interface Link {
  /** How this file names it. */
  local: string
  /** The file that exports it, and the name that it has in that one's list. */
  exported: string
}

/** The most common in code first. */
const letters = 'etnrioascludfpmhgvybxSCwTEDkAjMNPFILORzBVHUWGqKYJZXQ_$'
const characters = `${letters}0123456789`

/** Names of one character, of two, and so on: the same for every file, so that equal code looks equal. */
const nameAt = (index: number): string => {
  let name = letters.charAt(index % letters.length)
  for (let rest = Math.floor(index / letters.length); rest > 0; rest = Math.floor((rest - 1) / characters.length))
    name += characters.charAt((rest - 1) % characters.length)
  return name
}

/** Names of two characters that would read as syntax in a list. */
const words = new Set(['as', 'do', 'if', 'in', 'is', 'of'])

const sharedNames: readonly string[] = letters
  .split('')
  .flatMap((first) => characters.split('').map((second) => first + second))
  .filter((name) => !words.has(name))

/** A list of imports or exports as the bundler writes it. */
const lists = /^(import|export) \{([^}]*)\}(?: from "([^"]*)")?;$/gm

/** The same, minified. */
const shortLists = /(?<=^|[;}])(import|export)\{([^}]*)\}(?=from"|;?$)/g

const itemsOf = (list: string): { item: string; one: string; other: string }[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [one = '', other = one] = item.split(' as ')
      return { item, one, other }
    })

const keepsItsNames = ({ isEntry, isDynamicEntry }: Chunk): boolean => isEntry || isDynamicEntry

function linksOf({ fileName, code }: Chunk): Link[] {
  return [...code.matchAll(lists)].flatMap(([, kind, list = '', from]) => {
    const file = from === undefined ? fileName : new URL(from, `file:///${fileName}`).pathname.slice(1)
    return itemsOf(list).map(({ one, other }) =>
      kind === 'import' ? { local: other, exported: `${file} ${one}` } : { local: one, exported: `${file} ${other}` }
    )
  })
}

/** What a file imports and exports again, which minified is one list of both. */
function passedOn(links: readonly Link[]): string[] {
  const ofName = Map.groupBy(links, ({ local }) => local)
  return [...ofName.values()].flatMap((same) => (same.length > 1 ? same.map(({ exported }) => exported) : []))
}

/** How the bundler loads a module late that stands in a file with others: it asks that file for an object of the module's exports. */
const lateModules = /\bimport\("([^"]+)"\)\.then\(\(?([\w$]+)\)?\s*=>\s*\2\.([\w$]+)\)/g

/** What a file asks others for when it loads them late. */
const askedLate = ({ fileName, code }: Pick<Chunk, 'fileName' | 'code'>): string[] =>
  [...code.matchAll(lateModules)].map(([, from = '', , name]) => `${pathFrom(fileName, from)} ${name}`)

/** Any import that is made late. */
const lateImports = /\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g

const pathFrom = (fileName: string, from: string): string => new URL(from, `file:///${fileName}`).pathname.slice(1)

/**
 * A file that no code loads late as a whole has short names, so code that loads it must ask for a name, in the form that is known here, and
 * the minified file must export it.
 * @throws Error when it does not: the deployed script would find `undefined` there
 */
function expectFoundLate(chunks: readonly Chunk[], files: readonly MinifiedFile[]): void {
  const exported = new Map(
    chunks.map(({ fileName }, index) => {
      const given = [...(files[index]?.code ?? '').matchAll(shortLists)].filter(([, kind]) => kind === 'export')
      return [fileName, new Set(given.flatMap(([, , list = '']) => itemsOf(list).map(({ other }) => other)))]
    })
  )
  const wholes = new Set(chunks.filter(keepsItsNames).map(({ fileName }) => fileName))
  const isPart = (fileName: string) => exported.has(fileName) && !wholes.has(fileName)
  for (const [index, { fileName }] of chunks.entries()) {
    const minified = { fileName, code: files[index]?.code ?? '' }
    const asked = askedLate(minified).map((text) => text.split(' ') as [string, string])
    const loads = [...minified.code.matchAll(lateImports)].map(([, from = '']) => pathFrom(fileName, from))
    if (loads.filter(isPart).length !== asked.filter(([file]) => isPart(file)).length)
      throw new Error(`${fileName} loads a file late in a form that is not known here.`)
    for (const [file, name] of asked)
      if (!exported.get(file)?.has(name))
        throw new Error(`${fileName} asks ${file} late for ${name}, which it does not export.`)
  }
}

/** The short names of what files share. Code that loads a file late asks it for its exports' own names, so those stay. */
function namesFor(chunks: readonly Chunk[], links: readonly Link[][]): ReadonlyMap<string, string> {
  const shared = new Set(chunks.filter((chunk) => !keepsItsNames(chunk)).map(({ fileName }) => fileName))
  const kept = new Set([...links.flatMap(passedOn), ...chunks.flatMap(askedLate)])
  const uses = new Map<string, number>()
  for (const { exported } of links.flat())
    if (shared.has(exported.split(' ', 1)[0] ?? '') && !kept.has(exported))
      uses.set(exported, (uses.get(exported) ?? 0) + 1)
  if (uses.size > sharedNames.length) throw new Error('Files share more than there are names of two characters.')
  const most = [...uses].toSorted(([, one], [, other]) => other - one)
  return new Map(most.map(([exported], index) => [exported, sharedNames[index] ?? exported]))
}

/** Whether a list says a name as both. Lists are sorted, so that they look alike. */
const shortened = (kind: string, list: string, isShort: (local: string) => boolean): string => {
  const items = itemsOf(list).map(({ item, one, other }) => {
    const local = kind === 'import' ? other : one
    return isShort(local) ? local : item
  })
  return `${kind}{${items.toSorted().join(',')}}`
}

/** Shortens the lists of a line, and moves the places of its source map with what follows them. */
function shortenLine(line: string, segments: SourceMapSegment[], isShort: (local: string, kind: string) => boolean) {
  const moves: { start: number; end: number; by: number }[] = []
  const code = line.replaceAll(shortLists, (list, kind: string, names: string, at: number) => {
    const short = shortened(kind, names, (local) => isShort(local, kind))
    moves.push({ start: at, end: at + list.length, by: short.length - list.length })
    return short
  })
  for (const segment of segments) {
    const [column] = segment
    // What stood in a list is at its beginning.
    for (const { start, end, by } of moves) if (column >= start) segment[0] += column >= end ? by : start - column
  }
  return code
}

async function minifyOne(chunk: Chunk, links: Link[], names: ReadonlyMap<string, string>): Promise<MinifiedFile> {
  const short = new Map(links.map(({ local, exported }) => [local, names.get(exported)]))
  const given = [...short].filter((pair): pair is [string, string] => pair[1] !== undefined)
  const { fileName, code: written, map: before } = chunk
  const compressed = minifySync(fileName, written, {
    module: true,
    compress: true,
    // Private names are only known within their class: each begins anew with the shortest.
    mangle: { toplevel: false },
    codegen: false,
    sourcemap: true,
    ...(before && { inputMap: before as unknown as NonNullable<MinifyOptions['inputMap']> })
  })
  const { code = '', map } = await minify(compressed.code, {
    module: true,
    ecma: 2020,
    compress: { ecma: 2020, passes: 2 },
    mangle: { nth_identifier: { get: nameAt } },
    nameCache: { vars: { props: Object.fromEntries(given.map(([local, name]) => [`$${local}`, name])) } },
    format: { comments: false },
    sourceMap: { content: JSON.stringify(compressed.map) }
  })
  const mapped = decodedMap(new TraceMap(typeof map === 'string' ? map : ''))
  const isGiven = new Set(given.map(([, name]) => name))
  const isShort = (local: string, kind: string) => isGiven.has(local) && !(kind === 'export' && keepsItsNames(chunk))
  const lines = code.split('\n').map((line, index) => shortenLine(line, mapped.mappings[index] ?? [], isShort))
  const texts = new Map(before?.sources.map((source, index) => [source, before.sourcesContent?.[index] ?? null]))
  const sourcesContent = mapped.sources.map((source) => texts.get(source ?? '') ?? null)
  return { code: lines.join('\n'), map: JSON.stringify({ ...encodedMap(new TraceMap(mapped)), sourcesContent }) }
}

/** @returns the files in the order of the chunks, whose lists of exports must name everything as the code does */
export async function minifyScript(chunks: readonly Chunk[]): Promise<MinifiedFile[]> {
  const links = chunks.map(linksOf)
  const names = namesFor(chunks, links)
  const files: MinifiedFile[] = []
  for (const [index, chunk] of chunks.entries()) files.push(await minifyOne(chunk, links[index] ?? [], names))
  expectFoundLate(chunks, files)
  return files
}
