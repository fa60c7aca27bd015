// A card as the model of a chat is told it: in words, because a model's own turns have no pictures, with the pictures beside it
// for the user's next turn. A work that has no picture must never read as if there were one. Pure.
import { attachmentLimits, pictureInputTokens } from '#contract/catalogue/attachments.ts'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { proposalLine } from '#contract/proposal-words.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import type { AttachedFile } from './attachment.ts'
import type { JobStep, StoredFile } from './job.ts'
import { cardLabelOf } from './work-in-chat.ts'

/** A work of a card, as it is now. */
export interface ToldWork {
  /** The id of its row. */
  id: string
  kind: StudioKind
  /** The beginning of the message that has asked for it. */
  request: string
  step: JobStep
  isDeleted: boolean
  files: StoredFile[]
}

const requestLengthMax = 200

type State = 'ready' | 'deleted' | 'failed' | 'cancelled' | 'running'

const stateWords: Record<State, [feminine: string, neuter: string]> = {
  ready: ['готова', 'готово'],
  deleted: ['удалена', 'удалено'],
  failed: ['не получилась', 'не получилось'],
  cancelled: ['отменена', 'отменено'],
  running: ['ещё делается', 'ещё делается']
}

function stateOf({ step, isDeleted }: ToldWork): State {
  if (isDeleted) return 'deleted'
  if (step === 'completed') return 'ready'
  return step === 'failed' || step === 'cancelled' ? step : 'running'
}

const oneLine = (text: string): string => beginningOf(text.replace(/\s+/g, ' ').trim(), requestLengthMax)

function toldWork(work: ToldWork): string {
  const words = stateWords[stateOf(work)][work.kind === 'video' ? 1 : 0]
  const label = cardLabelOf(work.kind, 1)
  if (work.isDeleted) return `[${label}: ${words}]`
  return `[${label} по запросу «${oneLine(work.request)}»: ${words}]`
}

/** The text of a card; one for a card whose works are all gone, too. */
export const toldCard = (works: readonly ToldWork[]): string => works.map(toldWork).join('\n') || '[Эта работа удалена]'

/** What every model takes that sees pictures. */
const isShowable = ({ type, sizeBytes, width, height }: StoredFile): boolean =>
  (type === 'image/png' || type === 'image/jpeg') &&
  sizeBytes <= attachmentLimits.bytesMax.picture &&
  Math.max(width ?? Infinity, height ?? Infinity) <= attachmentLimits.pictureSideMax

/** The finished pictures of a card that a model can be shown. */
export const picturesOf = (works: readonly ToldWork[]): AttachedFile[] =>
  works
    .filter((work) => stateOf(work) === 'ready')
    .flatMap((work) =>
      work.files.filter(isShowable).map(({ index, type, sizeBytes, width, height }) => ({
        id: `${work.id}/${index}`,
        name: `Картинка по запросу «${oneLine(work.request)}»`,
        kind: 'picture',
        type,
        size: sizeBytes,
        width,
        height,
        textLength: 0,
        inputTokens: pictureInputTokens,
        result: { jobId: work.id, index }
      }))
    )

/** Of a proposed prompt, in characters: enough for the model to go on from it. */
const toldLengthMax = 500

/** The turn of an answer as the model is told it later. Whether a work was ordered is told by its card. */
export const toldAnswer = (text: string, proposals: readonly WorkProposal[] | null | undefined): string =>
  [
    text,
    ...(proposals ?? []).map(
      ({ kind, prompt }) => `[${proposalLine({ kind, prompt: beginningOf(prompt, toldLengthMax) })}]`
    )
  ]
    .filter(Boolean)
    .join('\n')
