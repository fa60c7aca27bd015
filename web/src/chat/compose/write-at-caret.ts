const needsSpaceBefore = (before: string) => before !== '' && !/\s$/.test(before)
const needsSpaceAfter = (after: string) => after !== '' && !/^[\s.,!?;:…)»]/.test(after)

/** Writes into the field where its caret is, in place of what is selected there. The caret ends behind it. */
export function writeAtCaret(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  const before = needsSpaceBefore(value.slice(0, selectionStart)) ? ' ' : ''
  const after = needsSpaceAfter(value.slice(selectionEnd)) ? ' ' : ''
  field.setRangeText(before + text + after, selectionStart, selectionEnd, 'end')
}
