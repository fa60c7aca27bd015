// The base URLs that operators may give a supplier: hostile ones are refused before a key is sent anywhere.
import { describe, expect, test } from 'vitest'
import { checkedBaseUrl, isPublicAddress } from '#domain/models/supplier-address.ts'

const deployed = { isLocal: false, ownHost: 'shop.ru' }
const local = { isLocal: true, ownHost: 'localhost:8788' }

test.each([
  ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1'],
  [' https://openrouter.ai/api/v1/ ', 'https://openrouter.ai/api/v1'],
  ['https://API.Vsegpt.RU:443/v1', 'https://api.vsegpt.ru/v1'],
  ['https://llm.api.cloud.yandex.net:8443/v1', 'https://llm.api.cloud.yandex.net:8443/v1'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'https://generativelanguage.googleapis.com/v1beta/openai']
])('%s is taken', (typed, baseUrl) => {
  const { hostname } = new URL(baseUrl)
  expect(checkedBaseUrl(typed, deployed)).toEqual({ baseUrl, hostToResolve: hostname })
})

const hostile = {
  // Other schemes, and what is no address.
  anotherForm: [
    '',
    'openrouter.ai',
    'http://openrouter.ai',
    'ftp://openrouter.ai',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//openrouter.ai',
    'https:/openrouter.ai',
    'https:openrouter.ai',
    'https://',
    `https://a.ru/${'a'.repeat(200)}`
  ],
  // Users, queries, fragments, and what readers of addresses understand differently.
  ambiguous: [
    'https://key@openrouter.ai',
    'https://openrouter.ai@evil.ru',
    'https://openrouter.ai:pw@evil.ru/v1',
    'https://openrouter.ai/v1?x=',
    'https://openrouter.ai/v1#',
    'https://evil.ru\\@openrouter.ai',
    'https://a.ru\\.b.ru',
    'https://openrouter.ai/%2e%2e/v1',
    'https://openrouter.ai/v1/../..',
    'https://openrouter.ai//evil.ru',
    'https://a .ru',
    'https://open\trouter.ai',
    'https://openrouter.ai\n.evil.ru',
    'https://openrouter.ai\u0000',
    'https://openrouter%2eai'
  ],
  // This machine and private networks, in every spelling.
  privateAddress: [
    'https://localhost',
    'https://LOCALHOST:8080/v1',
    'https://a.localhost',
    'https://127.0.0.1',
    'https://127.1',
    'https://0',
    'https://0.0.0.0',
    'https://2130706433',
    'https://0x7f000001',
    'https://0x7f.0.0.1',
    'https://0177.0.0.1',
    'https://017700000001',
    'https://127.0.0.0x1',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254/latest',
    'https://100.64.0.1',
    'https://198.18.0.1',
    'https://255.255.255.255',
    'https://8.8.8.8',
    'https://[::1]',
    'https://[::]',
    'https://[fe80::1]',
    'https://[fc00::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[64:ff9b::7f00:1]',
    'https://[fd00:ec2::254]'
  ],
  // Names of networks of their own.
  privateName: [
    'https://metadata',
    'https://metadata.google.internal',
    'https://ollama.local',
    'https://nas.home.arpa',
    'https://a.lan',
    'https://gpu.corp',
    'https://a.onion',
    'https://1.0.0.127.in-addr.arpa',
    'https://openrouter.ai.',
    'https://localhost.',
    'https://.ru',
    'https://a..ru',
    'https://-a.ru',
    'https://a-.ru',
    `https://${'a'.repeat(64)}.ru`,
    'https://a_b.ru'
  ],
  // Names that look like others.
  lookAlike: [
    'https://оpenrouter.ai',
    'https://xn--penrouter-1be.ai',
    'https://ｏpenrouter.ai',
    'https://openrouter。ai',
    'https://①.ru'
  ],
  // Ports of other services.
  port: [
    'https://openrouter.ai:22',
    'https://openrouter.ai:25',
    'https://openrouter.ai:80',
    'https://openrouter.ai:0',
    'https://openrouter.ai:65536',
    'https://openrouter.ai:99999',
    'https://openrouter.ai:',
    'https://openrouter.ai:+443'
  ],
  // The site itself.
  theSite: ['https://shop.ru', 'https://SHOP.ru/api/v1']
}

test.each(Object.entries(hostile).flatMap(([kind, all]) => all.map((typed) => [kind, typed] as const)))(
  '%s: %j is refused',
  (_, typed) => {
    expect(checkedBaseUrl(typed, deployed)).toEqual({ flaw: expect.stringMatching(/[а-я]/) })
  }
)

describe('on this machine', () => {
  test.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8799/resellers/deepseek/v1',
    'http://[::1]:8000',
    'https://localhost'
  ])('%s is taken', (baseUrl) => {
    expect(checkedBaseUrl(baseUrl, local)).toEqual({ baseUrl, hostToResolve: null })
  })

  test.each([
    'http://openrouter.ai',
    'http://192.168.1.7:11434',
    'http://2130706433:11434',
    'http://localhost:8788/api'
  ])('%s is refused', (typed) => {
    expect(checkedBaseUrl(typed, local)).toEqual({ flaw: expect.stringMatching(/[а-я]/) })
  })
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::6810:84e5', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.100.1.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::127.0.0.1', false],
  ['fe80::1', false],
  ['fd00:ec2::254', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['127.1', false],
  ['openrouter.ai', false]
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
