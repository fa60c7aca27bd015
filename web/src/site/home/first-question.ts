// What happens to a first question. Loaded when it is sent: few visitors of the home page do.
import type { NavigateFunction } from 'react-router-dom'
import { askingNow } from '../../base/page/ask-now.ts'
import { askForAccount } from '../../base/session/kept-question.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { firstModels } from './hero-composer.tsx'

/** Their questions are on the way to another page, which may take a while to load: a second one would be asked and charged, too. */
const left = new WeakSet<HTMLFormElement>()

/**
 * A visitor's question waits for the registration, a user's is sent at once by the page of its model.
 */
export function sendFirst(form: HTMLFormElement, isUser: boolean, navigate: NavigateFunction) {
  const field = form.querySelector('textarea')
  const prompt = field?.value.trim()
  const names = (document.documentElement.dataset['unconnected'] ?? '').split(' ')
  const connected = firstModels.filter(({ id }) => !names.includes(id))
  // One that is not connected is out of sight, and may still be what the form was made with.
  const first = connected.find(({ id }) => id === form.querySelector('select')?.value) ?? connected[0]
  if (!first || left.has(form)) return
  if (!prompt) return field?.focus()
  const { path, id: model, name, priceTokens } = first
  const asked = { prompt, model, priceTokens, operationId: newOperationId() }
  if (!isUser) return askForAccount({ ...asked, path, name })
  left.add(form)
  void navigate(path, askingNow(asked))
}
