// How well the passages of a project's files answer questions: 60 questions over 20 Russian documents, contracts that resemble each other,
// lectures and tables. Needs nothing that runs: `node bench/project-finding.ts`. With fewer than 54 right ones it fails. `--copies=4` adds
// four copies of each contract between other parties.
import { contracts } from './project-finding/contracts.ts'
import { copiedContracts } from './project-finding/copies.ts'
import { Finder } from './project-finding/finder.ts'
import { lectures } from './project-finding/lectures.ts'
import { questions } from './project-finding/questions.ts'
import { tables } from './project-finding/tables.ts'

const needed = 0.9

const copies = Number(/^--copies=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? 0)
const documents = [...contracts, ...lectures, ...tables, ...copiedContracts(copies)]
const finder = new Finder(documents)

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

const places = questions.map(({ question, file, answer }) => {
  const sent = finder.sent(question)
  const isRight = (passage: (typeof sent)[number]) =>
    passage.file.name === file && flat(finder.textOf(passage)).includes(answer)
  const place = sent.findIndex(isRight) + 1
  if (place === 0) console.log(`not sent: «${question}» (${file}: ${finder.found(question).findIndex(isRight) + 1})`)
  return { place, sent: sent.length, length: sent.reduce((sum, one) => sum + finder.textOf(one).length, 0) }
})

const within = (most: number) => places.filter(({ place }) => place > 0 && place <= most).length
const mean = (of: (one: (typeof places)[number]) => number) =>
  Math.round(places.reduce((sum, one) => sum + of(one), 0) / places.length)
const right = within(Infinity)
const characters = documents.reduce((sum, { text }) => sum + text.length, 0)

console.log(`${documents.length} documents, ${characters} characters, ${finder.total} passages`)
console.log(`sent for a question: ${mean(({ sent }) => sent)} passages, ${mean(({ length }) => length)} characters`)
console.log(`the right passage is the first: ${within(1)}, among three: ${within(3)}, among six: ${within(6)}`)
console.log(
  `the right passage is sent: ${right} of ${questions.length} (${((100 * right) / questions.length).toFixed(1)} %)`
)
if (right < needed * questions.length) process.exitCode = 1
