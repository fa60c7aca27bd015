// Which questions may add to a user's memory. Pure.
import { isChangePrompt } from '#contract/document-request.ts'
import { fencedBlocks } from '#contract/fenced-blocks.ts'

/** What users paste is longer than what they say of themselves. */
export const questionLengthMax = 1500

const ofUser =
  /(?<!\p{L})(?:я|мне|меня|мной|мною|мо(?:й|я|ю|ё|е|и|его|ему|ей|их|им|ими)|зовут|запомни(?:те)?|люблю|предпочитаю|ненавижу|всегда|никогда|живу|работаю|учусь|пишу)(?!\p{L})/iu
/** «Расскажи мне» says nothing of the user. */
const request = /(?<!\p{L})\p{L}{2,}(?:и|й|ь|те)\s+мне(?!\p{L})/giu
/** Also within a line. */
const code = /```[^]*?(?:```|$)/g

/** What users say themselves: not the code that they paste, and nothing of a document that they have changed. */
export const ownWordsOf = (question: string): string =>
  isChangePrompt(question) ? '' : fencedBlocks(question).outside.replaceAll(code, ' ').trim()

/** Whether a question may say something of the user. Most do not, and for them no model is asked. */
export const tellsOfUser = (question: string): boolean =>
  ofUser.test(ownWordsOf(question).slice(0, questionLengthMax).replaceAll(request, ' '))
