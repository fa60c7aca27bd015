// How many chats and works the home page has shown last is a mark of the document, so that HTML from the build keeps their place:
// public/before-paint.js sets it from what this browser keeps, and recent-place.tsx shows a place for each by it.
import { recentKey } from '../../base/storage/unsent.ts'

/** `c1 c2 w1` for two chats and a work. */
const markOf = (chats: number, works: number): string => [...numbered('c', chats), ...numbered('w', works)].join(' ')

const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

/** Keeps their place for the next visit, until the user signs out. */
export function markRecent(chats: number, works: number): void {
  const mark = markOf(chats, works)
  const { dataset } = document.documentElement
  if (mark === '') delete dataset['recent']
  else dataset['recent'] = mark
  try {
    if (mark === '') localStorage.removeItem(recentKey)
    else localStorage.setItem(recentKey, mark)
  } catch {
    // Storage is blocked: the place is kept until a reload.
  }
}
