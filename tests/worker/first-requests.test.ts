// The first requests of an isolate come at once, before it knows prices and models. None may wait for what another one reads: the runtime would
// go on with it in the name of the other, whose end then ends both.
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { kept } from '#worker/http/in-force.ts'
import { newKey, sendToApi } from '../support/worker/api-clients.ts'
import { newPerson } from '../support/worker/person.ts'
import { slowDown } from '../support/worker/reading.ts'

test('a request that is over soon does not take along one that needs longer', async () => {
  await slowDown(3)
  const person = await newPerson({ tokens: 500, paid: true })
  const key = await newKey(person.userId)
  const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Кратко: что такое радуга?' }] }
  for (let round = 0; round < 3; round++) {
    kept.delete(env)
    const short = exports.default.fetch(new Request(`${env.SITE_ORIGIN}/api/prices`))
    const long = Array.from({ length: 3 }, () => sendToApi(key.text, '/v1/chat/completions', { method: 'POST', body }))
    const answers = await Promise.all([short, ...long])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all(answers.map((answer) => answer.text()))
  }
})
