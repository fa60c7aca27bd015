// Where a person goes on when they are signed in. It goes along to a provider and back as an address of this site.
import type { NavigateFunction } from 'react-router-dom'
import { returnPathOf } from '../../base/links.ts'
import { askingNow } from '../../base/page/ask-now.ts'
import { keepQuestion, type KeptQuestion, keptQuestion } from '../../base/session/kept-question.ts'
import { sessionState } from '../../base/session/session-store.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { isKept } from '../../base/storage/unsent.ts'

interface Along {
  /** When the question was kept over which the person signs in: with that it is sent. */
  asks?: number | undefined
  /** Of the link by which they came. */
  invite?: string | undefined
}

/** Stays until the page is loaded anew: who came by a link may look around first, and register over what they ask. */
const invited = pageStore<string | undefined>(() => undefined)

/** The code of the link by which the visitor came. @param query of the address that is open */
export function inviteOf(query?: URLSearchParams): string | undefined {
  const code = query?.get('invite')
  if (code) invited.setState(code, true)
  return invited.getState()
}

interface Trip extends Along {
  path: string
}

/** As long as a way in may take, with a search for the second factor. Later the question is a surprise, and waits for a press. */
const asksForMs = 20 * 60_000

/** As long as the server takes it (contract/identities.ts). */
const lengthMax = 2000

/** @param path of this site, with its query, which is left out where it is too long */
export function tripTo(path: string, along: Along): string {
  const url = urlOf(path)
  for (const [name, value] of Object.entries(along)) if (value !== undefined) url.searchParams.set(name, String(value))
  const trip = placeOf(url)
  return trip.length <= lengthMax || path === url.pathname ? trip : tripTo(url.pathname, along)
}

/** What an address says that `tripTo` made; one that leads elsewhere leads home. */
export function tripOf(address: string): Trip {
  const url = urlOf(returnPathOf(new URLSearchParams({ return: address })))
  const query = url.searchParams
  // No number is no time either.
  const along = { asks: Number(query.get('asks')) || undefined, invite: query.get('invite') ?? undefined }
  query.delete('asks')
  query.delete('invite')
  return { ...along, path: placeOf(url) }
}

const urlOf = (path: string): URL => new URL(path, 'https://site')

const placeOf = ({ pathname, search, hash }: URL): string => pathname + search + hash

/** The question that a trip is to send, while it still waits in this browser. */
export function questionOf({ asks }: Trip): KeptQuestion | null {
  // Another tab may have sent it: what this page has read may be older.
  const kept = isKept() ? keptQuestion() : null
  const isMeant = kept !== null && kept.prompt !== '' && kept.at === asks && Date.now() - kept.at < asksForMs
  return isMeant && kept.owner === null ? kept : null
}

/** Takes the question out of this browser, so that only one page sends it. */
function takeQuestion(trip: Trip): KeptQuestion | null {
  const kept = sessionState().status === 'signed-out' ? null : questionOf(trip)
  if (kept) keepQuestion(null)
  return kept
}

/** For who is signed in now: sends the question over which they did that, else opens the page that they were on the way to. */
export function goOn(navigate: NavigateFunction, address: string): void {
  const trip = tripOf(address)
  const kept = takeQuestion(trip)
  if (!kept) return void navigate(trip.path, { replace: true })
  const { path, prompt, model, priceTokens, operationId } = kept
  void navigate(path, {
    replace: true,
    ...askingNow({ prompt, model, priceTokens: priceTokens ?? 0, operationId })
  })
}

/** For who does not sign in after all: their words stand where they would be sent. */
export function goBack(navigate: NavigateFunction, address: string): void {
  const trip = tripOf(address)
  const kept = questionOf(trip)
  const { prompt, model } = kept ?? {}
  // An address has no room for a long question.
  void navigate(kept?.path ?? trip.path, { replace: true, ...(model != null && { state: { prompt, model } }) })
}
