// The page to which a provider sends people back, beside those to which it leads.
import { StrictMode } from 'react'
import { useLocation } from 'react-router-dom'
import { askNowIn } from '#web/src/base/page/ask-now.ts'
import { type KeptQuestion } from '#web/src/base/session/kept-question.ts'
import { keptQuestionKey } from '#web/src/base/storage/unsent.ts'
import { Page as AuthPage } from '#web/src/people/sign-in/page.tsx'
import { Page as ReturnPage } from '#web/src/people/sign-in/return-page.tsx'
import { type Answers, fakeApi, sessionOf, succeed, tokenPair } from './fake-api.ts'
import { openPages } from './render-page.tsx'

export const waiting: KeptQuestion = {
  path: '/claude',
  prompt: 'Чем лиса отличается от волка?',
  model: 'claude-3-haiku',
  name: 'Claude 3 Haiku',
  priceTokens: 1,
  operationId: 'operation-1',
  owner: null,
  at: Date.now()
}

/** As the dialog of the way in has left it in this browser. */
export const keepWaiting = (part: Partial<KeptQuestion> = {}) =>
  localStorage.setItem(keptQuestionKey, JSON.stringify({ ...waiting, ...part }))
export const keptOne = () => JSON.parse(localStorage.getItem(keptQuestionKey) ?? 'null') as KeptQuestion | null

/** The page that sends the question, with what is handed to it. */
const Sending = () => (
  <>
    <output aria-label="asked">{JSON.stringify(askNowIn(useLocation().state))}</output>
    <output aria-label="handed">{JSON.stringify(useLocation().state)}</output>
  </>
)

export const finish = 'POST /auth/identities/finish'
export const signedIn = { tokens: tokenPair('anna'), restored: false }
/** The person is sent back with the question that they asked. */
export const withQuestion = `/?asks=${waiting.at}`

export const brought = '/auth/return/yandex?code=code-1&state=state-1'

/** @param finished what the server makes of what was brought */
export const comeBack = (finished: object | (() => Response), answers: Answers = {}, at = brought) => ({
  ...fakeApi({
    [finish]: () => (typeof finished === 'function' ? finished() : succeed(finished)),
    ...sessionOf(10),
    ...answers
  }),
  ...openPages(at, {
    '/auth': <AuthPage />,
    // Effects run twice, as on the real page.
    '/auth/return/:provider': (
      <StrictMode>
        <ReturnPage />
      </StrictMode>
    ),
    '/claude': <Sending />
  })
})
