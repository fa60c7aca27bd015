// Which ends of jobs were told in this browser: one tab tells, and tells once.
const storageKey = 'told-jobs'
const kept = 50
/** The tab that is looked at goes first. */
const hiddenTabDelayMs = 1500

/** True for the one tab that tells of this. */
export async function claimTelling(name: string): Promise<boolean> {
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
    // Without storage tabs know nothing of each other: better told twice than never.
    return true
  }
}
