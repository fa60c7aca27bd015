// Results that come inside JSON and are longer than an isolate may hold: a definite end, never an outcome to be found out.
import { expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { mediaRequestOf, accountAt, neverAborted, replying } from '../support/node/media-upstream.ts'

const oversized = 'A'.repeat(17 * 1024 * 1024)
const tooLarge = { state: 'failed', reason: 'too-large', code: 'too-long' }

test('a picture that is too large in its JSON ends the job', async () => {
  const { send } = replying(() => Response.json({ data: [{ b64_json: oversized }] }))
  const provider = mediaProviderOf('openai', accountAt('openai'), { send })
  expect(await provider.start(mediaRequestOf('gpt-image-2.5-flare', { prompt: 'кот' }), neverAborted)).toEqual(tooLarge)
})

test('a video that is too large in the JSON of its state ends the job', async () => {
  const { send } = replying(() => Response.json({ status: 'completed', steps: [{ data: oversized }] }))
  const provider = mediaProviderOf('google', accountAt('google'), { send })
  expect(await provider.check?.('interaction', neverAborted)).toEqual(tooLarge)
})
