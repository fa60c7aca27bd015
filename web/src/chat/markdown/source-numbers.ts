import { createContext } from 'react'
import type { AnswerSource } from '#contract/answer-sources.ts'

/** The sources of the answer that is drawn, by their addresses: a link to one of them is drawn as its number. */
export const SourceNumbers = createContext<ReadonlyMap<string, number>>(new Map())

export const numbersOf = (sources: readonly AnswerSource[]): ReadonlyMap<string, number> =>
  new Map(sources.map(({ url }, index) => [url, index + 1]))
