// Which passages of a project's files answer a question: those with most of its words, rare words first. A word that only few of the files
// have at all speaks for all passages of these files, because a contract names its parties once and its price elsewhere. Pure.
import { stemsIn } from './word-stems.ts'

/** More words than this do not make a question more exact, and each is looked up. */
const termsMax = 60
/** A question with fewer words of its own is understood together with the one before it. */
const fewTerms = 4
const earlierWeight = 0.4
/** A word that only begins as one of the question: `оплачивать` for `оплата`. */
const prefixWeight = 0.35
const prefixMin = 4
const neighbourWeight = 0.25
const fileWeight = 0.6
const nameWeight = 1.5

/** A word of a question. */
export interface Term {
  stem: string
  weight: number
  /** Finds all words with this beginning, and not this word alone. */
  isPrefix: boolean
}

/** The words that are looked for. @param earlier the question before this one */
export function termsOf(question: string, earlier = ''): Term[] {
  const own = stemsIn(question).slice(0, termsMax)
  const more = own.length < fewTerms ? stemsIn(earlier).filter((stem) => !own.includes(stem)) : []
  const whole = [
    ...own.map((stem) => ({ stem, weight: 1, isPrefix: false })),
    ...more.slice(0, termsMax - own.length).map((stem) => ({ stem, weight: earlierWeight, isPrefix: false }))
  ]
  const beginnings = whole.flatMap(({ stem, weight }) =>
    /^[а-я]+$/.test(stem) && stem.length > prefixMin
      ? { stem: stem.slice(0, Math.max(prefixMin, stem.length - 2)), weight: weight * prefixWeight, isPrefix: true }
      : []
  )
  return [...whole, ...beginnings]
}

/** A passage in the index: `number` counts those of its file from 0. */
export interface KnownPassage {
  id: number
  fileId: string
  number: number
}

/** A word with the ids of the passages that have it. */
export type TermHits = Term & { ids: readonly number[] }

/** A file of the project, by its name. */
interface NamedFile {
  id: string
  name: string
}

const add = <Key>(sums: Map<Key, number>, key: Key, score: number) => sums.set(key, (sums.get(key) ?? 0) + score)

/** Files whose name the question has: all of its words. */
function namedIn(files: readonly NamedFile[], terms: readonly Term[]): Set<string> {
  const asked = new Set(terms.filter(({ isPrefix }) => !isPrefix).map(({ stem }) => stem))
  const isNamed = ({ name }: NamedFile) => {
    const stems = stemsIn(name.replace(/\.\w{1,5}$/, ''))
    return stems.length > 0 && stems.every((stem) => asked.has(stem))
  }
  return new Set(files.filter(isNamed).map(({ id }) => id))
}

/** How much the words speak for each file: words that its text has and few other files have, and those of its name. */
function fileScores(
  files: readonly NamedFile[],
  hits: readonly TermHits[],
  fileOf: (id: number) => string | undefined
) {
  const scores = new Map<string, number>()
  const names = new Map(files.map(({ id, name }) => [id, new Set(stemsIn(name))]))
  for (const { ids, weight, stem, isPrefix } of hits) {
    const having = new Set(ids.flatMap((id) => fileOf(id) ?? []))
    const rarity = Math.log((files.length + 1) / (having.size || 1))
    for (const id of having) add(scores, id, weight * rarity)
    if (isPrefix) continue
    for (const [id, stems] of names) if (stems.has(stem)) add(scores, id, weight * nameWeight)
  }
  return scores
}

/** How many words of the question each passage has, rare words first. */
function ownScores(hits: readonly TermHits[], total: number, isKnown: (id: number) => boolean) {
  const scores = new Map<number, number>()
  for (const { ids, weight } of hits) {
    const known = ids.filter(isKnown)
    const rarity = Math.log(1 + total / (known.length || 1))
    for (const id of known) add(scores, id, weight * rarity)
  }
  return scores
}

/**
 * The passages in the order in which they are sent, best first: at least one of each file that the question names. When none has a word of
 * the question, the beginnings of the files.
 * @param files in their order
 */
export function rankedPassages(
  files: readonly NamedFile[],
  passages: readonly KnownPassage[],
  hits: readonly TermHits[]
): KnownPassage[] {
  const known = new Map(passages.map((passage) => [passage.id, passage]))
  const own = ownScores(hits, passages.length, (id) => known.has(id))
  if (own.size === 0) return passages.toSorted((one, other) => one.number - other.number)
  const ofFiles = fileScores(files, hits, (id) => known.get(id)?.fileId)
  const places = new Map(passages.map(({ id, fileId, number }) => [`${fileId} ${number}`, own.get(id) ?? 0]))
  const beside = (fileId: string, number: number) => places.get(`${fileId} ${number}`) ?? 0
  const scored = passages.flatMap((passage) => {
    const { id, fileId, number } = passage
    const neighbour = Math.max(beside(fileId, number - 1), beside(fileId, number + 1))
    const words = (own.get(id) ?? 0) + neighbourWeight * neighbour
    return words === 0 ? [] : { passage, score: words + fileWeight * (ofFiles.get(fileId) ?? 0) }
  })
  const best = scored.toSorted((one, other) => other.score - one.score).map(({ passage }) => passage)
  const named = namedIn(files, hits)
  const ofNamed = [...named].flatMap(
    (fileId) => best.find((one) => one.fileId === fileId) ?? passages.find((one) => one.fileId === fileId) ?? []
  )
  return [...new Set([...ofNamed, ...best])]
}
