import { onSessionChange, sessionState } from './session-store.ts'

/** Calls when what the page remembers for a user must go: they have signed out, or another user is there. */
export function onUserLeft(forget: () => void): void {
  let known = sessionState().user?.id ?? null
  onSessionChange(() => {
    const { status, user } = sessionState()
    const isOther = user !== null && known !== null && user.id !== known
    known = status === 'signed-out' ? null : (user?.id ?? known)
    if (status === 'signed-out' || isOther) forget()
  })
}
