import { useCallback, useState } from 'react'

/** A dialog that is loaded when it is first opened. Once it was, it stays rendered, so that closing it can be animated. */
export function useLateDialog() {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = useCallback(() => {
    setWasOpened(true)
    setOpen(true)
  }, [])
  return { open, setOpen, wasOpened, show }
}
