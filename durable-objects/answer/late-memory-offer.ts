// Looking for what may be remembered, loaded with the first answer where a memory counts: it is off for most users. Nothing else may
// import the module, or the built script has no name for it.
import { type AfterSaving, askForTitle } from './saving.ts'
import type { AnswerRow } from './store.ts'

type AskForMemory = typeof import('./memory-offer.ts').askForMemory

let loaded: AskForMemory | undefined

/** Each call waits for its own import; once it is there, none of the isolate waits again. */
export const loadAskForMemory = async (): Promise<AskForMemory> =>
  (loaded ??= (await import('./memory-offer.ts')).askForMemory)

/** What follows a saved answer: a title for its chat, and a line to remember where the memory counts. */
export async function askAfter(after: AfterSaving, row: AnswerRow, text: string): Promise<void> {
  await askForTitle(after, row, text)
  if (row.request.remembers) await (await loadAskForMemory())(after, row)
}
