// Calls with a key of the API that make and read pictures and sound. Apart from chats, whose first answer would wait for their code too.
import type { Hono } from 'hono'
import { createApi } from '../api/app.ts'
import { mountTranscriptions } from '../api/audio/transcriptions.ts'
import { mountImages } from '../api/works/images.ts'
import { mountSpeech } from '../api/works/speech.ts'
import { withFiles } from '../http/begin.ts'
import type { HonoEnv } from '../http/context.ts'

export const createApp = (): Hono<HonoEnv> =>
  createApi((app) => {
    app.use(withFiles)
    mountTranscriptions(app)
    mountImages(app)
    mountSpeech(app)
  })
