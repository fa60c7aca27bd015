// Which reports of the pages' policy say something about our pages.
import { describe, expect, test } from 'vitest'
import { breachOf } from '#domain/policy-report.ts'

const own = { site: 'site.example', providers: ['pay.example'] }
const breach = (blocked: string, source = '') => breachOf({ blocked, source }, own)?.of ?? null

const groupOf = (host: string) => breachOf({ blocked: `https://${host}/a?b`, source: '' }, own)

const asset = 'https://site.example/assets/chat-1a2b.js'
const page = 'https://site.example/gpt5'

describe('a report about our pages', () => {
  test.each([
    ['our script', 'https://site.example/assets/chat-1a2b.js', ''],
    ['our script, named by the page', 'https://site.example/assets/chat-1a2b.js', page],
    ['our file, by its origin', 'https://site.example', ''],
    ['our socket', 'wss://site.example/api/live', asset],
    ['the code of a provider', 'https://static.pay.example/widget.js', page],
    ['what the code of a provider asks for', 'https://money.example/pixel', 'https://pay.example'],
    ['what our own code asks for', 'https://cdn.example/font.woff2', asset],
    ['what our own code asks of a host that translators use, too', 'https://fonts.gstatic.com/s/a.woff2', asset],
    ['what our own code evaluates', 'eval', asset],
    ['what our own code writes', 'inline', 'https://site.example/operator/assets/main.js'],
    ['a text of our own code for a sink', 'trusted-types-sink', asset],
    ['a picture of our own code', 'data', asset]
  ])('%s counts fully', (_, blocked, source) => {
    expect(breach(blocked, source)).toBe('own')
  })
})

describe('a report that may be about one visitor', () => {
  test.each([
    ['a script of an unknown host', 'https://strange.example/a.js', ''],
    ['a script of an unknown host in the document', 'https://strange.example/a.js', page],
    ['a picture by its host', 'http://10.0.0.1', page],
    ['a script in the document', 'inline', page],
    ['a script in the document of unknown origin', 'inline', ''],
    ['a host that only ends like ours', 'https://evilsite.example/a.js', ''],
    ['a host that has ours in its path', 'https://strange.example/site.example/a.js', '']
  ])('%s counts once for each visitor', (_, blocked, source) => {
    expect(breach(blocked, source)).toBe('foreign')
  })

  test('of one host is of one group, of some', () => {
    expect(groupOf('one.example')).toEqual(groupOf('one.example'))
    const groups = new Set(Array.from({ length: 5000 }, (_, index) => JSON.stringify(groupOf(`${index}.example`))))
    expect(groups.size).toBe(64)
  })
})

describe('a report about what a program of the visitor does', () => {
  test.each([
    ['Kaspersky', 'https://gc.kis.v2.scr.kaspersky-labs.com/FD126C42-EBFA/main.js', page],
    ['Kaspersky over http', 'http://me.kis.v2.scr.kaspersky-labs.com', ''],
    ['AdGuard', 'https://local.adguard.org/inject.css', page],
    ['Avast', 'https://static.avast.com/a.css', page],
    ['the translator of Google', 'https://translate.googleapis.com/_/translate_http/x.js', page],
    ['the pictures of the translator', 'https://www.gstatic.com/images/branding/product/1x/translate_24dp.png', page],
    ['an extension of Chrome', 'chrome-extension', ''],
    ['an extension of Chrome with its address', 'chrome-extension://abcdef/inject.js', page],
    ['an extension that has changed what our code calls', 'chrome-extension', asset],
    ['an extension of Firefox', 'moz-extension://1234/a.js', ''],
    ['an extension of Safari', 'safari-web-extension://1234/a.js', ''],
    ['a masked extension of Safari', 'inline', 'webkit-masked-url://hidden/'],
    ['the code of an extension', 'https://strange.example/a.js', 'chrome-extension'],
    ['the code of an extension of Firefox', 'eval', 'moz-extension://1234/a.js'],
    ['the code of a console', 'eval', 'debugger eval code'],
    ['code that no policy of ours lets run', 'https://strange.example/b.js', 'https://strange.example/a.js'],
    ['an empty frame', 'about', page],
    ['an empty frame with its address', 'about:blank', ''],
    ['a drawn picture', 'data', ''],
    ['a drawn font', 'data', page],
    ['a file in memory', 'blob', page],
    ['what is no address', 'not an address', '']
  ])('%s does not count', (_, blocked, source) => {
    expect(breach(blocked, source)).toBeNull()
  })
})
