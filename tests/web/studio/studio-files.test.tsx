import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptFiles } from '#web/src/studio/draft/kept-files.ts'
import { toasts } from '../chat/toasts.ts'
import { otherPng, png } from './file-stand-in.tsx'
import { openSignedIn, openStudio, submitButton } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'

/** Replaces IndexedDB. */
const kept = vi.hoisted(() => new Map<string, KeptFiles>())

vi.mock('#web/src/base/ui/notify.ts', () => import('../chat/toasts.ts'))
vi.mock('#web/src/media/upload/file-field.tsx', () => import('./file-stand-in.tsx'))
vi.mock('#web/src/media/upload/mask-field.tsx', () => import('./file-stand-in.tsx'))
vi.mock('#web/src/studio/draft/kept-files.ts', () => ({
  readKeptFiles: async (key: string) => kept.get(key) ?? null,
  keepFiles: async (key: string, files: KeptFiles) => {
    if (Object.keys(files.files).length === 0) kept.delete(key)
    else kept.set(key, files)
  }
}))

beforeEach(() => {
  localStorage.clear()
  kept.clear()
  toasts.length = 0
})
afterEach(() => vi.unstubAllGlobals())

const key = 'studio-draft:/stability'
const shown = () => screen.getByRole('group', { name: 'Изображение' }).getAttribute('data-value')
const choose = () => fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
const unload = (leave: () => void) => {
  window.dispatchEvent(new Event('pagehide'))
  leave()
}

test('a chosen file survives a reload until the user removes it', async () => {
  studioServer()
  const first = await openSignedIn('/stability')
  choose()
  unload(first.leave)
  const second = await openSignedIn('/stability')
  await waitFor(() => expect(shown()).toBe(png))
  expect(submitButton().disabled).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Убрать: Изображение' }))
  unload(second.leave)
  expect(kept.size).toBe(0)
})

test('a visitor’s file is kept after sign-in', async () => {
  studioServer({ signedIn: false })
  const visitor = await openStudio('/stability')
  choose()
  unload(visitor.leave)
  studioServer()
  await openSignedIn('/stability')
  await waitFor(() => expect(shown()).toBe(png))
})

test('a file of one user is never shown to another, and is deleted', async () => {
  studioServer()
  const anna = await openSignedIn('/stability')
  choose()
  unload(anna.leave)
  expect(kept.get(key)?.owner).toBe('id-of-anna@example.ru')
  studioServer({ name: 'boris' })
  await openSignedIn('/stability')
  await waitFor(() => expect(kept.size).toBe(0))
  expect(shown()).toBe('')
})

test('a stored file does not replace one that the user chose before it was read', async () => {
  kept.set(key, { owner: null, files: { image: otherPng } })
  studioServer()
  await openStudio('/stability')
  choose()
  await screen.findByText(/^На балансе/)
  expect(shown()).toBe(png)
  expect(kept.get(key)?.files.image).toBe(png)
})
