// Downloads from the addresses that providers give.
import { describe, expect, test, vi } from 'vitest'
import { download, DownloadFailure, type DownloadRules } from '#queues/steps/download.ts'

const rules: DownloadRules = { sizeBytesMax: 1000, timeoutMs: 5000, isLocal: false }

/** Fakes the answer of each address, and records the request headers. */
function playHosts(answers: Record<string, () => Response>) {
  const asked: { url: string; headers: Record<string, string> }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push({ url: String(input), headers: Object.fromEntries(new Headers(init?.headers)) })
    const answer = answers[String(input)]
    if (!answer) throw new TypeError('Network connection lost.')
    return answer()
  })
  return asked
}

const redirectTo = (location: string) => () => new Response(null, { status: 302, headers: { location } })
const problemOf = async (url: string, more: Partial<DownloadRules> = {}) => {
  const error = await download({ kind: 'link', url, headers: { 'x-key': 'secret' } }, { ...rules, ...more }).catch(
    (thrown: unknown) => thrown
  )
  return error instanceof DownloadFailure ? error.problem : error
}

describe('an address', () => {
  test('gets our headers, and its redirect targets do not', async () => {
    const asked = playHosts({
      'https://provider.example/a': redirectTo('/b'),
      'https://provider.example/b': redirectTo('https://store.example/c'),
      'https://store.example/c': () => new Response('bytes')
    })
    const link = { kind: 'link' as const, url: 'https://provider.example/a', headers: { 'x-key': 'secret' } }
    const fetched = await download(link, rules)
    expect(fetched.kind === 'bytes' && new TextDecoder().decode(fetched.bytes)).toBe('bytes')
    expect(asked).toEqual([
      { url: 'https://provider.example/a', headers: { 'x-key': 'secret' } },
      { url: 'https://provider.example/b', headers: {} },
      { url: 'https://store.example/c', headers: {} }
    ])
  })

  test('with endless redirects is lost', async () => {
    const asked = playHosts({ 'https://provider.example/a': redirectTo('https://provider.example/a') })
    expect(await problemOf('https://provider.example/a')).toBe('lost')
    expect(asked).toHaveLength(6)
  })

  test.each([
    'http://provider.example/a',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'javascript:1',
    'nonsense'
  ])('%s is never requested', async (url) => {
    const asked = playHosts({})
    expect(await problemOf(url)).toBe('lost')
    expect(asked).toEqual([])
  })

  test('may not redirect to an address without TLS', async () => {
    const asked = playHosts({ 'https://provider.example/a': redirectTo('http://169.254.169.254/') })
    expect(await problemOf('https://provider.example/a')).toBe('lost')
    expect(asked).toHaveLength(1)
  })

  test.each([
    [400, 'lost'],
    [401, 'lost'],
    [403, 'lost'],
    [404, 'lost'],
    [410, 'lost'],
    [204, 'lost'],
    [408, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable']
  ])('that answers %i is %s', async (status, problem) => {
    playHosts({ 'https://provider.example/a': () => new Response(null, { status }) })
    expect(await problemOf('https://provider.example/a')).toBe(problem)
  })

  test('that cannot be reached is unreachable', async () => {
    playHosts({})
    expect(await problemOf('https://provider.example/a')).toBe('unreachable')
  })

  test.each([
    ['says it is too long', 'too-large', () => new Response('short', { headers: { 'content-length': '1001' } })],
    ['is too long without saying so', 'too-large', () => new Response('x'.repeat(1001))],
    ['is empty', 'broken', () => new Response('', { headers: { 'content-length': '0' } })]
  ])('with a file that %s is %s', async (_, problem, answer) => {
    playHosts({ 'https://provider.example/a': answer })
    expect(await problemOf('https://provider.example/a')).toBe(problem)
  })
})
