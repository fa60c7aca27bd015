import type { UserEvent } from '@testing-library/user-event'

interface Writer extends Pick<UserEvent, 'click' | 'paste'> {
  keyboard: (keys: string) => Promise<unknown>
}

/**
 * Writes into a field at once. Letter by letter the page would be drawn for each of them, and for each key that goes up: a test types only
 * where it shows what the page does meanwhile.
 * @param text may end with keys in braces, as «{Enter}»
 */
export async function write(user: Writer, field: Element, text: string) {
  const [words = ''] = text.split('{', 1)
  await user.click(field)
  if (words !== '') await user.paste(words)
  if (words !== text) await user.keyboard(text.slice(words.length))
}
