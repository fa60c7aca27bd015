// A session as components see it, with a record of every state.
import { act, screen } from '@testing-library/react'
import { type Answers, profileOf, signedInApi } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { useSession } from '#web/src/base/session/session.tsx'
import * as store from '#web/src/base/session/session-store.ts'

export const anna = { user: profileOf('anna@example.ru') }

/** Shows the user, and gives the test the actions of the session. */
export async function start(address = '/') {
  const seen: string[] = []
  let actions: ReturnType<typeof useSession> | undefined
  const Show = () => {
    actions = useSession()
    const text = `${actions.status} ${actions.user?.email ?? '-'} ${actions.user?.tokens ?? '-'}`
    if (seen.at(-1) !== text) seen.push(text)
    return <p>{text}</p>
  }
  const { queries } = renderAt(address, <Show />)
  return {
    queries,
    seen,
    store,
    do: () => {
      if (!actions) throw new Error('Nothing was rendered')
      return actions
    }
  }
}

export async function signedIn(answers: Answers = {}) {
  const api = signedInApi(answers)
  const session = await start()
  await screen.findByText('signed-in anna@example.ru 7')
  return { ...session, ...api }
}

export const storageEvent = (key: string | null): void =>
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key }))
  })

/** The events of a page that is shown again: from the browser's page cache, or after a sleep. */
export const wake = (how: 'pageshow' | 'visibilitychange'): void =>
  act(() => {
    if (how === 'pageshow') window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    else document.dispatchEvent(new Event('visibilitychange'))
  })
