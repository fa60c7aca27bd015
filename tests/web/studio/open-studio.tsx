import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Location, Route, Routes } from 'react-router-dom'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'
import { renderAt } from '../render-page.tsx'
import { Page as StudioPage } from '#web/src/studio/page.tsx'
import { JobSync } from '#web/src/jobs/job-sync.tsx'
import { announceMessage } from '#web/src/base/live/live-bus.ts'
import { useSession } from '#web/src/base/session/session.tsx'
import { studioServer } from './studio-server.ts'

const studioPaths = studioEntries.flatMap(({ path, aliases }) => [path, ...aliases])

const Sync = () => useSession().user && <JobSync />

/** Opens a studio page together with `JobSync`, as after a reload: empty memory, storage kept. */
export async function openStudio(address: string | Partial<Location>) {
  const page = renderAt(
    address,
    <>
      <Sync />
      <Routes>
        {studioPaths.map((path) => (
          <Route key={path} path={path} element={<StudioPage />} />
        ))}
        <Route path="*" element={<p>another page</p>} />
      </Routes>
    </>
  )
  await screen.findByRole('heading', { level: 1 })
  return {
    user: userEvent.setup(),
    leave: page.unmount,
    /** Leaves like a browser that unloads the page. */
    unload: () => {
      window.dispatchEvent(new Event('pagehide'))
      page.unmount()
    },
    /** Sends a live message about a job. */
    hear: (job: Job) => act(() => announceMessage({ type: 'job', job }))
  }
}

/** The same, once the session is loaded. */
export async function openSignedIn(address: string | Partial<Location>) {
  const studio = await openStudio(address)
  await screen.findByText(/^На балансе|^Premium/)
  return studio
}

/** Opens one with a server of its own, signed in unless the server says otherwise. */
export async function startStudio(
  address: string | Partial<Location>,
  settings: Parameters<typeof studioServer>[0] = {}
) {
  const server = studioServer(settings)
  return { server, ...(await (settings.signedIn === false ? openStudio : openSignedIn)(address)) }
}

export const form = () => screen.getByRole<HTMLFormElement>('form')
export const prompt = () =>
  form().querySelector<HTMLTextAreaElement>('[name=prompt]') ?? document.createElement('textarea')
export const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Создать|Озвучить|Обработать|Изменить) ?.* · \d+ токен/ })
export const address = () => screen.getByLabelText('address').textContent
export const busyButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /\.\.\.$/ })
export const results = () => within(screen.getByRole('region', { name: 'Результаты' }))
/** Brings a result from the strip to the stage. */
export const stage = (name: string | RegExp) => fireEvent.click(results().getByRole('radio', { name }))
export const staged = () =>
  results()
    .getAllByRole('radio')
    .map((one) => one.closest('label')?.textContent)
export const write = (text: string) => fireEvent.change(prompt(), { target: { value: text } })
