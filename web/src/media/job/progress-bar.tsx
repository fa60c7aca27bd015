interface ProgressBarProps {
  label: string
  /** 0 to 1; null where nobody tells. */
  value: number | null
}

/** The element itself looks different in every browser: it is read, and the bar beside it is seen. */
export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <div className="relative w-full">
    <progress aria-label={label} {...(value !== null && { value })} className="sr-only" />
    <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-pressed">
      {value === null ? (
        <div className="h-full w-1/3 animate-glide rounded-full bg-accent" />
      ) : (
        <div
          style={{ width: `${Math.max(2, value * 100)}%` }}
          className="h-full rounded-full bg-accent transition-[width] duration-500"
        />
      )}
    </div>
  </div>
)
