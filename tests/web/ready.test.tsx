// Asking how to tell of jobs that are ready, in the studio and in the profile.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReadySettings } from '#contract/ready.ts'
import { type Answers, succeed } from './fake-api.ts'
import { openJobs } from './jobs-page.tsx'
import { renderHere } from './render-page.tsx'
import { running, sampleJob } from './jobs-sample.ts'
import { toasts } from './toasts.ts'
import { ReadyOffer } from '#web/src/media/ready/ready-offer.tsx'
import { ReadyChoice } from '#web/src/people/profile/ready-choice.tsx'
import { wasRefusedHere } from '#web/src/media/ready/use-ready.ts'

const endpoint = 'https://push.example/send/1'

const none: ReadySettings = { channel: null, publicKey: 'key', devices: [] }
const settings = (changes: Partial<ReadySettings> = {}) => succeed({ ...none, ...changes })

/** A browser that shows messages when its user allows them. */
function standInForPush(answer: NotificationPermission = 'granted') {
  let subscribed = false
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: async () => !(subscribed = false)
  }
  const subscribe = vi.fn(async () => {
    subscribed = true
    return subscription
  })
  const registration = {
    pushManager: { subscribe, getSubscription: async () => (subscribed ? subscription : null) }
  }
  const notification = { permission: 'default', requestPermission: async () => (notification.permission = answer) }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', vi.fn())
  const serviceWorker = {
    register: vi.fn(async () => registration),
    getRegistration: async () => registration,
    ready: Promise.resolve(registration)
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return { subscribe, isSubscribed: () => subscribed }
}
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

const film = running({ kind: 'video', service: 'luma', createdAt: Date.now(), startedAt: null })
const question = () => screen.findByRole('region', { name: 'Сообщить о готовности' })

/** Allowed on another device only. */
const elsewhere = () => settings({ channel: 'browser', devices: [{ id: 'e'.repeat(64), createdAt: 1 }] })

const openOffer = (answers: Answers = {}) =>
  openJobs({ 'GET /user/ready': () => settings(), ...answers }, <ReadyOffer service={film.service} jobs={[film]} />)

describe('the question', () => {
  it('is asked once a long job runs, and the browser asks only after a click', async () => {
    const { subscribe } = standInForPush()
    const add = vi.fn(() => settings({ channel: 'browser', devices: [] }))
    const { user, asked } = await openOffer({ 'POST /user/ready/devices': add })
    await question()
    expect(subscribe).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'В браузере' }))
    await waitFor(() => expect(toasts).toEqual(['success: Сообщим в этом браузере']))
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    const sent = asked.find(({ path }) => path === '/user/ready/devices')
    expect(sent?.body).toEqual({ endpoint, p256dh: 'point', auth: 'secret' })
    expect(screen.queryByRole('region', { name: 'Сообщить о готовности' })).toBeNull()
  })

  it('is asked again on a further device, until it is allowed or refused there', async () => {
    standInForPush()
    const { user, calls } = await openOffer({ 'GET /user/ready': elsewhere })
    await question()
    expect(screen.queryByRole('button', { name: 'Письмом' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Не нужно' }))
    expect(screen.queryByRole('region', { name: 'Сообщить о готовности' })).toBeNull()
    expect(calls()).not.toContain('PUT /user/ready')
    cleanup()
    const again = await openOffer({ 'GET /user/ready': elsewhere })
    await waitFor(() => expect(again.calls()).toContain('GET /user/ready'))
    expect(screen.queryByRole('region', { name: 'Сообщить о готовности' })).toBeNull()
  })

  it('is not asked for a short job, for an ended one, or before a job', async () => {
    const jobs = [running({ createdAt: Date.now() }), { ...sampleJob, createdAt: 1, state: 'completed' as const }]
    const { calls } = await openJobs({}, <ReadyOffer service="midjourney" jobs={jobs} />)
    expect(calls()).not.toContain('GET /user/ready')
  })

  it('is asked for a job of any kind that has become long, by the clock of the server, which tells late', async () => {
    const now = Date.now() + 2 * 3_600_000
    const told = Promise.withResolvers<Response>()
    const answers = {
      'GET /user/ready': () => settings(),
      'GET /prices': () => told.promise
    }
    const { calls } = await openJobs(answers, null)
    renderHere('/', <ReadyOffer service="midjourney" jobs={[running({ createdAt: now - 46_000 })]} />)
    await waitFor(() => expect(calls()).toContain('GET /prices'))
    told.resolve(succeed({ now, changes: [], models: [] }))
    await question()
  })

  it('offers mail where the browser shows no messages, and is not asked again after an answer', async () => {
    const choose = vi.fn(() => settings({ channel: 'mail' }))
    const { user, asked } = await openOffer({ 'PUT /user/ready': choose })
    await question()
    expect(screen.queryByRole('button', { name: 'В браузере' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Письмом' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Сообщить о готовности' })).toBeNull())
    expect(asked.at(-1)?.body).toEqual({ channel: 'mail' })
  })

  it('says what to do when the browser refuses', async () => {
    standInForPush('denied')
    const { user } = await openOffer()
    await question()
    await user.click(screen.getByRole('button', { name: 'В браузере' }))
    await waitFor(() =>
      expect(toasts).toEqual([
        'error: Браузер не разрешил сообщения. Разрешите их в настройках сайта или выберите письма'
      ])
    )
    expect(screen.queryByRole('button', { name: 'В браузере' })).toBeNull()
  })
})

describe('the choice in the profile', () => {
  it('is changed by its radio buttons, and switches this device on and off', async () => {
    const push = standInForPush()
    const id = await idHere()
    const other = { id: 'f'.repeat(64), createdAt: 1 }
    let now: ReadySettings = { ...none, channel: 'mail' }
    const { user } = await openJobs(
      {
        'GET /user/ready': () => succeed(now),
        'POST /user/ready/devices': () =>
          succeed((now = { ...none, channel: 'browser', devices: [other, { id, createdAt: 2 }] })),
        [`DELETE /user/ready/devices/${id}`]: () => succeed((now = { ...now, devices: [other] })),
        'PUT /user/ready': () => succeed((now = { ...none, channel: 'none' }))
      },
      <ReadyChoice email="anna@example.ru" />
    )
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Письмо/ })).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: /^Сообщение в браузере/ }))
    expect(await screen.findByText('На этом устройстве включено')).toBeTruthy()
    expect(screen.getByText('Включено ещё на 1 устройстве')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Выключить здесь' }))
    expect(await screen.findByText('На этом устройстве выключено')).toBeTruthy()
    expect(push.isSubscribed()).toBe(false)
    // The question on the pages of the studio would ask for the same again.
    expect(wasRefusedHere()).toBe(true)
    await user.click(screen.getByRole('radio', { name: /^Не сообщать/ }))
    await waitFor(() => expect(screen.queryByText(/^На этом устройстве/)).toBeNull())
  })
})

async function idHere(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
