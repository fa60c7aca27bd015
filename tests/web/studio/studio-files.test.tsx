import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { otherPng, png, standInForFileFields } from './file-stand-in.tsx'
import { openSignedIn, openStudio, startStudio, submitButton } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'
import * as keptFiles from '#web/src/media/form/kept-files.ts'

/** Replaces IndexedDB. */
const kept = new Map<string, keptFiles.KeptFiles>()

beforeEach(() => {
  kept.clear()
  standInForFileFields()
  vi.spyOn(keptFiles, 'readKeptFiles').mockImplementation(async (key) => kept.get(key) ?? null)
  vi.spyOn(keptFiles, 'keepFiles').mockImplementation(async (key, files) => {
    if (Object.keys(files.files).length === 0) kept.delete(key)
    else kept.set(key, files)
  })
})

const key = 'studio-draft:/stability'
const shown = () => screen.getByRole('group', { name: 'Изображение' }).getAttribute('data-value')
const choose = () => fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
test('a chosen file survives a reload until the user removes it', async () => {
  const first = await startStudio('/stability')
  choose()
  first.unload()
  const second = await openSignedIn('/stability')
  await waitFor(() => expect(shown()).toBe(png))
  expect(submitButton().ariaDisabled).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Убрать: Изображение' }))
  second.unload()
  expect(kept.size).toBe(0)
})

test('a visitor’s file is kept after sign-in', async () => {
  const visitor = await startStudio('/stability', { signedIn: false })
  choose()
  visitor.unload()
  await startStudio('/stability')
  await waitFor(() => expect(shown()).toBe(png))
})

test('a file of one user is never shown to another, and is deleted', async () => {
  const anna = await startStudio('/stability')
  choose()
  anna.unload()
  expect(kept.get(key)?.owner).toBe('id-of-anna@example.ru')
  await startStudio('/stability', { name: 'boris' })
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
