// In the first scripts of a chat, so it knows of `contract/document-request.ts` only how its questions begin.

/** Its title and what was asked for, in several lines or not, have at most 2,200 characters. */
const change = /^Измени документ «[^]{0,2600}?\n\n(?:Верни только новый|Измени только этот фрагмент\. Верни только)/

/** Whether a question asks for a version of a document. Asked again, its answer would be paid and change no document. */
export const isChangeQuestion = (prompt: string): boolean => change.test(prompt)
