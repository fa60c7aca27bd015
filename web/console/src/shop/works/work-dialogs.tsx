import { useState } from 'react'
import { placeAt, readPlaceAt } from '#contract/operator/access/planned.ts'
import { type OperatorWork, type OperatorWorkChange, setWork } from '#contract/operator/shop/works.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { firstAheadMs, minuteAfter, timeOf } from '../../base/local-time.ts'
import { ChangeDialog } from '../../ui/change-dialog.tsx'
import { PlannedStart, startsText } from '../../ui/planned-start.tsx'
import { definitionOf, draftsOf } from './draft.ts'
import { SuppliesField } from './supplies-field.tsx'

interface WorkDialogProps {
  work: OperatorWork
  /** What is planned of it, the soonest first. */
  coming: readonly OperatorWorkChange[]
  onClose: () => void
}

/** From when, and what else is planned for the work. */
function useStart({ work, coming }: Pick<WorkDialogProps, 'work' | 'coming'>) {
  const [startsAt, setStartsAt] = useState(() => minuteAfter(firstAheadMs))
  const at = timeOf(startsAt)
  const names = new Map(work.accounts.map(({ supplier, name }) => [supplier, name]))
  const textOf = ({ definition }: OperatorWorkChange) =>
    definition?.supplies.map(({ supplier, model }) => `${names.get(supplier) ?? supplier} · ${model}`).join(', ') ??
    'сам разработчик'
  const { base } = placeAt(coming, at)
  return {
    /** Who makes it until the change. */
    definition: base ? base.definition : work.definition,
    sent: {
      work: work.work,
      starts_at: at,
      ...readPlaceAt(coming, at, work.in_force)
    },
    start: { coming, textOf, value: startsAt, onChange: setStartsAt }
  }
}

/** Who makes the works, from when and why. What is named begins with what will be just before the start, until the operator changes it. */
export function NameDialog({ work, coming, onClose }: WorkDialogProps) {
  const { definition, sent, start } = useStart({ work, coming })
  const [base, setBase] = useState(definition)
  const [drafts, setDrafts] = useState(() => draftsOf(definition, work))
  const [isTyped, setTyped] = useState(false)
  if (!isTyped && JSON.stringify(definition) !== JSON.stringify(base)) {
    setBase(definition)
    setDrafts(draftsOf(definition, work))
  }
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
        ...sent,
        definition: definitionOf(drafts, work),
        ...change
      })}
    >
      {(problems) => (
        <>
          {problems.definition !== undefined && <FormAlert tone="danger">{problems.definition}</FormAlert>}
          <SuppliesField
            {...{ work, drafts }}
            onChange={(typed) => {
              setTyped(true)
              setDrafts(typed)
            }}
          />
          <PlannedStart {...start} error={problems.starts_at} />
        </>
      )}
    </ChangeDialog>
  )
}

/** The maker's account of the settings again. */
export function ResetDialog({ work, coming, onClose }: WorkDialogProps) {
  const { sent, start } = useStart({ work, coming })
  return (
    <ChangeDialog
      open
      onClose={onClose}
      endpoint={setWork}
      title={`Вернуть к каталогу: ${work.title}`}
      description="Работы снова будет делать сам разработчик по ключу из настроек развёртывания. Начатые работы доделает тот, кто их взял."
      confirm="Вернуть"
      done={startsText}
      input={(change) => ({ ...sent, definition: null, ...change })}
    >
      {(problems) => <PlannedStart {...start} error={problems.starts_at} />}
    </ChangeDialog>
  )
}
