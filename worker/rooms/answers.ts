// Answers of models, and what helps to ask for them.
import type { Hono } from 'hono'
import type { HonoEnv } from '../http/context.ts'
import { mountAnswers } from '../answers/routes.ts'
import { mountTranscription } from '../answers/transcription-routes.ts'
import { mountPromptHelp } from '../answers/prompt-help-routes.ts'

export function mount(app: Hono<HonoEnv>) {
  mountAnswers(app)
  mountTranscription(app)
  mountPromptHelp(app)
}
