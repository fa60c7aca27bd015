import { Fragment, useState, type SubmitEvent } from 'react'
import {
  type OperatorSupplier,
  type SupplierTest,
  testPrompt,
  testSupplier
} from '#contract/operator/shop/suppliers.ts'
import { supplierModel } from '#contract/operator/shop/definition.ts'
import { FormAlert } from '../../../../src/base/form/problems.tsx'
import { formatCount } from '../../../../src/base/format/tokens.ts'
import { errorText } from '../../../../src/base/http/error-text.ts'
import { Button } from '../../../../src/base/ui/button.tsx'
import { Dialog } from '../../../../src/base/ui/dialog.tsx'
import { TextField } from '../../../../src/base/ui/text-field.tsx'
import { call } from '../../base/call.ts'
import { failureText } from './words.ts'

const seconds = (ms: number): string => `${(ms / 1000).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} с`

const usageText = ({ usage }: SupplierTest): string | null =>
  usage && `${formatCount(usage.input_tokens)} на входе, ${formatCount(usage.output_tokens)} на выходе`

const factsOf = (result: SupplierTest): [name: string, value: string | null][] => [
  ['Первое слово', result.first_word_ms === null ? null : `через ${seconds(result.first_word_ms)}`],
  ['Весь ответ', seconds(result.total_ms)],
  ['Ответ', result.text === '' ? null : result.text],
  ['Ответила модель', result.upstream_model],
  ['Токены', usageText(result)]
]

/** What came, or what kept it from coming. */
const Result = ({ result }: { result: SupplierTest }) => (
  <div className="flex flex-col gap-3">
    <FormAlert tone={result.failure ? 'danger' : 'success'}>
      {result.failure ? failureText(result.failure) : 'Поставщик отвечает'}
    </FormAlert>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-small">
      {factsOf(result).map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="break-words">{value ?? 'нет'}</dd>
        </Fragment>
      ))}
    </dl>
  </div>
)

type State = 'idle' | 'busy' | { result: SupplierTest } | { error: unknown }

interface TestDialogProps {
  supplier: OperatorSupplier
  onClose: () => void
}

/** Asks one model of a supplier. Nothing is changed, so no reason is asked for. */
export function TestDialog({ supplier: { id, name }, onClose }: TestDialogProps) {
  const [model, setModel] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [state, setState] = useState<State>('idle')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { data, error } = supplierModel.safeParse(model)
    setProblem(error?.issues[0]?.message)
    if (data === undefined || state === 'busy') return
    setState('busy')
    call(testSupplier, { id, model: data }).then(
      (result) => setState({ result }),
      (failure: unknown) => setState({ error: failure })
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(opened) => !opened && onClose()}
      title={`Проверить: ${name}`}
      description={`Уйдёт один вопрос: «${testPrompt}». Его оплачивает площадка, ждём до 20 секунд.`}
      staysOnOutsideClick
    >
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
        <TextField
          label="Модель у поставщика"
          hint="Как её называет он сам: deepseek/deepseek-chat"
          data-first-focus
          autoComplete="off"
          maxLength={100}
          value={model}
          error={problem}
          onChange={({ target }) => {
            setProblem(undefined)
            setModel(target.value)
          }}
        />
        <div aria-live="polite">
          {typeof state === 'object' &&
            ('result' in state ? (
              <Result result={state.result} />
            ) : (
              <FormAlert tone="danger">{errorText(state.error)}</FormAlert>
            ))}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Закрыть
          </Button>
          <Button type="submit" busy={state === 'busy'}>
            Проверить
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
