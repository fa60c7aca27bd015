import { useState } from 'react'
import { addAnnouncement } from '#contract/operator/prices/announcements.ts'
import { TextArea } from '../../../../src/base/ui/text-field.tsx'
import { localTime, timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { PeriodFields } from '../../ui/period-fields.tsx'

const dayMs = 24 * 60 * 60_000

const severities = [
  ['news', 'Новость'],
  ['warning', 'Предупреждение']
] as const
type Severity = (typeof severities)[number][0]

/** Writes an announcement. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [severity, setSeverity] = useState<Severity>('news')
  const [startsAt, setStartsAt] = useState(() => localTime(Date.now()))
  const [endsAt, setEndsAt] = useState(() => localTime(Date.now() + dayMs))
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={addAnnouncement}
      title="Новое объявление"
      description="Его увидят все, кто вошёл, на каждой странице сайта."
      confirm="Опубликовать"
      done="Объявление опубликовано"
      input={(change) => ({ text, severity, starts_at: timeOf(startsAt), ends_at: timeOf(endsAt), ...change })}
    >
      {(problems) => (
        <>
          <TextArea
            label="Текст"
            maxLength={300}
            value={text}
            error={problems.text}
            onChange={({ target }) => setText(target.value)}
            className="max-h-40"
          />
          <ChoiceField label="Вид" value={severity} choices={severities} onChange={setSeverity} />
          <PeriodFields {...{ startsAt, endsAt, problems, onStart: setStartsAt, onEnd: setEndsAt }} />
        </>
      )}
    </ChangeDialog>
  )
}
