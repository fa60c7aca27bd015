import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { apiCalls } from '#contract/v1/calls.ts'
import { apiPathOf } from '#worker/api/paths.ts'

const isThere = (name: string) => existsSync(new URL(`../../web/functions/${name}.ts`, import.meta.url))

describe('paths of the API', () => {
  it.each([
    ['/v1/models', '/v1/models'],
    ['/v1/models/', '/v1/models'],
    ['/api/v1/models', '/v1/models'],
    ['//v1/models', '/v1/models'],
    ['/v1/v1/chat/completions', '/v1/chat/completions'],
    ['/api/chat/completions', '/v1/chat/completions'],
    ['/messages/count_tokens', '/v1/messages/count_tokens'],
    ['/v1/v1/messages', '/v1/messages'],
    ['/models/openai%2Fgpt', '/v1/models/openai%2Fgpt'],
    ['/responses', '/v1/responses'],
    ['/images/edits', '/v1/images/edits'],
    ['/audio/speech', '/v1/audio/speech'],
    ['/v1', '/v1']
  ])('%s is %s', (path, own) => {
    expect(apiPathOf(path)).toBe(own)
  })

  it.each(['/api/chat/conversations', '/chat/attachments', '/api/prices', '/v10/models', '/modelsx', '/', '/api/jobs'])(
    '%s is one of the site',
    (path) => {
      expect(apiPathOf(path)).toBeNull()
    }
  )

  it.each([...apiCalls.map(({ call }) => call.slice(call.indexOf('/v1/') + 4)), 'responses/:id'])(
    'the pages pass on /%s, for a base address without /v1',
    (path) => {
      expect(apiPathOf(`/${path}`)).toBe(`/v1/${path}`)
      const [first = '', second = ''] = path.split('/')
      const functions = [path, `${first}/[[path]]`, `${first}/${second}/[[path]]`]
      expect(functions.some(isThere)).toBe(true)
    }
  )
})
