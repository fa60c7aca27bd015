// The OpenAPI document of the site. That the API under `/v1` mounts what it says is checked in tests/worker/api-document.test.ts.
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiCalls } from '#contract/v1/calls.ts'
import { transcriptionFields } from '#contract/v1/transcriptions.ts'
import { mountedEndpoints, operatorEndpoints } from '#scripts/openapi/calls.ts'
import { openApiText } from '#scripts/openapi/document.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema?: object }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>
}

interface Document {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object> }
}

const text = openApiText('https://ai.example.ru')
const document: Document = JSON.parse(text)

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    path,
    ...operation
  }))
)

/** What `#/components/…` leads to. */
const at = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => Object(part)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)

describe('the document', () => {
  test('is OpenAPI 3.1 of this site, with a tag and an own name for each call', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.servers).toEqual([{ url: 'https://ai.example.ru' }])
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]\w+$/i)
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(tags))
  })

  test('leads nowhere outside of itself', () => {
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(100)
    expect([...new Set(refs)].filter((ref) => !ref.startsWith('#/') || at(ref) === undefined)).toEqual([])
  })

  test('names each parameter of a path, once', () => {
    for (const { call, path, parameters = [] } of operations) {
      const said = parameters.filter((parameter) => parameter.in === 'path')
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([call, said.map(({ name }) => name).toSorted()]).toEqual([call, inPath.toSorted()])
      expect([call, said.every(({ required }) => required)]).toEqual([call, true])
    }
  })

  test('says for each call what opens it, what it answers and how it refuses', () => {
    for (const { call, security, responses } of operations) {
      const schemes = security.flatMap((one) => Object.keys(one))
      expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(schemes))
      if (call.includes(' /v1/')) expect([call, schemes]).toEqual([call, ['apiKey']])
      const answer = responses['200'] ?? responses['2XX']
      const [type = ''] = Object.keys(answer?.content ?? {})
      expect([call, /json|csv|audio|text\/plain/.test(type)]).toEqual([call, true])
      expect([call, typeof answer?.content?.[type]?.schema]).toEqual([call, 'object'])
      expect([call, Object.values(responses).some(({ $ref }) => $ref)]).toEqual([call, true])
    }
  })

  test('lets clients take fields that come later, and has no bound that only JavaScript has', () => {
    expect(text).not.toContain('9007199254740991')
    expect(text).not.toContain('"additionalProperties":false')
  })
})

const templated = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

test('items, blocks and tools of other types are taken, and what stands for them here is not told', () => {
  expect(text).not.toContain('"const":"other"')
  const open = { type: 'object', description: expect.stringContaining('Другие') }
  const { ResponseRequest, MessageRequest } = (document.components as unknown as { schemas: Record<string, Schema> })
    .schemas
  const items = ResponseRequest?.properties['input']?.anyOf?.find(({ type }) => type === 'array')?.items
  expect(items?.anyOf).toContainEqual(open)
  expect(JSON.stringify(MessageRequest?.properties['tools'])).toContain('Другие')
})

test('a number in a form tells its bounds in words to who has sent another one', () => {
  const refused = transcriptionFields.safeParse({ model: 'whisper-1', temperature: '9' })
  expect(refused.error?.issues.map(({ message }) => message)).toEqual(['Число от 0 до 2'])
})

interface Schema {
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties: Record<string, Schema>
}

describe('the calls of the document', () => {
  test('are those for programs and those of users, and none of operators', () => {
    const users = (Object.values(mountedEndpoints) as Endpoint[])
      .filter(({ path }) => !path.startsWith('/operator/'))
      .map(({ method, path }) => `${method} /api${templated(path)}`)
    const programs = apiCalls.map(({ call }) => templated(call))
    expect(operations.map(({ call }) => call).toSorted()).toEqual([...users, ...programs].toSorted())
    expect(users.length).toBeGreaterThan(80)
    for (const { path } of Object.values(operatorEndpoints) as Endpoint[])
      expect(document.paths).not.toHaveProperty([`/api${templated(path)}`])
  })

  test('of models tell their stream and the refusal for want of tokens', () => {
    const responses = document.paths['/v1/chat/completions']?.['post']?.responses
    expect(Object.keys(responses?.['200']?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
    expect(responses).toHaveProperty('402')
  })
})
