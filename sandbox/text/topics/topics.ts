import { budget } from './budget.ts'
import { letter } from './letter.ts'
import { python } from './python.ts'
import { sql } from './sql.ts'
import { study } from './study.ts'
import { typescript } from './typescript.ts'
import type { Topic } from './topic.ts'

// Narrow subjects come first, so that "запрос к базе на Python" is not taken by the topic with the word "код".
const TOPICS: readonly [Topic, ...Topic[]] = [sql, python, typescript, letter, budget, study]

/** The topics in the order in which an answer to this prompt uses them, the best match first. */
export function topicsFor(prompt: string, seed: number): readonly [Topic, ...Topic[]] {
  const matching = TOPICS.findIndex((topic) => topic.keywords.test(prompt))
  const start = matching === -1 ? seed % TOPICS.length : matching
  const [first = TOPICS[0], ...rest] = [...TOPICS.slice(start), ...TOPICS.slice(0, start)]
  return [first, ...rest]
}
