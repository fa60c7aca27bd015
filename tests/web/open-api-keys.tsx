// The page of the keys of the API, of a user who has some.
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { ApiKey, ApiUsage } from '#contract/api-keys.ts'
import { apiScopes } from '#contract/api-key-words.ts'
import { Page } from '#web/src/people/api-keys/page.tsx'
import { type Answers, signedInApi, succeed } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { write } from './write.ts'

export const secret = 'sk-site-Zm9vYmFyYmF6cXV4a1b2'
export const hourMs = 60 * 60_000

export const keyOf = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k1',
  name: 'Ноутбук',
  hint: 'sk-…a1b2',
  scopes: [...apiScopes],
  models: null,
  networks: null,
  created_at: new Date(2026, 10, 3).getTime(),
  expires_at: null,
  last_used_at: null,
  overlaps_until: null,
  budgets: { day: null, month: null, total: null },
  spent: { day: 0, month: 0, total: 0 },
  ...more
})

export const noUsage: ApiUsage = { days: ['2026-11-23', '2026-11-24'], partial_day: null, keys: [], rows: [] }

/** Opens the page of a user who has these keys; a test changes them as the server would. */
export function openKeys(keys: ApiKey[], answers: Answers = {}) {
  const known = [...keys]
  const api = signedInApi({
    'GET /api-keys': () => succeed({ items: known }),
    'GET /api-keys/usage?days=30': () => succeed(noUsage),
    ...answers
  })
  const page = openPages('/api-keys', { '/api-keys': <Page /> })
  const sent = (call: string) =>
    api.asked.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)
  return { ...api, ...page, sent, known }
}

export const making = (apiKey = keyOf()) => ({ 'POST /api-keys': () => succeed({ key: secret, apiKey }) })

export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
export const button = (name: string | RegExp) => screen.findByRole('button', { name })

type Opened = ReturnType<typeof openKeys>

export async function begin({ user }: Opened) {
  await user.click(await button('Создать ключ'))
  return dialog('Новый ключ')
}

/** Makes a key with nothing but a name. */
export async function make(page: Opened, name = 'Ноутбук') {
  const form = await begin(page)
  await write(page.user, form.getByLabelText('Название'), `${name}{Enter}`)
  return dialog('Ключ создан')
}

export async function choose({ user }: Opened, item: string, name = 'Ноутбук') {
  await user.click(await button(`Действия с ключом «${name}»`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

export const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Everything that outlives a dialog: the document, storage, address, and what queries and mutations remember. */
export const remembered = ({ queries }: Opened): string =>
  JSON.stringify([
    document.documentElement.outerHTML,
    [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    { ...localStorage },
    { ...sessionStorage },
    [location.href, history.state],
    queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state),
    queries
      .getMutationCache()
      .getAll()
      .map(({ state }) => state)
  ])
