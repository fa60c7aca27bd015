// What strangers do too often is an alarm: sign-ins that fail with many addresses, and pages that break their policy. Nothing of who
// did it is kept.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { cspReport } from '../support/worker/alarm-causes.ts'
import { post } from '../support/worker/account.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { alarmRows, emptyAlarms } from '../support/worker/telling.ts'
import { watchObjects } from '../support/worker/traces.ts'
import { passMs, stopClock } from '../support/worker/wallet-rows.ts'

const hourMs = 60 * 60_000

hashCheaply()
const { placesOf } = watchObjects()

beforeEach(async () => {
  stopClock()
  vi.setSystemTime(Math.ceil(Date.now() / hourMs) * hourMs)
  catchAlarms()
  await emptyAlarms()
})

let networks = 0
const newNetwork = () => `10.${++networks % 250}.${Math.floor(networks / 250)}.7`

const settings = { ALARM_FAILED_ADDRESSES_PER_HOUR: '5', ALARM_FAILED_SIGN_INS_PER_HOUR: '20' }
const signIn = (email: string, address: string) =>
  post('/api/auth/login', { email, password: 'Summer2026!' }, { settings, headers: { 'cf-connecting-ip': address } })

const raised = async () => (await alarmRows('passwords-sprayed')).map(({ subject, count }) => [subject, count])

describe('sign-ins that fail', () => {
  // The first test, because it reads all that is stored: each address and each network adds an object.
  test('leave neither addresses nor networks in what is stored of the alarm', async () => {
    const address = newNetwork()
    for (let index = 0; index < 8; index++) await signIn(`hidden-${index}@mail.example`, address)
    expect(await raised()).toEqual([['network', 1]])
    expect(await placesOf('hidden-', address)).toEqual([])
  })

  test('with many addresses from one network are an alarm, said once an hour', async () => {
    const address = newNetwork()
    for (let index = 0; index < 12; index++) await signIn(`victim-${index}@mail.example`, address)
    expect(await raised()).toEqual([['network', 1]])
    passMs(2 * hourMs)
    for (let index = 0; index < 8; index++) await signIn(`other-${index}@mail.example`, address)
    expect(await raised()).toEqual([['network', 2]])
  })

  test('with one address, or with few, are none', async () => {
    const address = newNetwork()
    for (let times = 0; times < 5; times++)
      for (const name of ['a', 'b', 'c']) if (times < 2) await signIn(`${name}-forgot@mail.example`, address)
    expect(await raised()).toEqual([])
  })

  test('from many networks, each once, are an alarm too', async () => {
    for (let index = 0; index < 24; index++) {
      await signIn(`person-${index}@mail.example`, newNetwork())
      if (index % 4 === 3) passMs(11_000)
    }
    expect(await raised()).toEqual([['all', 1]])
    // The next hour counts anew.
    passMs(hourMs)
    for (let index = 0; index < 4; index++) await signIn(`later-${index}@mail.example`, newNetwork())
    expect(await raised()).toEqual([['all', 1]])
  })
})

async function report(body: unknown, address = newNetwork(), type = 'application/csp-report') {
  const context = createExecutionContext()
  const request = new Request(`${env.SITE_ORIGIN}/api/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': type, 'cf-connecting-ip': address },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
  const response = await createApp().fetch(request, { ...env, ALARM_CSP_REPORTS_PER_HOUR: '5' }, context)
  await waitOnExecutionContext(context)
  passMs(11_000)
  return response.status
}

describe('reports about the policy of the pages', () => {
  test('above the rate are an alarm that names the directive and no address', async () => {
    for (let index = 0; index < 8; index++) expect(await report(cspReport())).toBe(204)
    const [row] = await alarmRows('csp-reports')
    expect(row).toMatchObject({ subject: 'script-src', count: 1, detail: { reports: 6 } })
    expect(await placesOf('strange.example', 'reset-password')).toEqual([])
  })

  test.each([
    ['of another site', cspReport({ 'document-uri': 'https://other.example/' })],
    ['about an extension', cspReport({ 'blocked-uri': 'chrome-extension' })],
    [
      'about an antivirus',
      cspReport({ 'blocked-uri': 'https://gc.kis.v2.scr.kaspersky-labs.com/main.js', 'source-file': '' })
    ],
    ['about what an extension put in', cspReport({ 'source-file': 'moz-extension://1234/a.js' })],
    ['in no known form', { type: 'csp-violation' }],
    ['that is no JSON', '{'],
    ['that is empty', '']
  ])('%s is not counted', async (_, body) => {
    for (let index = 0; index < 8; index++) expect(await report(body)).toBe(204)
    expect(await alarmRows()).toEqual([])
  })

  const injected = { 'blocked-uri': 'https://strange.example/a.js', 'source-file': '' }

  test('of one visitor are no alarm, about our own scripts either', async () => {
    const address = newNetwork()
    for (let index = 0; index < 12; index++) {
      await report(cspReport(injected), address)
      await report(cspReport(), address)
    }
    expect(await alarmRows()).toEqual([])
    await report(cspReport(), newNetwork())
    expect(await alarmRows('csp-reports')).toMatchObject([{ subject: 'script-src', detail: { reports: 6 } }])
  })

  test('about one foreign host from many visitors are an alarm, about many hosts from one visitor each are none', async () => {
    for (let index = 0; index < 8; index++)
      await report(cspReport({ 'blocked-uri': `https://host-${index}.example/`, 'source-file': '' }))
    expect(await alarmRows()).toEqual([])
    for (let index = 0; index < 8; index++) await report(cspReport(injected))
    expect(await alarmRows('csp-reports')).toMatchObject([{ subject: 'script-src', detail: { reports: 6 } }])
    expect(await placesOf('strange.example', 'host-1.example')).toEqual([])
  })

  test('of one network are counted up to its limit, and a large one is not read', async () => {
    const address = newNetwork()
    const statuses = await Promise.all(Array.from({ length: 40 }, () => report(cspReport(), address)))
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(await report(cspReport({ 'blocked-uri': 'x'.repeat(20_000) }))).toBe(413)
  })

  test('of unknown directives are counted under one name', async () => {
    for (let index = 0; index < 8; index++) await report(cspReport({ 'effective-directive': `made-up-${index}` }))
    expect((await alarmRows('csp-reports')).map(({ subject }) => subject)).toEqual(['other'])
  })
})
