import { beginningOf } from './cut-text.ts'

const titleLengthMax = 50

/** The title of a conversation until it has a better one: the first 50 characters of its first question, with three dots where there is more. */
export function titleOf(prompt: string): string {
  const question = prompt.trim()
  const characters = Array.from(question)
  return characters.length > titleLengthMax
    ? `${beginningOf(question, characters.slice(0, titleLengthMax).join('').length)}...`
    : question
}
