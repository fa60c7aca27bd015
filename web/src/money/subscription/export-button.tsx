import { Download } from 'lucide-react'
import { errorText } from '../../base/http/error-text.ts'
import { exportUsageMutation } from '../../base/session/wallet.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { saveFile } from '../../base/ui/save-file.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `tokens-2026-11-21.csv`, by the reader's own day. */
function fileNameAt(time: Date): string {
  return `tokens-${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}.csv`
}

/** Saves all operations there ever were as a table. */
export function ExportButton() {
  const table = useSingleMutation({
    ...exportUsageMutation,
    onSuccess: (bytes) => {
      saveFile(bytes, fileNameAt(new Date()))
      notify.success('История скачана')
    },
    onError: (error) => notify.error(errorText(error, 'Не удалось скачать историю'))
  })
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Download size={16} aria-hidden />}
      busy={table.isPending}
      onClick={() => table.start()}
    >
      Скачать CSV
    </Button>
  )
}
