// The inside of web/src: which zone may import which. And cycles of folders anywhere.
import { dirname, join, normalize } from 'node:path'
import { importsBelow } from './layers.ts'

/** Lower zones first: a file may import its own zone and the lower ones. Features of one level never import each other. */
const levels: readonly (readonly string[])[] = [
  ['base'],
  ['media'],
  ['chat', 'studio', 'jobs', 'money', 'people', 'site'],
  ['app']
]

const levelOf = (zone: string): number => levels.findIndex((zones) => zones.includes(zone))

const zoneOf = (path: string) => path.split('/')[2] ?? ''

interface Import {
  from: string
  to: string
}

/**
 * Imports between files below one folder, as paths below `root`. Left out are tests that lie beside what they test, such as
 * `sandbox/tests`: they import everything, and no program imports them.
 */
function ownImports(root: string, folder: string): Import[] {
  return importsBelow(root, folder)
    .filter(({ specifier }) => /^[.#]/.test(specifier))
    .map(({ file, specifier }) => ({
      from: file,
      to: specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))
    }))
    .filter(({ to }) => to.startsWith(`${folder}/`))
}

/** The operators' console is a program of its own: it takes the base of the users' pages, and gives them nothing. */
const consoleFolder = 'web/console/'

function problemOf({ from, to }: Import): string | null {
  if (from.startsWith(consoleFolder) && to.startsWith(consoleFolder)) return null
  if (to.startsWith(consoleFolder)) return `${zoneOf(from)} may not import the console`
  const [own, other] = [zoneOf(from), zoneOf(to)]
  if (from.startsWith(consoleFolder)) return other === 'base' ? null : `the console may not import ${other}`
  const unknown = [own, other].find((zone) => levelOf(zone) < 0)
  if (unknown !== undefined) return `${unknown} is no zone of web/src`
  return own === other || levelOf(other) < levelOf(own) ? null : `${own} may not import ${other}`
}

const isProgram = (path: string) => path.startsWith('web/src/') || path.startsWith(`${consoleFolder}src/`)

/** Imports inside `web/src` and `web/console` against the order of the zones: `file imports file: why`. */
export const strayZones = (root: string): string[] =>
  ownImports(root, 'web')
    .filter(({ from, to }) => isProgram(from) && isProgram(to))
    .flatMap((step) => {
      const problem = problemOf(step)
      return problem === null ? [] : [`${step.from} imports ${step.to}: ${problem}`]
    })

/** Folders below `folder` that import each other in a circle, each circle once, with an import for each step. */
export function folderCycles(root: string, folder: string): string[] {
  const steps = new Map<string, Map<string, Import>>()
  for (const step of ownImports(root, folder)) {
    const [from, to] = [dirname(step.from), dirname(step.to)]
    if (from === to) continue
    const known = steps.get(from) ?? new Map<string, Import>()
    steps.set(from, known.set(to, step))
  }
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (place: string, way: readonly string[]): void => {
    const start = way.indexOf(place)
    if (start >= 0) {
      const circle = [...way.slice(start), place]
      const named = circle.slice(1).map((next, index) => steps.get(circle[index] ?? '')?.get(next)?.from)
      cycles.push(`${circle.join(' → ')} (${named.join(', ')})`)
    } else if (!done.has(place)) {
      for (const next of steps.get(place)?.keys() ?? []) visit(next, [...way, place])
      done.add(place)
    }
  }
  for (const place of steps.keys()) visit(place, [])
  return cycles
}
