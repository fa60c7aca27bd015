import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { apiPathOf } from '#worker/api/paths.ts'

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

  it.each([
    'audio/speech',
    'audio/transcriptions',
    'chat/completions',
    'credits',
    'dashboard/billing/[[path]]',
    'generation',
    'images/edits',
    'images/generations',
    'key',
    'messages/[[path]]',
    'models/[[path]]',
    'responses'
  ])('the pages pass on /%s, for a base address without /v1', (route) => {
    expect(apiPathOf(`/${route}`)).toBe(`/v1/${route}`)
    expect(existsSync(new URL(`../../web/functions/${route}.ts`, import.meta.url))).toBe(true)
  })
})
