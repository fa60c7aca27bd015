// The microphone of a chat, which Chromium plays beeps into.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { putFinger } from './finger.ts'

export const microphone = (page: Page) => page.getByRole('button', { name: 'Надиктовать голосом' })
export const stop = (page: Page) => page.getByRole('button', { name: 'Остановить запись' })

/** Makes the page's open microphone streams visible to the test. */
export const watchMicrophones = (page: Page) =>
  page.addInitScript(() => {
    const streams: MediaStream[] = []
    Object.assign(window, { streams })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      streams.push(stream)
      return stream
    }
  })

export const openMicrophones = (page: Page) =>
  page.evaluate<number>(
    'streams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === "live").length'
  )

/** To the left it is cancelled; upwards it goes on without the finger. */
export async function holdToSpeak(page: Page) {
  const cancelling = await putFinger(page, microphone(page))
  await page.getByText('Влево — отменить').waitFor()
  await stop(page).waitFor()
  await cancelling.move(-120, -10)
  await microphone(page).waitFor()
  await cancelling.lift()
  await expect.poll(() => openMicrophones(page)).toBe(0)

  const leaving = await putFinger(page, microphone(page))
  await stop(page).waitFor()
  await leaving.move(-5, -100)
  await page.getByText('Влево — отменить').waitFor({ state: 'detached' })
  await leaving.lift()
  await expect.poll(() => openMicrophones(page)).toBe(1)
  await page.getByRole('button', { name: 'Отменить запись' }).click()
  await expect.poll(() => openMicrophones(page)).toBe(0)
}

/** Records for more than a second. */
export async function speak(page: Page) {
  await microphone(page).click()
  // Any second will do: a slow machine may skip a certain one.
  await page.getByText(/^0:([01]\d|2[0-8])$/).waitFor()
}
