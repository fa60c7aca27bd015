import type { MediaRequest } from './media.ts'

/** What to make, with the words that stand for a setting which the provider does not have. */
export function promptOf({ prompt, promptSuffix }: MediaRequest['options']): string {
  return [prompt, promptSuffix].filter((part) => part !== undefined && part !== '').join('\n\n')
}
