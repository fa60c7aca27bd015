import type { SessionState } from './session-store.ts'

/**
 * For what is wrong for somebody who is signed in: it keeps its place, unseen, until it is known who is here. HTML from the
 * build is a visitor's; there `public/before-paint.js` says whether the browser holds a session.
 */
export const visitorsOnly = (status: SessionState['status']): string =>
  status === 'loading' ? 'invisible' : 'in-data-[session=stored]:invisible'
