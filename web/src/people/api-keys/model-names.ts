// What models of the API are called: those of chats, and those that make pictures and speech and write recordings down.
import { nameOfModel, type ShownModel } from '#contract/catalogue/models.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { workModels } from '#contract/v1/work-models.ts'

/** Beside the models of chats. */
export const otherModels: readonly { id: string; name: string }[] = [
  ...workModels,
  { id: transcription.apiId, name: transcription.modelName }
]

/** An id that nothing is sold under any more names itself. */
export const nameOfApiModel = (models: readonly ShownModel[], id: string): string =>
  otherModels.find((one) => one.id === id)?.name ?? nameOfModel(models, id)
