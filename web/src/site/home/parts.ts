// What the home page takes from the chats and the library, which it may not import: app/home-page.tsx brings it.
import type { ComponentType } from 'react'
import type { firstModels } from './first-models.ts'

export type FirstModel = (typeof firstModels)[number]

export interface FirstQuestion {
  prompt: string
  model: FirstModel
}

export interface HomeParts {
  /** The last chats and works of a user, or their place. */
  Recent: ComponentType
  /** Keeps what a user types and attaches, and shows the files; `form` has the field and the choice of the model. */
  Draft: ComponentType<{ form: HTMLFormElement }>
  /** Lets a visitor sign in with a provider and send with the same press. */
  OneTap: ComponentType<{ form: HTMLFormElement }>
  /** Attaches files to the question of a user. */
  attach: (files: readonly File[], model: FirstModel) => Promise<void>
  /** Whether some are attached, or on their way. */
  hasFiles: () => Promise<boolean>
  /** What goes along to the page of the model, which sends it. Null: the question cannot be sent yet, and its user was told why. */
  handOver: (question: FirstQuestion) => Promise<{ state: unknown } | null>
}
