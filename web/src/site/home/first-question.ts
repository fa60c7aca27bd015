// What happens to a first question. Loaded when it is sent: few visitors of the home page do.
import type { NavigateFunction } from 'react-router-dom'
import { creatingNow } from '../../base/page/create-now.ts'
import { askForAccount, keepForAccount } from '../../base/session/kept-question.ts'
import { newOperationId } from '../../base/storage/operation-id.ts'
import { notify } from '../../base/ui/notify.ts'
import { firstModels } from './first-models.ts'
import type { FirstModel, HomeParts } from './parts.ts'

/** Their questions are on the way to another page, which may take a while to load: a second one would be asked and charged, too. */
const left = new WeakSet<HTMLFormElement>()

/** The model that a form has chosen; undefined: none is connected. */
export function modelOf(form: HTMLFormElement): FirstModel | undefined {
  const names = (document.documentElement.dataset['unconnected'] ?? '').split(' ')
  const connected = firstModels.filter(({ id }) => !names.includes(id))
  // One that is not connected is out of sight, and may still be what the form was made with.
  return connected.find(({ id }) => id === form.querySelector('select')?.value) ?? connected[0]
}

/** Of a visitor, under the id with which it is charged once. */
const questionOf = (prompt: string, { path, id, name, priceTokens }: FirstModel) => ({
  prompt,
  model: id,
  priceTokens,
  operationId: newOperationId(),
  path,
  name
})

/** Keeps a visitor's question, for who goes to a provider to sign in. @returns when; undefined: there is none */
export function keepFirst(form: HTMLFormElement): number | undefined {
  const prompt = form.querySelector('textarea')?.value.trim()
  const model = modelOf(form)
  return prompt && model ? keepForAccount(questionOf(prompt, model)) : undefined
}

export interface Sender {
  isUser: boolean
  navigate: NavigateFunction
  handOver: HomeParts['handOver']
}

/**
 * A visitor's question waits for the registration, a user's is sent at once by the page of its model.
 */
export async function sendFirst(form: HTMLFormElement, { isUser, navigate, handOver }: Sender): Promise<void> {
  const field = form.querySelector('textarea')
  const prompt = field?.value.trim()
  const model = modelOf(form)
  if (!model || left.has(form)) return
  if (!prompt) return field?.focus()
  if (!isUser) return askForAccount(questionOf(prompt, model))
  left.add(form)
  try {
    const handed = await handOver({ prompt, model })
    if (handed) return void navigate(model.path, handed)
  } catch (error) {
    left.delete(form)
    throw error
  }
  left.delete(form)
}

interface Creator {
  navigate: NavigateFunction
  hasFiles: HomeParts['hasFiles']
}

/** A user makes a picture, a film or a record of what is typed, on the page of the chosen model. Files of the question stay here. */
export async function createFirst(form: HTMLFormElement, { navigate, hasFiles }: Creator): Promise<void> {
  const field = form.querySelector('textarea')
  const model = modelOf(form)
  if (!field || !model || left.has(form)) return
  // The words stay here until that page has them in its own composer.
  await navigate(model.path, creatingNow({ prompt: field.value.trim() }))
  // Without this notice the files are still there.
  if (await hasFiles().catch(() => false)) notify.info('Приложенные файлы остались на главной странице')
}
