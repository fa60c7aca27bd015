// A request that its user has sent from the home page: its settings are the draft of the page.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { askingNow } from '#web/src/base/page/ask-now.ts'
import { registerAndSend } from '#web/src/base/session/way-in.ts'
import { keptQuestion } from '#web/src/base/session/kept-question.ts'
import { openSignedIn, startStudio, submitButton, write } from './open-studio.tsx'
import { studioServer } from './studio-server.ts'

const path = '/dall-e-3'

/** A visitor writes a request and chooses settings, registers, and comes back with their press of «Отправить». */
async function comeBack({ prompt = 'лиса', priceTokens }: { prompt?: string; priceTokens?: number } = {}) {
  const visit = await startStudio(path, { signedIn: false })
  write('лиса')
  await visit.user.click(screen.getByRole('radio', { name: /^1024×1792/ }))
  fireEvent.click(screen.getByRole('button', { name: registerAndSend }))
  const kept = keptQuestion()
  visit.unload()
  const server = studioServer({ tokens: 100 })
  const price = priceTokens ?? kept?.priceTokens ?? Number.NaN
  const ask = askingNow({ prompt, model: null, priceTokens: price, operationId: null })
  await openSignedIn({ pathname: path, ...ask })
  return { kept, server }
}

test('a request is sent with its settings, once, and does not wait any more', async () => {
  const { kept, server } = await comeBack()
  expect(kept).toMatchObject({ path, prompt: 'лиса', name: 'DALL-E 3' })
  await waitFor(() => expect(server.submitted()).toHaveLength(1))
  expect(server.submitted()[0]?.body).toMatchObject({ prompt: 'лиса', size: '1024x1792' })
  await waitFor(() => expect(keptQuestion()).toBeNull())
  expect(server.submitted()).toHaveLength(1)
})

test.each([
  ['costs something else now', { priceTokens: 1 }],
  ['is not what was seen on the home page', { prompt: 'волк' }]
])('a request that %s waits in the form', async (_, part) => {
  const { server } = await comeBack(part)
  await waitFor(() => expect(submitButton().ariaDisabled).toBeNull())
  expect(server.submitted()).toEqual([])
  expect(screen.getByDisplayValue('лиса')).toBeTruthy()
})
