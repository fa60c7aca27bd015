import { describe, expect, test } from 'vitest'
import { jobsMaxOf, mayServe, parseEnvironment } from '#domain/environment.ts'

const production = {
  STAGE: 'production',
  SITE_ORIGIN: 'https://site.example',
  JWT_SECRET: 's'.repeat(40),
  OPENAI_BASE_URL: 'https://api.openai.com/v1',
  OPENAI_API_KEY: 'key',
  ANTHROPIC_BASE_URL: 'https://api.anthropic.com',
  ANTHROPIC_API_KEY: 'key',
  XAI_BASE_URL: 'https://api.x.ai/v1',
  XAI_API_KEY: 'key',
  BFL_BASE_URL: 'https://bfl.example/v1',
  BFL_API_KEY: 'key',
  STABILITY_BASE_URL: 'https://stability.example/v1',
  STABILITY_API_KEY: 'key',
  MIDJOURNEY_BASE_URL: 'https://midjourney.example/v1',
  MIDJOURNEY_API_KEY: 'key',
  ELEVENLABS_BASE_URL: 'https://elevenlabs.example/v1',
  ELEVENLABS_API_KEY: 'key',
  LUMA_BASE_URL: 'https://luma.example/v1',
  LUMA_API_KEY: 'key',
  RUNWAY_BASE_URL: 'https://runway.example/v1',
  RUNWAY_API_KEY: 'key',
  GOOGLE_BASE_URL: 'https://google.example/v1',
  GOOGLE_API_KEY: 'key',
  YOOKASSA_BASE_URL: 'https://api.yookassa.ru/v3',
  YOOKASSA_WIDGET_URL: 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'live_key',
  YOOKASSA_VAT_CODE: '1',
  YOOKASSA_PAYMENT_SUBJECT: 'service',
  YOOKASSA_PAYMENT_MODE: 'full_payment',
  MAIL_TRANSPORT: 'cloudflare',
  EMAIL: {},
  MAIL_FROM_EMAIL: 'noreply@site.example',
  MAIL_FROM_NAME: 'Сайт',
  UNISENDER_BASE_URL: 'https://go1.unisender.ru/ru/transactional/api/v1',
  USD_MARKUP_PERCENT: '30',
  UPSTREAM_MODELS: '{}',
  LIMIT_TEXT_PER_MINUTE: '20',
  LIMIT_CHAT_WRITES_PER_MINUTE: '60',
  LIMIT_IMAGE_PER_MINUTE: '10',
  LIMIT_EDIT_PER_MINUTE: '10',
  LIMIT_VOICE_PER_MINUTE: '10',
  LIMIT_VIDEO_PER_MINUTE: '5',
  LIMIT_TRANSCRIPTION_PER_MINUTE: '10',
  LIMIT_PURCHASES_PER_HOUR: '10',
  LIMIT_NOTIFICATIONS_PER_MINUTE: '300',
  LIMIT_RUNNING_ANSWERS: '3',
  LIMIT_RUNNING_JOBS: '5',
  LIMIT_PROVIDER_JOBS: '20',
  LIMIT_SIGN_IN_PER_MINUTE: '10',
  LIMIT_REFRESH_PER_MINUTE: '300',
  LIMIT_SIGN_UP_PER_HOUR: '20',
  LIMIT_MAIL_PER_HOUR: '5'
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
      OPENAI_API_KEY: undefined
    }
    expect(() => parseEnvironment(wrong)).toThrow(
      /^Bad environment: (?=.*JWT_SECRET)(?=.*LIMIT_TEXT_PER_MINUTE)(?=.*OPENAI_API_KEY)/
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
    ['an origin with a path', { SITE_ORIGIN: 'https://site.example/app' }, /SITE_ORIGIN/],
    ['overrides that are not JSON', { UPSTREAM_MODELS: '{' }, /UPSTREAM_MODELS/],
    ['places at providers that are not JSON', { LIMIT_JOBS_BY_PROVIDER: '[' }, /LIMIT_JOBS_BY_PROVIDER/],
    ['places at a provider that nobody knows', { LIMIT_JOBS_BY_PROVIDER: '{"flux":3}' }, /LIMIT_JOBS_BY_PROVIDER/],
    ['no place at a provider', { LIMIT_JOBS_BY_PROVIDER: '{"bfl":0}' }, /LIMIT_JOBS_BY_PROVIDER/],
    ['an override without a price', { UPSTREAM_MODELS: '{"gpt-4o":"gpt-99"}' }, /UPSTREAM_MODELS.*gpt-99/]
  ])('a deployment refuses %s', (_, change, message) => {
    expect(() => parseEnvironment({ ...production, ...change })).toThrow(message)
  })

  test('mail through Cloudflare needs its binding, and the message names it', () => {
    const { EMAIL: _, ...unbound } = production
    expect(() => parseEnvironment(unbound)).toThrow(/^Bad environment: the binding EMAIL .*MAIL_TRANSPORT=cloudflare$/)
    expect(parseEnvironment({ ...unbound, MAIL_TRANSPORT: 'unisender', UNISENDER_API_KEY: 'key' })).toMatchObject({
      MAIL_TRANSPORT: 'unisender'
    })
  })

  test('a provider has its own number of places, or the common one', () => {
    const some = parseEnvironment({ ...production, LIMIT_JOBS_BY_PROVIDER: '{"bfl":24,"midjourney":3}' })
    expect((['bfl', 'midjourney', 'openai'] as const).map((name) => jobsMaxOf(some, name))).toEqual([24, 3, 20])
    expect(jobsMaxOf(parseEnvironment(production), 'bfl')).toBe(20)
  })

  test('the local stage serves loopback hosts only', () => {
    const local = parseEnvironment({ ...production, STAGE: 'local' })
    expect(
      ['localhost', '127.0.0.1', '[::1]', 'site.example', '10.0.0.1'].map((host) => mayServe(local, host))
    ).toEqual([true, true, true, false, false])
    expect(mayServe(parseEnvironment(production), 'site.example')).toBe(true)
  })
})
