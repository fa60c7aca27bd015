import type { ReactNode } from 'react'
import { Tooltip as Primitive } from 'radix-ui'
import { landmark } from './landmark.ts'

interface TooltipProps {
  text: ReactNode
  /** One element that takes a ref and can be focused. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A short text about something that is already named: nothing that a touch screen would miss. */
export const Tooltip = ({ text, children, side = 'top' }: TooltipProps) => (
  <Primitive.Provider delayDuration={350}>
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={landmark()}>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-appear rounded-control bg-ink px-2.5 py-1.5 text-caption text-on-ink shadow-floating"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  </Primitive.Provider>
)
