import { study } from './study.ts'
import { typescript } from './typescript.ts'
import type { Topic } from './topic.ts'

// The narrow subject comes first.
const TOPICS: readonly [Topic, ...Topic[]] = [typescript, study]

/** The topics in the order in which an answer to this prompt uses them, the best match first. */
export function topicsFor(prompt: string, seed: number): readonly [Topic, ...Topic[]] {
  const matching = TOPICS.findIndex((topic) => topic.keywords.test(prompt))
  const start = matching === -1 ? seed % TOPICS.length : matching
  const [first = TOPICS[0], ...rest] = [...TOPICS.slice(start), ...TOPICS.slice(0, start)]
  return [first, ...rest]
}
