// The name of a downloaded result, for the server and, when the browser converts the file, for the browser.
import { findStudioEntry } from './catalogue/studio.ts'

const wordsMaxLength = 50

/** Only letters and digits of any language: no characters with a meaning in file systems or headers. */
function wordsOf(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let name = ''
  for (const word of words) {
    if (name.length + word.length >= wordsMaxLength) break
    name += name === '' ? word : ` ${word}`
  }
  return name
}

interface Named {
  service: string
  parameters: Readonly<Record<string, string | number>>
  /** All files of the job. */
  files: readonly unknown[]
}

/**
 * The tool, the first words of the prompt, a number if there are several; without the extension.
 * @param index of the file, from 0
 */
export function resultName({ service, parameters, files }: Named, index: number): string {
  const title = findStudioEntry(service)?.title ?? service
  const words = wordsOf(String(parameters['prompt'] ?? ''))
  const number = files.length > 1 ? ` ${index + 1}` : ''
  return `${wordsOf(title)}${words === '' ? '' : ` - ${words}`}${number}`
}
