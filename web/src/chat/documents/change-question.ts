// In the first scripts of a chat, so it knows of `contract/document-request.ts` only how its questions begin.

const change = /^Измени документ «[^\n]*\n\n(?:Верни только новый|Измени только этот фрагмент\. Верни только)/

/** Whether a question asks for a version of a document. Asked again, its answer would be paid and change no document. */
export const isChangeQuestion = (prompt: string): boolean => change.test(prompt)
