// The pictures of a dialog that a proposed work can begin with: results of works, and pictures that its user has attached.
import type { Attachment } from '#contract/attached-file.ts'
import type { Message } from '#contract/chats.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { isEnded, kindOf } from '../../media/job/job-order.ts'
import { findJob, isForgotten } from '../../media/job/job-store.ts'
import { readDataUrl, RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { freshUrl } from '../attach/draft-files.ts'

/** The same object until it changes. */
export type DialogPicture = JobFile | Attachment

const isAttached = (picture: DialogPicture): picture is Attachment => 'inputTokens' in picture

const worksOf = ({ works = [] }: Message): Job[] =>
  works.map((work) => findJob(work.id) ?? work).filter(({ id }) => !isForgotten(id))

function pictureOf(message: Message): DialogPicture | undefined {
  const attached = message.attachments?.findLast(({ kind, state }) => kind === 'picture' && state === 'ready')
  const made = worksOf(message)
    .filter(({ state }) => state === 'completed')
    .flatMap(({ files }) => files)
    .find(({ type }) => type.startsWith('image/'))
  return made ?? attached
}

/** The newest picture that is ready; null: there is none. */
export function newestPicture(messages: readonly Message[]): DialogPicture | null {
  for (const message of messages.toReversed()) {
    const picture = pictureOf(message)
    if (picture) return picture
  }
  return null
}

/** The question, and a card or an answer before it. */
const nearMessages = 3

/** Whether an answer is about the newest picture: it stands, or is being made, just before it or after it. @param answerId null: it is the last one */
export function isPictureNear(messages: readonly Message[], answerId: number | null): boolean {
  const found = messages.findIndex(({ id }) => id === answerId)
  const answerAt = found < 0 ? messages.length : found
  const near = messages.slice(Math.max(0, answerAt - nearMessages))
  return isPictureComing(near) || near.some((message) => pictureOf(message) !== undefined)
}

/** Whether a picture is being made in the dialog: the newest one is not known yet. */
export const isPictureComing = (messages: readonly Message[]): boolean =>
  messages.some((message) => worksOf(message).some((job) => kindOf(job) === 'image' && !isEnded(job)))

/** The picture as a form holds it: the name of a file of the user's works, or a data URL. @throws RefusedFile when it cannot be read */
export async function formFileOf(picture: DialogPicture): Promise<string> {
  if (!isAttached(picture)) return `work:${picture.id}`
  try {
    const known = await fetch(picture.url)
    const response = known.ok ? known : await fetch((await freshUrl(picture)) ?? '')
    if (response.ok) return await readDataUrl(await response.blob())
  } catch {
    // The network failed, or the file is gone.
  }
  throw new RefusedFile('Не удалось прочитать приложенную картинку')
}
