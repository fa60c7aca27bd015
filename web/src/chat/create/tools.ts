// What the panel offers: the tools of each kind, by the names of the studio, and the few settings of each that fit into a line.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ChoiceParameter, FileParameter, Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { conditionsOf } from '#contract/catalogue/shown-parameters.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { drawnParameters } from '../../media/form/settings.ts'
import type { CreateKind } from './open-panel.ts'

export const kindWords: Record<CreateKind, string> = {
  image: 'Картинка',
  change: 'Изменить картинку',
  video: 'Видео',
  audio: 'Голос'
}

const kindOf = ({ kind }: StudioEntry): CreateKind => (kind === 'image-tool' ? 'change' : kind)

export const toolsOf = (kind: CreateKind): readonly StudioEntry[] =>
  studioEntries.filter((entry) => kindOf(entry) === kind)

/** Whether the tool takes words with these settings. */
export const takesPrompt = (entry: StudioEntry, values: ParameterValues): boolean =>
  drawnParameters(entry.parameters, values).some(({ name }) => name === 'prompt')

/** Options that need a mask, which is painted in the studio, are not offered. */
const needsMask = ({ parameters }: StudioEntry, name: string, value: string): boolean =>
  parameters.some(
    (one) =>
      one.kind === 'mask' &&
      one.requiredText !== undefined &&
      conditionsOf(one).some(({ parameter, is }) => parameter === name && is.includes(value))
  )

/** The choices in the line. */
export const choicesOf = (entry: StudioEntry, values: ParameterValues): readonly ChoiceParameter[] =>
  drawnParameters(entry.parameters, values)
    .filter((one): one is ChoiceParameter => one.kind === 'choice' && one.advanced === undefined)
    .map((one) => ({ ...one, options: one.options.filter(({ value }) => !needsMask(entry, one.name, value)) }))

/** The first frame of a film is worth its place, although the studio folds it away. */
const isOffered = (one: Parameter): one is FileParameter =>
  (one.kind === 'image' || one.kind === 'video') && (one.requiredText !== undefined || one.name === 'startFrame')

/** The files below the line. */
export const filesOf = (entry: StudioEntry, values: ParameterValues): readonly FileParameter[] =>
  drawnParameters(entry.parameters, values).filter(isOffered)

interface Begun {
  service: string
  settings: ParameterValues
  files: Readonly<Record<string, string>>
}

/** The tool that goes on with a picture of the dialog, and what its form then holds. @param isConnected says it of the path of a tool */
export function begunWith(
  { kind, source }: { kind: CreateKind; source: string },
  isConnected: (path: string) => boolean
): Begun | null {
  const ways: readonly Begun[] =
    kind === 'video'
      ? [
          { service: 'runwayml', settings: { mode: 'image-to-video' }, files: { image: source } },
          { service: 'luma', settings: { duration: '5', quality: 'standard' }, files: { startFrame: source } }
        ]
      : [
          { service: 'gpt-image-edit', settings: {}, files: { image: source } },
          { service: 'stability', settings: {}, files: { image: source } }
        ]
  return ways.find(({ service }) => toolsOf(kind).some(({ id, path }) => id === service && isConnected(path))) ?? null
}
