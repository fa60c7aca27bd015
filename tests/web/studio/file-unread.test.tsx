// A chosen file that is still being read: the form holds the one before it, or none.
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as reading from '#web/src/media/upload/read-upload.ts'
import { choose, file } from '../upload-form.tsx'
import { toasts } from '../toasts.ts'
import { otherPng, png } from './file-stand-in.tsx'
import { startStudio, submitButton, write } from './open-studio.tsx'

let read: PromiseWithResolvers<reading.Upload>[] = []

beforeEach(() => {
  read = []
  vi.spyOn(reading, 'readFirst').mockImplementation(() => {
    const next = Promise.withResolvers<reading.Upload>()
    read.push(next)
    return next.promise
  })
})

const isRead = (dataUrl: string) =>
  act(async () => read.at(-1)?.resolve({ dataUrl, name: 'photo.png', shrunkFromBytes: null }))
const expectHeldBack = async () => {
  submitButton().click()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Файл ещё читается/)
}

test('nothing is sent until it is read, neither without it nor with the one before', async () => {
  const { server } = await startStudio('/gpt-image-edit')
  write('Сделай вазу синей')
  choose(file([1]))
  await expectHeldBack()
  await isRead(png)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  choose(file([2]))
  await expectHeldBack()
  expect(toasts).toEqual(Array(2).fill(expect.stringMatching(/^error: Файл ещё читается/)))
  expect(server.submitted()).toEqual([])
  await isRead(otherPng)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  submitButton().click()
  await waitFor(() => expect(server.submitted().map(({ body }) => body)).toMatchObject([{ image: otherPng }]))
})
