// Roughly the ratio of the upstreams' tokenizers for Russian text.
const CHARACTERS_PER_TOKEN = 3

/** Words, each with the whitespace after it; joined again they give exactly the same text. */
export function splitWords(text: string): string[] {
  return text.match(/^\s*\S+\s*|\S+\s*/g) ?? []
}

export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

export function cutToTokens(text: string, tokens: number): string {
  return text.slice(0, tokens * CHARACTERS_PER_TOKEN)
}

/** FNV-1a with 32 bits. Deterministic, so that the same prompt always gets the same answer. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
