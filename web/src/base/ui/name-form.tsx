import { type SubmitEvent, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

interface NameFormProps {
  /** The name that there is. */
  name: string
  lengthMax: number
  busy: boolean
  onSubmit: (name: string) => void
  onCancel: () => void
}

/** Gives another name; an empty one cannot be sent. */
export function NameForm({ name: known, lengthMax, busy, onSubmit, onCancel }: NameFormProps) {
  // Not the name that another device gives meanwhile: nothing is typed here then.
  const [first] = useState(known)
  const [name, setName] = useState(first)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <form noValidate data-unsaved={name !== first} onSubmit={submit} className="mt-5 flex flex-col gap-6">
      <TextField
        label="Название"
        name="title"
        data-first-focus
        autoComplete="off"
        maxLength={lengthMax}
        readOnly={busy}
        value={name}
        // Not where the user has begun to write.
        onFocus={(event) => name === first && event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Отмена
        </Button>
        <Button type="submit" busy={busy} disabled={name.trim() === ''}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
