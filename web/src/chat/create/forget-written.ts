import { chatPaths } from '#contract/catalogue/chat.ts'
import { forgetWords } from '../../base/form/kept-words.ts'
import { draftBox, draftKey, forgetDraft, readDraft } from '../draft/draft-box.ts'
import { emptyDraft } from '../draft/draft.ts'
import { forgetFiles } from './chosen-files.ts'

/** Forgets what was written and chosen for a chat that is gone, and not sent. @param draftGoes of the key of a composer */
export function forgetWritten(conversationId: number, draftGoes: (key: string) => boolean = () => true): void {
  const keys = chatPaths.map((path) => draftKey(path, conversationId))
  for (const key of keys.filter(draftGoes)) {
    // Another tab that shows the chat takes this for words of another one, and keeps its own for a new chat.
    if (readDraft(key)) draftBox(key, undefined).put({ ...emptyDraft(null), prompt: '-' })
    forgetDraft(key)
  }
  forgetWords(conversationId)
  void forgetFiles(keys)
}
