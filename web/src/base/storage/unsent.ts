// What a user has typed or chosen and not sent. It survives a reload, an ended session and a payment in this browser's storage,
// but not a sign-out: the next person at this browser could read it there.

const chatKey = 'chat-draft:'
const studioKey = 'studio-draft:'
const helpKey = 'prompt-help:'
const keptKey = 'kept:'
const prefixes = { chat: chatKey, studio: studioKey, help: helpKey, kept: keptKey }

/** The key of a draft in local storage. */
export const unsentKey = (room: keyof typeof prefixes, rest: string): string => prefixes[room] + rest

/** The IndexedDB database of the files that were not sent. */
export const filesDatabaseName = 'studio-files'

/** What a visitor wanted to send before they registered: kept-question.ts. */
export const keptQuestionKey = unsentKey('kept', 'question')

/** How many chats and works the home page has shown last: site/home/recent-mark.ts. */
export const recentKey = unsentKey('kept', 'recent')

export function isKept(): boolean {
  try {
    return localStorage.getItem(keptQuestionKey) !== null
  } catch {
    return false
  }
}

/** Deletes everybody's drafts and files from this browser. */
export function forgetUnsent(): void {
  try {
    const keys = Object.keys(localStorage)
    for (const key of keys.filter((one) => Object.values(prefixes).some((prefix) => one.startsWith(prefix))))
      localStorage.removeItem(key)
    delete document.documentElement.dataset['recent']
    indexedDB.deleteDatabase(filesDatabaseName)
  } catch {
    // Storage is blocked, so it holds nothing.
  }
}
