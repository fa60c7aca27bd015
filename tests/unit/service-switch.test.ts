import { expect, test } from 'vitest'
import { switchAgainst } from '#domain/service-switch.ts'

const whole = { service: 'flux', model: null, reason: 'Весь сервис' }
const model = { service: 'flux', model: 'flux-dev', reason: 'Одна модель' }
const other = { service: 'xai', model: 'grok-2', reason: 'Другая' }

test.each([
  ['nothing is switched off', [], 'flux-dev', null],
  ['another service is', [other], 'flux-dev', null],
  ['the model is', [other, model], 'flux-dev', model],
  ['another model is', [model], 'flux-pro', null],
  ['a model is, and the request names none', [model], null, null],
  ['the service is', [whole], 'flux-dev', whole],
  ['the service is, and the request names no model', [whole], null, whole],
  ['both are', [model, whole], 'flux-dev', whole]
])('when %s', (_, switches, asked, found) => {
  expect(switchAgainst(switches, { service: 'flux', model: asked })).toBe(found)
})
