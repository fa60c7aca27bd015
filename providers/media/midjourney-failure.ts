import type { MediaEnd, MediaFailureReason } from './media.ts'

// Titles of Midjourney's own notices, which the proxy puts in brackets before the message. Collected from public
// clients of its bot; «Blocked» is left out because it concerns an account.
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
 * The API has no codes for tasks that fail after submission, so the notice's title is used. The text after it may quote
 * the prompt and is not read.
 * @param failReason `[Banned prompt detected] …`, or a message without a title
 */
export function midjourneyFailure(failReason: string): MediaEnd {
  const title = /^\[([^\]]{1,60})\]/.exec(failReason)?.[1]?.trim().toLowerCase() ?? ''
  const reason = Object.hasOwn(reasons, title) ? reasons[title] : undefined
  if (reason === undefined) return { state: 'failed', reason: 'failed', code: null }
  return { state: 'failed', reason, code: title.replaceAll(' ', '_') }
}
