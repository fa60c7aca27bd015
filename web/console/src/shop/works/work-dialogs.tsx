import { useState } from 'react'
import { type OperatorWork, type OperatorWorkChange, setWork } from '#contract/operator/shop/works.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { formatDateTime } from '../../../../src/base/format/dates.ts'
import { minuteAfter, timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { StartField } from '../../ui/start-field.tsx'
import { definitionOf, draftsOf } from './draft.ts'
import { SuppliesField } from './supplies-field.tsx'

/** A little more than the server asks for, so that there is time to type the reason. */
const firstAheadMs = 5 * 60_000

const startsText = ({ change: { starts_at: at } }: { change: OperatorWorkChange }) => `Начнётся ${formatDateTime(at)}`

interface WorkDialogProps {
  work: OperatorWork
  onClose: () => void
}

/** Who makes the works, from when and why. */
export function NameDialog({ work, onClose }: WorkDialogProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(work))
  const [startsAt, setStartsAt] = useState(() => minuteAfter(firstAheadMs))
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={setWork}
      title={`Кто делает: ${work.title}`}
      description="Следующего просят, только если предыдущий точно не начал работу: нет связи, денег, места или модели. Человек платит одну и ту же цену."
      confirm="Назначить"
      done={startsText}
      input={(change) => ({
        work: work.work,
        definition: definitionOf(drafts, work),
        starts_at: timeOf(startsAt),
        ...change
      })}
    >
      {(problems) => (
        <>
          {problems.definition !== undefined && <FormAlert tone="danger">{problems.definition}</FormAlert>}
          <SuppliesField {...{ work, drafts }} onChange={setDrafts} />
          <StartField value={startsAt} error={problems.starts_at} onChange={setStartsAt} />
        </>
      )}
    </ChangeDialog>
  )
}

/** The maker's account of the settings again. */
export function ResetDialog({ work, onClose }: WorkDialogProps) {
  const [startsAt, setStartsAt] = useState(() => minuteAfter(firstAheadMs))
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={setWork}
      title={`Вернуть к каталогу: ${work.title}`}
      description="Работы снова будет делать сам разработчик по ключу из настроек развёртывания. Начатые работы доделает тот, кто их взял."
      confirm="Вернуть"
      done={startsText}
      input={(change) => ({ work: work.work, definition: null, starts_at: timeOf(startsAt), ...change })}
    >
      {(problems) => <StartField value={startsAt} error={problems.starts_at} onChange={setStartsAt} />}
    </ChangeDialog>
  )
}
