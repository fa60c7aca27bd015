// Dictating a chat prompt, with Chromium's own (fake) microphone, recorder and permissions.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { controlFor } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const microphone = (page: Page) => page.getByRole('button', { name: 'Надиктовать голосом' })
const stop = (page: Page) => page.getByRole('button', { name: 'Остановить запись' })

/** Transcription calls name no account. Only the test of this file makes them. */
const setHearing = (switches: object) => controlFor('/openai/v1/audio/transcriptions', switches)

/** Makes the page's open microphone streams visible to the test. */
const watchMicrophones = (page: Page) =>
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

const openMicrophones = (page: Page) =>
  page.evaluate<number>(
    'streams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === "live").length'
  )

/** Records for more than a second. */
async function speak(page: Page) {
  await microphone(page).click()
  // Any second will do: a slow machine may skip a certain one.
  await page.getByText(/^0:([01]\d|2[0-8])$/).waitFor()
}

test('a recording that is cancelled closes the microphone and is not sent; the next becomes the prompt and is answered', async ({
  openPage
}) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, microphone: true })
  await watchMicrophones(page)
  let sent = 0
  page.on('request', (request) => void (sent += request.url().endsWith('/transcribe') ? 1 : 0))
  await page.goto('/gpt5')
  await promptField(page).fill('Кратко: ')
  await speak(page)
  await expectGoodLooks(page, 'recording')
  await expect.poll(() => openMicrophones(page)).toBe(1)
  await page.keyboard.press('Escape')
  await stop(page).waitFor({ state: 'detached' })
  await expect.poll(() => openMicrophones(page)).toBe(0)
  expect([sent, await promptField(page).inputValue()]).toEqual([0, 'Кратко: '])

  await setHearing({ transcript: 'что такое эхо?' })
  await speak(page)
  await stop(page).click()
  await page.getByText('Голос распознан').first().waitFor()
  await setHearing({ transcript: null })
  await expect.poll(() => promptField(page).inputValue()).toBe('Кратко: что такое эхо?')
  await expect.poll(() => openMicrophones(page)).toBe(0)
  await page.getByRole('button', { name: /^Отправить/ }).click()
  await waitForWords(answersOn(page))
  expect(sent).toBe(1)
})
