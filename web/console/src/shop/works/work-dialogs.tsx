import { useRef, useState } from 'react'
import { placeAt, readPlaceAt } from '#contract/operator/access/planned.ts'
import { type OperatorWork, type OperatorWorkChange, setWork } from '#contract/operator/shop/works.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { Button } from '../../../../src/base/ui/button.tsx'
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
  const textOf = ({ definition }: Pick<OperatorWorkChange, 'definition'>) =>
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

const same = (one: OperatorWork['definition'], other: OperatorWork['definition']) =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * The accounts that are named: what will be just before the start, until the operator changes them. An order of accounts cannot be put
 * together of two, so what is typed stays as it is, and the operator may begin with the other one.
 */
function useDrafts(definition: OperatorWork['definition'], work: OperatorWork) {
  const [base, setBase] = useState(definition)
  const [drafts, setDrafts] = useState(() => draftsOf(definition, work))
  const [isTyped, setTyped] = useState(false)
  const begin = () => {
    setBase(definition)
    setDrafts(draftsOf(definition, work))
    setTyped(false)
  }
  const isLeft = !same(definition, base)
  if (isLeft && !isTyped) begin()
  const type = (typed: typeof drafts) => {
    setTyped(true)
    setDrafts(typed)
  }
  return { drafts, type, begin, isLeft: isLeft && isTyped }
}

interface LeftBaseProps {
  /** What will be just before the start. */
  before: string
  onBegin: () => void
}

/** Said while what was typed was made of something else than what it will replace. */
const LeftBase = ({ before, onBegin }: LeftBaseProps) => (
  <div className="flex flex-col items-start gap-3 rounded-card bg-sunken p-4 text-small">
    <p>{`К выбранному времени работу будет делать: ${before}. Ваш список начат раньше и заменит это целиком.`}</p>
    <Button variant="secondary" size="small" onClick={onBegin}>
      Начать с этого
    </Button>
  </div>
)

/** Who makes the works, from when and why. */
export function NameDialog({ work, coming, onClose }: WorkDialogProps) {
  const { definition, sent, start } = useStart({ work, coming })
  const { drafts, type, begin, isLeft } = useDrafts(definition, work)
  const fields = useRef<HTMLFieldSetElement>(null)
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
          <fieldset ref={fields} tabIndex={-1} aria-label="Кого просить" className="min-w-0">
            <SuppliesField {...{ work, drafts }} onChange={type} />
          </fieldset>
          <div aria-live="polite" className="max-w-text empty:hidden">
            {isLeft && (
              <LeftBase
                before={start.textOf({ definition })}
                onBegin={() => {
                  begin()
                  // The button goes with what it says.
                  fields.current?.focus()
                }}
              />
            )}
          </div>
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
