import { FormAlert } from '../../base/form/problems.tsx'
import { errorText } from '../../base/http/error-text.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { useWaysChange } from './ways-in-calls.ts'

interface ConfirmedChangeProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  action: string
  change: () => Promise<unknown>
  done?: string
  onDone?: () => void
}

/** Asks before something is taken away. What the server says against it stays in the dialog. */
export function ConfirmedChange({ open, onOpenChange, title, text, action, ...change }: ConfirmedChangeProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={text}>
      <Answer action={action} onClose={() => onOpenChange(false)} {...change} />
    </Dialog>
  )
}

type AnswerProps = Pick<ConfirmedChangeProps, 'action' | 'change' | 'done' | 'onDone'> & { onClose: () => void }

function Answer({ action, change, done, onDone, onClose }: AnswerProps) {
  const changing = useWaysChange({
    change,
    ...(done !== undefined && { done }),
    onDone: () => {
      onClose()
      onDone?.()
    }
  })
  return (
    <div className="mt-5 flex flex-col gap-5">
      {changing.error && (
        <FormAlert tone="danger" takesFocus>
          {errorText(changing.error, 'Не получилось. Попробуйте ещё раз')}
        </FormAlert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          Отмена
        </Button>
        <Button variant="danger" busy={changing.isPending} onClick={() => changing.start()}>
          {action}
        </Button>
      </div>
    </div>
  )
}
