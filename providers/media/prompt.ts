import type { MediaRequest } from './media.ts'

/** The prompt, with the text for settings that the provider lacks. */
export function promptOf({ prompt, promptSuffix }: MediaRequest['options']): string {
  return [prompt, promptSuffix].filter((part) => part !== undefined && part !== '').join('\n\n')
}
