import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { networkText } from '../http/api-error.ts'
import { notify } from './notify.ts'

type Closing = { onClose: () => void } | { onOpenChange: (open: boolean) => void }

/**
 * A dialog that is loaded when it first opens. Without a network the press is told so and forgotten: minutes later the dialog would take
 * the focus from something else.
 * @param isOpen left out: it is as `open` says, or is rendered only where it is open
 * @param waiting stands where it will be, of what is no dialog but a part of the page
 */
export function lateDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
  isOpen = (props: Props): boolean => !('open' in props) || props.open === true,
  waiting: ReactNode = null
) {
  let Loaded: ComponentType<Props> | null = null
  return function Late(props: Props) {
    const [Dialog, setDialog] = useState(() => Loaded)
    const fail = useEffectEvent((error: unknown) => {
      if (navigator.onLine)
        // Where the component is rendered: for the boundary that shows it.
        return setDialog(() => {
          throw error
        })
      notify.error(networkText)
      return 'onClose' in props ? props.onClose() : props.onOpenChange(false)
    })
    const opens = !Dialog && isOpen(props)
    useEffect(() => {
      if (!opens) return undefined
      let isOver = false
      void load().then(
        (Part) => {
          Loaded = Part
          // A menu that was pressed has given the focus back by then, so that the dialog knows where to return it.
          setTimeout(() => isOver || setDialog(() => Part))
        },
        (error: unknown) => isOver || fail(error)
      )
      return () => void (isOver = true)
    }, [opens])
    return Dialog ? <Dialog {...props} /> : opens && waiting
  }
}
