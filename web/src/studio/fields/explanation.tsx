/** What a setting does, below its control, which names this id as its description. */
export const Explanation = ({ id, text }: { id?: string; text: string | undefined }) =>
  text !== undefined && (
    <p id={id} className="mt-1.5 text-caption text-ink-faint">
      {text}
    </p>
  )
