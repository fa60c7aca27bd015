// What was written and not sent outside of a composer: an instruction, what a user says of themselves, and a question that is being
// changed. It survives its form, a refusal, an ended session and a reload, in this browser.
import { z } from 'zod'
import { sessionState } from '../session/session-store.ts'
import { ownerOf, storedTokens } from '../session/token-storage.ts'
import { keptDrafts } from '../storage/kept-draft.ts'
import { forgetKeys, unsentKey } from '../storage/unsent.ts'

const kept = keptDrafts(z.object({ owner: z.string(), text: z.string() }))

/** `project:7` or `chat:7`: its instruction; `question:7:20`: the message 20 of the chat 7. */
type Written = `${'project' | 'chat'}:${number}` | `question:${number}:${number}` | 'about'

/** The browser knows its user before the page does. */
const ownerHere = () => sessionState().user?.id ?? ownerOf(storedTokens().accessToken)

/** Null: nothing is kept, or it is another user's. */
export function keptWords(of: Written): string | null {
  const found = kept.read(unsentKey('kept', of))
  return found && found.owner === ownerHere() ? found.text : null
}

/** @param text null: it is saved or sent, or as it was */
export function keepWords(of: Written, text: string | null): void {
  const owner = ownerHere()
  if (owner !== null) kept.write(unsentKey('kept', of), text === null ? null : { owner, text })
}

/** For a chat that was deleted: of its instruction and its questions. */
export function forgetWords(chatId: number): void {
  keepWords(`chat:${chatId}`, null)
  forgetKeys([unsentKey('kept', `question:${chatId}:`)])
}
