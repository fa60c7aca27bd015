import { onSessionChange, sessionState } from './session-store.ts'

/** Calls when the page must forget the data of a user: they have signed out, or another user has signed in. @returns what ends that */
export function onUserLeft(forget: () => void): () => void {
  let known = sessionState().user?.id ?? null
  return onSessionChange(() => {
    const { status, user } = sessionState()
    const isOther = user !== null && known !== null && user.id !== known
    known = status === 'signed-out' ? null : (user?.id ?? known)
    if (status === 'signed-out' || isOther) forget()
  })
}
