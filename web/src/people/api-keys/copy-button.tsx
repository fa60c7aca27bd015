import { Check, Copy } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button, type ButtonVariant } from '../../base/ui/button.tsx'
import { useCopy } from '../../base/ui/use-copy.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, in the accusative, for screen readers: «ключ». */
  what: string
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  onCopied?: (() => void) | undefined
}

export function CopyButton({ text, what, variant = 'secondary', size = 'medium', onCopied }: CopyButtonProps) {
  const { copied, copy } = useCopy(text)
  const tell = useEffectEvent(() => onCopied?.())
  useEffect(() => {
    if (copied) tell()
  }, [copied])
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={copied ? `Скопировано: ${what}` : `Скопировать ${what}`}
      icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={copy}
    >
      {copied ? 'Скопировано' : 'Скопировать'}
    </Button>
  )
}
