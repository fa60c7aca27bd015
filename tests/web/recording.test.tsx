import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { SubtitlesLink } from '#web/src/media/job/result-actions.tsx'
import { RecordingNote, ResultMedia } from '#web/src/media/job/result-media.tsx'
import { isFound } from '#web/src/studio/fields/voice-field.tsx'
import { withMark } from '#web/src/studio/voice/pause-menu.tsx'
import { completed, sampleFile } from './jobs-sample.ts'

const sound = { ...sampleFile, type: 'audio/wav', width: null, height: null, durationSeconds: 12 }
const recording = (parameters: Job['parameters']): Job =>
  completed({ kind: 'audio', service: 'elevenlabs', parameters, files: [sound] })

describe('a recording', () => {
  it('at another speed than the usual one says so: player and file are the same', () => {
    render(<RecordingNote job={recording({ speed: '1.5' })} file={sound} />)
    expect(screen.getByText('WAV записан со скоростью 1,5×: так он звучит и в плеере, и в файле')).toBeTruthy()
  })

  it.each([{ speed: '1' }, {}])('at the usual speed says nothing: %j', (parameters) => {
    const { container } = render(<RecordingNote job={recording(parameters)} file={sound} />)
    expect(container.textContent).toBe('')
  })

  it('is played as it is in the file, whatever speed was ordered', () => {
    const job = recording({ speed: '0.5', prompt: 'Привет' })
    const { container } = render(
      <MemoryRouter>
        <ResultMedia job={job} file={sound} />
      </MemoryRouter>
    )
    expect(container.querySelector('audio')?.playbackRate).toBe(1)
  })

  it('has a link to its subtitles, if there are any', () => {
    const { container, rerender } = render(<SubtitlesLink file={sound} />)
    expect(container.textContent).toBe('')
    rerender(<SubtitlesLink file={{ ...sound, subtitlesUrl: `${sound.url}&subtitles=1` }} />)
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Субтитры (SRT)' })
    expect(link.href).toBe(`${sound.url}&subtitles=1`)
    expect(link.hasAttribute('download')).toBe(true)
  })
})

describe('a voice', () => {
  it.each([
    ['Лили — бархатный женский', 'лили', true],
    ['Лили — бархатный женский', 'жен бар', true],
    ['Дэниел — дикторский мужской', 'муж', true],
    ['Джордж — тёплый мужской', 'теплый', true],
    ['Джордж — тёплый мужской', 'ской', false],
    ['Джордж — тёплый мужской', '  ', true]
  ])('%s is searched for «%s»: %s', (label, wanted, found) => {
    expect(isFound(label, wanted)).toBe(found)
  })
})

describe('the mark of a pause', () => {
  it.each([
    ['Раз два', 3, 3, 'Раз [п] два', 7],
    ['Раз', 3, 3, 'Раз [п] ', 8],
    ['', 0, 0, '[п] ', 4],
    ['Раз два три', 4, 7, 'Раз [п] три', 7]
  ])('in «%s» from %i to %i', (text, from, to, result, cursor) => {
    expect(withMark(text, from, to, '[п]')).toEqual({ text: result, cursor })
  })
})
