// What happens to a first question. Loaded when it is sent: few visitors of the home page do.
import type { NavigateFunction } from 'react-router-dom'
import { askingNow } from '../../base/page/ask-now.ts'
import { askForAccount } from '../../base/session/ask-for-account.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'

interface FirstQuestion {
  path: string
  prompt: string
  model: string
  name: string
  priceTokens: number
}

/** A visitor's question waits for the registration, a user's is sent at once by the page of its model. */
export function sendFirst({ path, name, ...question }: FirstQuestion, isUser: boolean, navigate: NavigateFunction) {
  const asked = { ...question, operationId: newOperationId() }
  if (isUser) void navigate(path, askingNow(asked))
  else askForAccount({ ...asked, path, name })
}
