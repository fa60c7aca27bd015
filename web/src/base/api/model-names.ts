// What models of the API are called: those of chats, and those that make pictures and speech and write recordings down.
import { nameOfModel, type ShownModel } from '#contract/catalogue/models.ts'
import { otherModels } from '#contract/v1/work-models.ts'

/** An id that nothing is sold under any more names itself. */
export const nameOfApiModel = (models: readonly ShownModel[], id: string): string =>
  otherModels.find((one) => one.id === id)?.name ?? nameOfModel(models, id)
