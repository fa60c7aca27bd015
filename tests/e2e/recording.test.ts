// Dictating a chat prompt, with Chromium's own (fake) microphone, recorder and permissions.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { controlFor } from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

const microphone = (page: Page) => page.getByRole('button', { name: 'Надиктовать голосом' })
const stop = (page: Page) => page.getByRole('button', { name: 'Остановить запись' })

/** Transcription calls name no account. Only the tests of this file make them, one after the other. */
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

test('a recording becomes the prompt, which the user sends and gets answered', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens, microphone: true })
  await watchMicrophones(page)
  await page.goto('/gpt5')
  await setHearing({ transcript: 'Кратко: что такое эхо?' })
  await speak(page)
  await expect.poll(() => openMicrophones(page)).toBe(1)
  await stop(page).click()
  await page.getByText('Голос распознан').first().waitFor()
  await setHearing({ transcript: null })
  await expect.poll(() => promptField(page).inputValue()).toBe('Кратко: что такое эхо?')
  await expect.poll(() => openMicrophones(page)).toBe(0)
  await page.getByRole('button', { name: /^Отправить/ }).click()
  await waitForWords(answersOn(page))
})

describe('recording', () => {
  test('ends automatically after thirty seconds', async ({ openPage }) => {
    const { tokens } = await createAccount()
    const page = await openPage({ tokens, microphone: true, ownDevice: true })
    await watchMicrophones(page)
    await page.clock.install()
    await page.goto('/claude')
    await speak(page)
    await page.clock.fastForward(28_500)
    await page.getByText('Голос распознан').first().waitFor()
    await expect.poll(() => promptField(page).inputValue()).not.toBe('')
    await expect.poll(() => openMicrophones(page)).toBe(0)
  })

  test.for([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['another page', (page: Page) => page.getByRole('link', { name: 'Цены' }).first().click()]
  ] as const)(
    'is cancelled by %s: the microphone closes, no recording is sent, the draft stays',
    async ([, leave], { openPage }) => {
      const { tokens } = await createAccount()
      const page = await openPage({ tokens, microphone: true })
      await watchMicrophones(page)
      let sent = 0
      page.on('request', (request) => void (sent += request.url().endsWith('/transcribe') ? 1 : 0))
      await page.goto('/xai')
      await promptField(page).fill('Черновик')
      await speak(page)
      await leave(page)
      await stop(page).waitFor({ state: 'detached' })
      await expect.poll(() => openMicrophones(page)).toBe(0)
      expect(sent).toBe(0)
      await page.goto('/xai')
      await expect.poll(() => promptField(page).inputValue()).toBe('Черновик')
    }
  )

  test('in progress is accessible and fits the window', async ({ openPage }) => {
    const { tokens } = await createAccount()
    const page = await openPage({ tokens, microphone: true })
    await page.goto('/gpt5')
    await speak(page)
    await expectGoodLooks(page, 'recording')
  })

  test('without permission for the microphone shows an error', async ({ openPage }) => {
    const { tokens } = await createAccount()
    const page = await openPage({ tokens })
    await page.goto('/chatgpt')
    await microphone(page).click()
    await page.getByText('Не удалось получить доступ к микрофону').first().waitFor()
    await microphone(page).waitFor()
  })

  test('that the provider fails to transcribe shows an error, and the draft stays', async ({ openPage }) => {
    const { tokens } = await createAccount()
    const page = await openPage({ tokens, microphone: true, refusals: [502] })
    await page.goto('/chatgpt')
    await promptField(page).fill('Черновик')
    await setHearing({ mediaFault: 'server-error', mediaFaultCount: 3 })
    await speak(page)
    await stop(page).click()
    await page.getByText('Не удалось распознать голос').first().waitFor()
    await expect.poll(() => promptField(page).inputValue()).toBe('Черновик')
  })
})
