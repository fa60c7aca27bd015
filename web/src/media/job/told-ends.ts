// Remembers which ended jobs this browser has announced: one tab announces each end, once.
const storageKey = 'told-jobs'
const kept = 50
/** Hidden tabs wait, so that the visible one announces. */
const hiddenTabDelayMs = 1500

/** True for the one tab that may announce this end. */
export async function claimAnnouncement(name: string): Promise<boolean> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenTabDelayMs))
  if (!navigator.locks) return claim(name)
  return navigator.locks.request(storageKey, () => claim(name))
}

function claim(name: string): boolean {
  try {
    const told = (localStorage.getItem(storageKey) ?? '').split(' ')
    if (told.includes(name)) return false
    localStorage.setItem(storageKey, [name, ...told].slice(0, kept).join(' '))
    return true
  } catch {
    // Without storage tabs cannot agree: announcing twice is better than never.
    return true
  }
}
