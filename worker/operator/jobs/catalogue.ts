// The services that operators watch and switch, with the models in force.
import { apiCalls } from '#contract/api-key-words.ts'
import { chatServices } from '#contract/catalogue/chat.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { WatchedService } from '#contract/operator/jobs/services.ts'

type Service = Pick<WatchedService, 'service' | 'title' | 'kind'> & { models: { model: string; title: string }[] }

const modelsOf = ({ parameters }: StudioEntry) =>
  parameters.flatMap((parameter) =>
    parameter.kind === 'choice' && parameter.name === 'model'
      ? parameter.options.map(({ value, label }) => ({ model: value, title: label }))
      : []
  )

export const mediaServices = studioEntries.map(({ id }) => id)

export const servicesOf = (chatModels: readonly ShownModel[]): readonly Service[] => [
  ...chatServices.map((service) => ({
    service,
    kind: 'text' as const,
    title: tools[`/${service}`].title,
    models: chatModels.filter((one) => one.service === service).map(({ id, name }) => ({ model: id, title: name }))
  })),
  ...studioEntries.map((entry) => ({
    service: entry.id,
    kind: entry.kind,
    title: entry.title,
    models: modelsOf(entry)
  })),
  { service: transcription.service, kind: 'audio', title: 'Запись в текст и голосовой ввод', models: [] },
  { ...apiCalls, kind: 'text', models: [] }
]

export const isService = (
  chatModels: readonly ShownModel[],
  { service, model }: { service: string; model: string | null }
): boolean =>
  servicesOf(chatModels).some(
    (known) => known.service === service && (model === null || known.models.some((one) => one.model === model))
  )
