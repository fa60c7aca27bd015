import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { FormAlert, refusedFields, useProblems } from '../../../src/base/form/problems.tsx'
import { errorText } from '../../../src/base/http/error-text.ts'
import { Button } from '../../../src/base/ui/button.tsx'
import { Dialog } from '../../../src/base/ui/dialog.tsx'
import { notify } from '../../../src/base/ui/notify.ts'
import { TextArea } from '../../../src/base/ui/text-field.tsx'
import { type Change, useChange } from '../base/use-call.ts'

/** By the names of the contract's input. */
type FieldProblems = Partial<Record<string, string | undefined>>

interface ChangeFormProps<Input extends z.ZodType<unknown, object>, Output extends z.ZodType> {
  endpoint: Endpoint<Input, Output>
  input: (change: Change) => z.input<Input>
  /** The text of the button that does it: «Вернуть деньги». */
  confirm: string
  danger?: boolean
  /** What the toast says afterwards: «Деньги возвращены»; a function reads the answer. */
  done: string | ((output: z.output<Output>) => string)
  onDone?: (output: z.output<Output>) => void
  /** Fields beside the reason; the function gets what is wrong with them. */
  children?: ReactNode | ((problems: FieldProblems) => ReactNode)
}

interface ChangeDialogProps<Input extends z.ZodType<unknown, object>, Output extends z.ZodType> extends ChangeFormProps<
  Input,
  Output
> {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, to whom, and whether it can be taken back. */
  description: ReactNode
}

/**
 * Asks for the reason of a change and does it. It checks the input by the contract before it sends anything, shows what the server
 * refuses, and closes when the change is made.
 */
export const ChangeDialog = <Input extends z.ZodType<unknown, object>, Output extends z.ZodType>({
  open,
  onClose,
  title,
  description,
  ...form
}: ChangeDialogProps<Input, Output>) => (
  <Dialog
    open={open}
    onOpenChange={(opened) => !opened && onClose()}
    title={title}
    description={description}
    staysOnOutsideClick
  >
    {/* Mounted with each opening: the fields are empty again. */}
    <ChangeForm {...form} onClose={onClose} />
  </Dialog>
)

/** Stands in for the key, which a change gets when it is sent. */
const unsentKey = 'not-sent-yet'

/** What the contract has against an input, by field. */
function problemsOf(endpoint: Endpoint, input: unknown): FieldProblems {
  const { error } = endpoint.input.safeParse(input)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0] ?? ''), message]))
}

/** While it is sent it takes nothing more: what is shown is what is sent, and recorded. */
function ChangeForm<Input extends z.ZodType<unknown, object>, Output extends z.ZodType>({
  endpoint,
  input,
  confirm,
  danger = false,
  done,
  onDone,
  onClose,
  children
}: ChangeFormProps<Input, Output> & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isTouched, setTouched] = useState(false)
  const { problems, setProblems, report, reportRefusal, form } = useProblems<string>()
  const { start, error, isPending } = useChange(endpoint, {
    onDone: (output) => {
      notify.success(typeof done === 'string' ? done : done(output))
      onDone?.(output)
      onClose()
    },
    onRefused: (failure) => reportRefusal(ofFields(failure))
  })
  const change: Change = { reason, idempotency_key: unsentKey }
  const ofFields = (failure: unknown) => refusedFields(failure, ['reason', ...Object.keys(input(change))])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = input(change)
    if (report(event.currentTarget, problemsOf(endpoint, sent))) start(sent)
  }
  // Not of the fields as they are now: an alert that comes once they are edited would take the focus from the operator who is typing.
  const isShownAtField = Object.keys(ofFields(error)).length > 0
  return (
    <form
      ref={form}
      noValidate
      data-unsaved={isTouched}
      onSubmit={submit}
      onChangeCapture={(event) => isPending && event.stopPropagation()}
      onChange={() => {
        setTouched(true)
        setProblems({})
      }}
      className="mt-5 flex flex-col gap-4"
    >
      {error && !isShownAtField && !isPending && (
        <FormAlert tone="danger" takesFocus>
          {errorText(error)}
        </FormAlert>
      )}
      {typeof children === 'function' ? children(problems) : children}
      <TextArea
        label="Причина"
        hint="Попадёт в журнал. Без адресов почты"
        required
        maxLength={300}
        value={reason}
        error={problems.reason}
        onChange={({ target }) => setReason(target.value)}
        className="max-h-40"
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Отменить
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isPending}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
