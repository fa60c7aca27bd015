// The app of the tests that replace bindings: its rooms are put together once, as in the Worker, and not for each call.
import { createApp } from '#worker/app.ts'

export const wholeApp = createApp()
