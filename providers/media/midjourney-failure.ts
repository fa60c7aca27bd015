import type { MediaEnd, MediaFailureReason } from './media.ts'

// Titles of Midjourney's own notices, which the proxy writes in brackets before their text. Collected from public
// clients of its bot; «Blocked» is not here because it is about an account.
const reasons: Readonly<Record<string, MediaFailureReason>> = {
  'banned prompt': 'moderated',
  'banned prompt detected': 'moderated',
  'action needed to continue': 'moderated',
  'action required to continue': 'moderated',
  'image denied': 'moderated',
  'request cancelled due to image filters': 'moderated',
  'request cancelled due to output filters': 'moderated',
  'invalid parameter': 'rejected',
  'invalid prompt': 'rejected',
  'invalid link': 'rejected',
  'empty prompt': 'rejected'
}

/**
 * The dialect has no codes for tasks that failed later: the title of the notice is the nearest to one. The text after
 * it may quote the prompt and is not read.
 * @param failReason `[Banned prompt detected] …`, or prose without a title
 */
export function midjourneyFailure(failReason: string): MediaEnd {
  const title = /^\[([^\]]{1,60})\]/.exec(failReason)?.[1]?.trim().toLowerCase() ?? ''
  const reason = Object.hasOwn(reasons, title) ? reasons[title] : undefined
  if (reason === undefined) return { state: 'failed', reason: 'failed', code: null }
  return { state: 'failed', reason, code: title.replaceAll(' ', '_') }
}
