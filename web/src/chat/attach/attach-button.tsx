import { useRef } from 'react'
import { Paperclip } from 'lucide-react'
import { IconButton } from '../../base/ui/icon-button.tsx'
import type { Attaching } from './use-attaching.ts'

/** Chooses files from this device. The server decides by their bytes what can be attached, so all kinds can be chosen. */
export function AttachButton({ attaching: { add }, disabled }: { attaching: Attaching; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          add?.([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <IconButton
        label="Приложить файлы"
        icon={<Paperclip size={19} />}
        disabled={disabled || !add}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
