// What needs the whole browser, which is launched here only, and once: messages of long jobs, and the microphone.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { createAccount } from '../support/e2e/account.ts'
import { answersOn, promptField, waitForWords } from '../support/e2e/chatting.ts'
import { putFinger } from '../support/e2e/finger.ts'
import { expectGoodLooks, onPhone } from '../support/e2e/good-looks.ts'
import { holdToSpeak, microphone, openMicrophones, speak, stop, watchMicrophones } from '../support/e2e/microphone.ts'
import { expectNothingSticksOut } from '../support/e2e/sticking-out.ts'
import {
  balanceOf,
  card,
  control,
  controlFor,
  describeIt,
  jobsOf,
  makeLong,
  submit,
  submitJob,
  unfold,
  upload,
  whileJobsRun
} from '../support/e2e/studio.ts'
import { test } from '../support/e2e/test.ts'

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The push service of Chromium needs the internet, so the page gets a subscription of the sandbox's; all else is real. */
async function subscribe(applicationServerKey: unknown): Promise<Subscription> {
  const made = await fetch(`${inject('sandboxOrigin')}/push/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey })
  })
  return (await made.json()) as Subscription
}

async function withSubscriptions(context: BrowserContext): Promise<Subscription[]> {
  const made: Subscription[] = []
  await context.exposeFunction('subscribeAtSandbox', async (key: unknown) => {
    made.push(await subscribe(key))
    return made.at(-1)
  })
  await context.addInitScript(() => {
    let subscription: object | null = null
    const page = window as unknown as { subscribeAtSandbox(key: unknown): Promise<Subscription> }
    PushManager.prototype.subscribe = async (options) => {
      const given = await page.subscribeAtSandbox(options?.applicationServerKey)
      subscription = { toJSON: () => given, unsubscribe: async () => true }
      return subscription as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null
  })
  return made
}

/** Gives the worker of the site a message, as the push service of the browser would. @returns what it shows */
async function push(page: Page, data: string) {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: inject('siteOrigin'), registrationId, data })
  const shown = async () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body, tag, data: given }) => ({
        title,
        body,
        tag,
        path: given.path as string
      }))
    })
  await expect.poll(async () => (await shown()).length, { timeout: 30_000 }).toBe(1)
  return shown()
}

/** Expects that the page fits every phone: the widest and the narrowest, as no rule of the style sheets divides those between. */
async function fitsPhones(page: Page) {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingSticksOut(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function goByMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'Меню пользователя' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Of an account whose jobs run: the plan, what is reserved, and the choice how to be told. */
async function seeThePlan(page: Page) {
  await goByMenu(page, 'Моя подписка')
  await page
    .getByText(/в работе/)
    .first()
    .waitFor()
  const details = page.getByRole('button', { name: /^Подробности: Генерация/ })
  await details.first().click()
  await fitsPhones(page)
  await expectGoodLooks(page, 'the plan while a job runs')
  await page.getByRole('tab', { name: 'История токенов' }).click()
  await page.getByRole('button', { name: 'Проверить баланс' }).click()
  await page.getByText('Зарезервировано на то, что в работе').last().waitFor()
  await fitsPhones(page)
  await goByMenu(page, 'Профиль')
  await page.getByRole('radio', { name: /^Сообщение в браузере/ }).waitFor()
  await expectGoodLooks(page, 'the choice in the profile')
}

/** Takes back the job that never ends, in the list that every page has. */
async function cancelIn(tray: Locator) {
  await tray.getByRole('button', { name: /^Отменить/ }).click()
  await tray.getByRole('button', { name: 'Отменить работу' }).click()
}

test('a long video with two frames says why it waits, and tells the browser when it is ready', async ({ openPage }) => {
  const account = await createAccount()
  await control(account, { mediaFault: '429', mediaFaultCount: 1000 })
  const page = await openPage({ tokens: account.tokens, ownDevice: true, wholeBrowser: true })
  await page.context().grantPermissions(['notifications'], { origin: inject('siteOrigin') })
  const subscriptions = await withSubscriptions(page.context())
  await page.goto('/luma')
  await describeIt(page, 'Тайный маяк на скале')
  await unfold(page)
  await upload(page, 0)
  await upload(page, 1)
  await page.getByRole('img', { name: 'Загруженное изображение' }).nth(1).waitFor()
  await submit(page).click()
  await card(page)
    .getByText(/^Сервис занят, .*попробуем снова/)
    .waitFor()
  await makeLong(account)
  expect((await jobsOf(account))[0]?.uploads).toEqual(['startFrame', 'endFrame'])
  await expect.poll(() => submit(page).isEnabled()).toBe(true)
  await page.getByText('в очереди 1').waitFor()
  await page.getByRole('region', { name: 'Сообщить о готовности' }).waitFor()
  await expectGoodLooks(page, 'a waiting video')

  await page.getByRole('button', { name: 'В браузере' }).click()
  await page.getByText('Сообщим в этом браузере').waitFor()
  expect(subscriptions).toHaveLength(1)
  await control(account, { mediaFault: null })
  await submitJob(account, '/video/runwayml', { prompt: 'Поезд, который не придёт [сбой:вечно]' })
  await seeThePlan(page)

  const video = async () => (await jobsOf(account)).find(({ service }) => service === 'luma')
  await expect.poll(async () => (await video())?.state, whileJobsRun).toBe('completed')
  const messages = async () => {
    const response = await fetch(subscriptions[0]?.endpoint ?? '')
    return (await response.json()) as { text: string }[]
  }
  await expect.poll(async () => (await messages()).length, { timeout: 30_000 }).toBe(1)
  const text = (await messages())[0]?.text ?? ''
  expect(text).not.toContain('маяк')
  const id = (await video())?.id
  expect(await push(page, text)).toEqual([
    { title: 'Видео готово', body: 'Luma. Нажмите, чтобы открыть', tag: id, path: `/library?work=${id}` }
  ])
  await page.goto(`/library?work=${id}`)
  await page.getByRole('dialog').getByText('Списано').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Мои работы/ }).click()
  const tray = page.getByRole('dialog', { name: 'Мои работы' })
  await tray.getByText(/только что|мин назад/).waitFor()
  await expectGoodLooks(page, 'the tray')
  await cancelIn(tray)
  await expect.poll(() => balanceOf(account)).toBe(7)
  expect((await jobsOf(account)).find(({ service }) => service === 'runwayml')?.state).toBe('cancelled')
})

/** Transcription calls name no account. Only the test of this file makes them. */
const setHearing = (switches: object) => controlFor('/openai/v1/audio/transcriptions', switches)

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
  await expect.poll(() => page.getByText('Shift+Enter — новая строка').isVisible()).toBe(false)
  await expectGoodLooks(page, 'recording')
  await expect.poll(() => openMicrophones(page)).toBe(1)
  await page.keyboard.press('Escape')
  await stop(page).waitFor({ state: 'detached' })
  await expect.poll(() => openMicrophones(page)).toBe(0)
  expect([sent, await promptField(page).inputValue()]).toEqual([0, 'Кратко: '])

  await holdToSpeak(page)
  expect([sent, await promptField(page).inputValue()]).toEqual([0, 'Кратко: '])
  await setHearing({ transcript: 'что такое эхо?' })
  const finger = await putFinger(page, microphone(page))
  await page.getByText(/^0:([01]\d|2[0-8])$/).waitFor()
  await expectGoodLooks(page, 'recording under a finger', onPhone)
  await finger.lift()
  await page.getByText('Голос распознан').first().waitFor()
  await setHearing({ transcript: null })
  await expect.poll(() => promptField(page).inputValue()).toBe('Кратко: что такое эхо?')
  await expect.poll(() => openMicrophones(page)).toBe(0)
  await page.getByRole('button', { name: /^Отправить/ }).click()
  await waitForWords(answersOn(page))
  expect(sent).toBe(1)
})
