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

/** The address of a new chat with the model that was asked last: public/before-paint.js opens it for the icon's «Новый чат». */
export const lastChatKey = unsentKey('kept', 'chat')

/** Of the session storage: the question of the home page, while it is reloaded: base/page/words-again.ts. */
export const wordsAgainKey = 'words-again'

/** The IndexedDB database of the chats that are read without a network: chat/offline/saved-chats.ts. */
export const savedDatabaseName = 'saved-chats'

/** The caches of what other apps share: public/ready-worker.js fills the first, app/received/received.ts moves it to its owner's. */
export const receivedName = 'received'
export const ownReceivedName = 'received-own'

/** The cache of the works on the badge of the icon: public/ready-worker.js and app/icon-badge.ts. */
export const badgeName = 'badge'

/** Deletes what is kept of a user for reading, however their session ended. */
export function forgetSaved(): void {
  try {
    indexedDB.deleteDatabase(savedDatabaseName)
  } catch {
    // There is none, so it holds nothing.
  }
  // Insecure addresses have no caches.
  for (const name of [ownReceivedName, badgeName]) void globalThis.caches?.delete(name).catch(() => undefined)
  void navigator.clearAppBadge?.().catch(() => undefined)
}

export function isKept(): boolean {
  try {
    return localStorage.getItem(keptQuestionKey) !== null
  } catch {
    return false
  }
}

/** The keys of local storage; none where it is blocked. */
export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Deletes what is stored under keys with one of these beginnings. */
export function forgetKeys(beginnings: readonly string[]): void {
  for (const key of storedKeys()) if (beginnings.some((one) => key.startsWith(one))) localStorage.removeItem(key)
}

/** Deletes everybody's drafts and files from this browser. */
export function forgetUnsent(): void {
  forgetKeys(Object.values(prefixes))
  try {
    sessionStorage.removeItem(wordsAgainKey)
    delete document.documentElement.dataset['recent']
    indexedDB.deleteDatabase(filesDatabaseName)
    void globalThis.caches?.delete(receivedName).catch(() => undefined)
  } catch {
    // Storage is blocked, so it holds nothing.
  }
}
