// The address inside the console is what follows `#`: `#/people/<id>?tab=wallet`. The server never sees it.
import { useSyncExternalStore } from 'react'

export interface Address {
  /** Of the page: `/people`. */
  path: string
  /** What follows it: the id of the person; null when nothing does. */
  parameter: string | null
  query: URLSearchParams
}

/** Undefined for a text that no address can contain. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function addressOf(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', ...rest] = path.split('/')
  return {
    path: `/${decoded(page) ?? page}`,
    parameter: decoded(rest.join('/')) || null,
    query: new URLSearchParams(query)
  }
}

/** For links: `hrefOf('/people', id)`. */
export function hrefOf(path: string, parameter?: string, query: Record<string, string> = {}): string {
  const place = parameter === undefined ? path : `${path}/${encodeURIComponent(parameter)}`
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return `#${place}${asked && `?${asked}`}`
}

/** Puts the choices of a page into its address, so that a reload and a link keep them. */
export function replaceQuery(query: Record<string, string>): void {
  const { path, parameter } = addressOf(window.location.hash)
  window.history.replaceState(null, '', hrefOf(path, parameter ?? undefined, query))
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

function onChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export const useAddress = (): Address =>
  addressOf(
    useSyncExternalStore(
      onChange,
      () => window.location.hash,
      () => ''
    )
  )
