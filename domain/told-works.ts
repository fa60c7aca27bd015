// A card as the model of a chat is told it: in words, because a model's own turns have no pictures, with the pictures beside it
// for the user's next turn. A work that has no picture must never read as if there were one. Pure.
import { attachmentLimits, pictureInputTokens } from '#contract/catalogue/attachments.ts'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { beginningOf } from '#contract/cut-text.ts'
import type { AttachedFile } from './attachment.ts'
import type { JobStep, StoredFile } from './job.ts'
import { cardLabelOf } from './card-label.ts'

/** A work of a card, as it is now. */
export interface ToldWork {
  /** The id of its row. */
  id: string
  kind: StudioKind
  /** Null: the tool takes no words. */
  prompt: string | null
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

/** Without the catalogue, which has words for tools that take none: an isolate would start with it. The request before the card says it. */
function nameOf({ kind, prompt, isDeleted }: ToldWork): string {
  const label = cardLabelOf(kind, 1)
  // A deletion takes the prompt with it.
  return isDeleted || prompt === null ? label : `${label} по запросу «${oneLine(prompt)}»`
}

const toldWork = (work: ToldWork): string =>
  `[${nameOf(work)}: ${stateWords[stateOf(work)][work.kind === 'video' ? 1 : 0]}]`

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
        name: nameOf(work),
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
