import { chatPaths } from '#contract/catalogue/chat.ts'
import { forgetWords } from '../../base/form/kept-words.ts'
import { draftKey, forgetDraft } from '../draft/draft-box.ts'
import { forgetFiles } from './chosen-files.ts'

/** Forgets what was written and chosen for a chat that is gone, and not sent. @param draftGoes of the key of a composer */
export function forgetWritten(conversationId: number, draftGoes: (key: string) => boolean = () => true): void {
  const keys = chatPaths.map((path) => draftKey(path, conversationId))
  keys.filter(draftGoes).forEach(forgetDraft)
  forgetWords(conversationId)
  void forgetFiles(keys)
}
