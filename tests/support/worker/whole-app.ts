// The app of the tests that replace bindings: its rooms are put together once, as in the Worker, and not for each
// call. Like the Worker it tells the status and the news for half a minute as they were.
import { createApp } from '#worker/app.ts'

export const wholeApp = createApp()
