// A text that goes along to the page that opens next and that an address has no room for: some thousand letters of Russian
// are longer than servers take.

/** For `navigate`. */
export const handing = (prompt: string) => ({ state: { handedPrompt: prompt } })

/** @param state of the location. @returns null when nothing was handed over */
export function handedPromptIn(state: unknown): string | null {
  const handed = typeof state === 'object' && state !== null && 'handedPrompt' in state ? state.handedPrompt : null
  return typeof handed === 'string' ? handed : null
}
