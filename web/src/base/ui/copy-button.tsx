import { Check, Copy } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers: «ключ». */
  what: string
  label?: string
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  onCopied?: (() => void) | undefined
}

export function CopyButton({
  text,
  what,
  label = 'Скопировать',
  variant = 'secondary',
  size = 'medium',
  onCopied
}: CopyButtonProps) {
  const { copied, copy } = useCopy(text)
  const tell = useEffectEvent(() => onCopied?.())
  useEffect(() => {
    if (copied) tell()
  }, [copied])
  const shown = copied ? 'Скопировано' : label
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={`${shown}: ${what}`}
      icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={copy}
    >
      {shown}
    </Button>
  )
}
