import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../toasts.ts'
import { png, standInForFileFields } from './file-stand-in.tsx'
import { startStudio, submitButton } from './open-studio.tsx'
import { RefusedFile } from '#web/src/media/upload/file/chosen-file.ts'
import * as fitting from '#web/src/media/upload/fit/fit-files.ts'

beforeEach(standInForFileFields)

const smaller = 'data:image/png;base64,c21hbGw='

async function submitPicture() {
  const { server } = await startStudio('/stability')
  fireEvent.click(screen.getByRole('button', { name: 'Выбрать: Изображение' }))
  fireEvent.click(submitButton())
  return server
}

test('a picture is sent within the limits of its tool, and the form keeps the original', async () => {
  const fitFiles = vi
    .spyOn(fitting, 'fitFiles')
    .mockImplementation(async (_, values) => ({ ...values, image: smaller }))
  const server = await submitPicture()
  await waitFor(() => expect(server.submitted().map(({ body }) => body)).toEqual([{ tool: 'upscale', image: smaller }]))
  expect(fitFiles).toHaveBeenCalledWith(expect.objectContaining({ id: 'stability' }), { tool: 'upscale', image: png })
  expect(screen.getByRole('group', { name: 'Изображение' }).getAttribute('data-value')).toBe(png)
})

test('a picture that cannot be made small enough is not sent, and the user sees the reason', async () => {
  vi.spyOn(fitting, 'fitFiles').mockImplementation(async () => {
    throw new RefusedFile('Не удалось уменьшить изображение')
  })
  const server = await submitPicture()
  await waitFor(() => expect(toasts).toContain('error: Не удалось уменьшить изображение'))
  expect(server.submitted()).toEqual([])
  expect(submitButton().ariaDisabled).toBeNull()
})
