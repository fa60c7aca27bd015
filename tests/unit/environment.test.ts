import { describe, expect, test } from 'vitest'
import { join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { jobsMaxOf, mayServe, parseEnvironment } from '#domain/environment.ts'
import { root } from '#scripts/base/root.ts'
import { production } from '../support/node/production-settings.ts'

const wrangler = (): Unstable_RawConfig => experimental_readRawConfig({ config: join(root, 'wrangler.toml') }).rawConfig

function messageOf(settings: object): string {
  try {
    parseEnvironment(settings)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the environment', () => {
  test('a complete one is parsed to typed settings', () => {
    expect(parseEnvironment(production)).toMatchObject({ LIMIT_TEXT_PER_MINUTE: 20, UPSTREAM_MODELS: {} })
  })

  test('one error message names every wrong setting and shows no value', () => {
    const wrong = {
      ...production,
      JWT_SECRET: 'short-secret',
      LIMIT_TEXT_PER_MINUTE: 'много',
      YOOKASSA_SHOP_ID: undefined
    }
    expect(() => parseEnvironment(wrong)).toThrow(
      /^Bad environment: (?=.*JWT_SECRET)(?=.*LIMIT_TEXT_PER_MINUTE)(?=.*YOOKASSA_SHOP_ID)/
    )
    // Shorter values, such as "1", are parts of ordinary words and numbers.
    for (const value of Object.values(wrong))
      if (typeof value === 'string' && value.length > 3) expect(() => parseEnvironment(wrong)).not.toThrow(value)
  })

  test.each([
    ['plain http upstreams', { OPENAI_BASE_URL: 'http://api.openai.com/v1' }, /OPENAI_BASE_URL/],
    ['loopback upstreams', { XAI_BASE_URL: 'https://localhost:8799/xai/v1' }, /XAI_BASE_URL/],
    ['the published local secret', { JWT_SECRET: 'local-only-secret-that-no-deployment-accepts' }, /JWT_SECRET/],
    [
      'the published local secret as the previous one',
      { JWT_SECRET_PREVIOUS: 'local-only-secret-that-no-deployment-accepts' },
      /JWT_SECRET_PREVIOUS/
    ],
    [
      'a base URL to which no path can be appended',
      { OPENAI_BASE_URL: 'https://api.openai.com/v1/' },
      /OPENAI_BASE_URL/
    ],
    ['a widget from this machine', { YOOKASSA_WIDGET_URL: 'http://localhost:8799/w.js' }, /YOOKASSA_WIDGET_URL/],
    ['the key of a test shop', { YOOKASSA_SECRET_KEY: 'test_key' }, /YOOKASSA_SECRET_KEY/],
    ['a rate of VAT that does not exist', { YOOKASSA_VAT_CODE: '13' }, /YOOKASSA_VAT_CODE/],
    [
      'a network that cannot be read',
      { YOOKASSA_NOTIFICATION_NETWORKS: '1.2.3.4/33' },
      /YOOKASSA_NOTIFICATION_NETWORKS/
    ],
    ['a transport without its key', { MAIL_TRANSPORT: 'unisender' }, /UNISENDER_API_KEY/],
    ['an address that is none', { SITE_ORIGIN: 'platform' }, /Bad environment: .*SITE_ORIGIN/],
    ['an origin with a path', { SITE_ORIGIN: 'https://platform.my-company.ru/app' }, /SITE_ORIGIN/],
    ['overrides that are not JSON', { UPSTREAM_MODELS: '{' }, /UPSTREAM_MODELS/],
    ['places at providers that are not JSON', { LIMIT_JOBS_BY_PROVIDER: '[' }, /LIMIT_JOBS_BY_PROVIDER/],
    ['places at an unknown provider', { LIMIT_JOBS_BY_PROVIDER: '{"flux":3}' }, /LIMIT_JOBS_BY_PROVIDER/],
    ['no place at a provider', { LIMIT_JOBS_BY_PROVIDER: '{"bfl":0}' }, /LIMIT_JOBS_BY_PROVIDER/],
    ['a host of the documentation', { MIDJOURNEY_BASE_URL: 'https://midjourney-proxy.example' }, /MIDJOURNEY_BASE_URL/],
    ['a site at example.com', { SITE_ORIGIN: 'https://www.example.com' }, /SITE_ORIGIN/],
    ['a sender at a host of the documentation', { MAIL_FROM_EMAIL: 'noreply@platform.example' }, /MAIL_FROM_EMAIL/],
    ['a sandbox at a public address', { XAI_BASE_URL: 'https://sandbox.my-company.ru/xai/v1' }, /XAI_BASE_URL/],
    ['the key of the sandbox', { BFL_API_KEY: 'sandbox' }, /BFL_API_KEY/],
    ['the shop of the sandbox', { YOOKASSA_SHOP_ID: 'sandbox' }, /YOOKASSA_SHOP_ID/],
    ['an id that was never put in', { YOOKASSA_SHOP_ID: 'replace-with-your-shop' }, /YOOKASSA_SHOP_ID/],
    ['a secret of one repeated character', { JWT_SECRET: 's'.repeat(40) }, /JWT_SECRET/],
    ['a repeated word', { OPERATOR_TOKEN: 'password'.repeat(5) }, /OPERATOR_TOKEN/],
    ['the alphabet', { JWT_SECRET_PREVIOUS: 'abcdefghijklmnopqrstuvwxyz0123456789' }, /JWT_SECRET_PREVIOUS/],
    ['a key of one repeated character', { RUNWAY_API_KEY: 'x'.repeat(40) }, /RUNWAY_API_KEY/],
    ['a push service on this machine', { PUSH_ORIGINS: 'https://a.ru,http://localhost:8799' }, /PUSH_ORIGINS/],
    ['a push service that is no origin', { PUSH_ORIGINS: 'https://a.ru/path' }, /PUSH_ORIGINS/],
    [
      'the published local key for messages to browsers',
      { VAPID_PRIVATE_KEY: wrangler().vars?.['VAPID_PRIVATE_KEY'] },
      /VAPID_PRIVATE_KEY/
    ],
    ['alarms without a channel', { ALARM_MAIL_TO: undefined }, /one of ALARM_MAIL_TO, .* is required/],
    ['alarms sent to a host of the documentation', { ALARM_MAIL_TO: 'a@platform.example' }, /ALARM_MAIL_TO/],
    ['a bot without its chat', { ALARM_TELEGRAM_BOT_TOKEN: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw' }, /CHAT_ID/],
    ['a webhook without its secret', { ALARM_WEBHOOK_URL: 'https://hooks.my-company.ru/a' }, /ALARM_WEBHOOK_SECRET/],
    ['an override without a price', { UPSTREAM_MODELS: '{"gpt-4o":"gpt-99"}' }, /UPSTREAM_MODELS.*gpt-99/]
  ])('a deployment refuses %s', (_, change, message) => {
    expect(() => parseEnvironment({ ...production, ...change })).toThrow(message)
  })

  test.each(['LIMIT_TEXT_PER_MINUTE', 'OPERATOR_GRANT_LIMIT', 'YOOKASSA_VAT_CODE', 'USD_MARKUP_PERCENT'])(
    '%s is a number in decimal digits',
    (name) => {
      expect(parseEnvironment({ ...production, [name]: '4' })).toMatchObject({ [name]: 4 })
      for (const wrong of ['0x4', 'true', true, '', ' ', ' 4', '4 ', '+4', '4e0', '4.0', null, [4], ['4']])
        expect(messageOf({ ...production, [name]: wrong }), String(wrong)).toMatch(`Bad environment: ${name}: `)
    }
  )

  test('one message names malformed settings and placeholders alike', () => {
    const wrong = {
      ...production,
      LIMIT_TEXT_PER_MINUTE: 'много',
      LUMA_API_KEY: 'sandbox',
      MAIL_TRANSPORT: 'unisender'
    }
    expect(() => parseEnvironment(wrong)).toThrow(/^Bad environment: (?=.*LIMIT_TEXT_PER_MINUTE)(?=.*LUMA_API_KEY)/)
    expect(() => parseEnvironment(wrong)).not.toThrow('sandbox')
  })

  test('the settings of wrangler.toml are refused until each placeholder is replaced', () => {
    const { env, vars } = wrangler()
    const names = [...(env?.['production']?.secrets?.required ?? []), 'MIDJOURNEY_API_KEY']
    const secrets = Object.fromEntries(names.map((name) => [name, vars?.[name]]))
    const message = messageOf({ ...env?.['production']?.vars, ...secrets, EMAIL: {}, HISTORY_1: {}, HISTORY_2: {} })
    const named = [...message.matchAll(/(?:^Bad environment: |; )([A-Z_]+)/g)].map(([, name]) => name)
    const placeholders = ['SITE_ORIGIN', 'MIDJOURNEY_BASE_URL', 'MAIL_FROM_EMAIL', 'ALARM_MAIL_TO', 'VAPID_PUBLIC_KEY']
    expect([...new Set(named)].toSorted()).toEqual([...placeholders, ...Object.keys(secrets)].toSorted())
  })

  test.each([
    ['hexadecimal digits', '9f86d081884c7d659a2feaa0c55ad015'],
    ['base64', 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='],
    ['words', 'plum-ladder-orbit-canvas-ninety-frost']
  ])('a secret of random %s is good enough', (_, JWT_SECRET) => {
    expect(parseEnvironment({ ...production, JWT_SECRET })).toMatchObject({ JWT_SECRET })
  })

  test('the local stage keeps its placeholders', () => {
    expect(parseEnvironment({ ...wrangler().vars, HISTORY_1: {}, HISTORY_2: {} })).toMatchObject({
      STAGE: 'local',
      OPENAI_API_KEY: 'sandbox'
    })
  })

  test('mail through Cloudflare needs its binding, and the message names it', () => {
    const { EMAIL: _, ...unbound } = production
    expect(() => parseEnvironment(unbound)).toThrow(/^Bad environment: the binding EMAIL .*MAIL_TRANSPORT=cloudflare$/)
    expect(
      parseEnvironment({ ...unbound, MAIL_TRANSPORT: 'unisender', UNISENDER_API_KEY: 'sk-4Qm9Zt2Lx7Vw' })
    ).toMatchObject({
      MAIL_TRANSPORT: 'unisender'
    })
  })

  test('a provider has its own number of places, or the common one', () => {
    const some = parseEnvironment({ ...production, LIMIT_JOBS_BY_PROVIDER: '{"bfl":24,"midjourney":3}' })
    const accounts = ['bfl', 'midjourney', 'openai', 's-0123456789ab']
    expect(accounts.map((id) => jobsMaxOf(some, id))).toEqual([24, 3, 20, 20])
    expect(jobsMaxOf(parseEnvironment(production), 'bfl')).toBe(20)
  })

  test('the local stage serves loopback hosts only', () => {
    const local = parseEnvironment({ ...production, STAGE: 'local' })
    expect(
      ['localhost', '127.0.0.1', '[::1]', 'platform.my-company.ru', '10.0.0.1'].map((host) => mayServe(local, host))
    ).toEqual([true, true, true, false, false])
    expect(mayServe(parseEnvironment(production), 'platform.my-company.ru')).toBe(true)
  })
})
