import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#scripts/base/root.ts'
import { lastChatKey, recentKey } from '#web/src/base/storage/unsent.ts'

const folder = join(root, 'web/src')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const policy = sources.find(({ name }) => name === 'site/legal/texts/cookie-policy.ts')?.text ?? ''

/** The constant part of every storage key that a source file uses in the browser. */
const keysIn = (text: string) =>
  [...text.matchAll(/(?:[kK]ey|[dD]atabaseName)\b[^\n]*?(?:=|=>)\s*['`]([a-zA-Z-]+)/g)].map(([, key = '']) => key)

test('the cookie policy names every key that our pages store in the browser', () => {
  const keeping = sources.filter(({ text }) => /\b(localStorage|sessionStorage|indexedDB)\b/.test(text))
  expect(keeping.length).toBeGreaterThan(5)
  const keys = sources
    .filter(({ name, text }) => keeping.some((file) => file.name === name) || /-draft[:`]/.test(text))
    .filter(({ name }) => !name.startsWith('legal/'))
    .flatMap(({ text }) => keysIn(text.replaceAll(/=>\s*\n\s*/g, '=> ')))
  expect(keys).toEqual(expect.arrayContaining(['accessToken', 'theme', 'chat-draft', 'studio-draft', 'studio-files']))
  expect(keys.filter((key) => !policy.includes(key))).toEqual([])
})

test('the script before the first paint reads keys that our pages store', () => {
  const script = readFileSync(join(root, 'web/public/before-paint.js'), 'utf8')
  const read = [...script.matchAll(/getItem\('([^']+)'\)/g)].map(([, key]) => key)
  expect(read).toEqual([
    'kept:chat',
    'theme',
    'accessToken',
    'chats-panel',
    'tools-menu',
    'kept:recent',
    'cookie-notice',
    'unconnected'
  ])
  const stored = [...sources.flatMap(({ text }) => keysIn(text)), lastChatKey, recentKey]
  expect(stored).toEqual(expect.arrayContaining(read))
})

test('the cookie policy names the cookies that our server sets for users', () => {
  const setting = readdirSync(join(root, 'worker'), { recursive: true, encoding: 'utf8' })
    // The console's cookie is for operators, whom the policy is not about.
    .filter((name) => name.endsWith('.ts') && !name.startsWith('operator/'))
    .map((name) => readFileSync(join(root, 'worker', name), 'utf8'))
    .filter((text) => /\bset(Signed)?Cookie\(|set-cookie/i.test(text))
  const names = setting.flatMap((text) => [...text.matchAll(/cookieName = '([^']+)'/g)].map(([, name]) => name))
  expect([setting.length, names.toSorted()]).toEqual([2, ['__Secure-identity', '__Secure-known-device']])
  for (const name of names) expect(policy).toContain(`'${name}'`)
})

test('our pages set no cookie', () => {
  expect(sources.filter(({ text }) => text.includes('document.cookie')).map(({ name }) => name)).toEqual([])
})
