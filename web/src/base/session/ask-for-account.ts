import { keepQuestion, type KeptQuestion } from '../storage/kept-question.ts'
import { openWayIn } from './way-in.ts'

/** Keeps what the visitor wants to send, and opens the registration over it. */
export function askForAccount(asked: Omit<KeptQuestion, 'owner' | 'at'>): void {
  keepQuestion({ ...asked, owner: null, at: Date.now() })
  openWayIn(asked.prompt)
}
