// Records every toast in order. Each test file replaces the module itself: `vi.mock` works only there.
export const toasts: string[] = []

export const notify = {
  success: (text: string) => void toasts.push(`success: ${text}`),
  error: (text: string) => void toasts.push(`error: ${text}`),
  info: (text: string) => void toasts.push(`info: ${text}`),
  clear: () => undefined
}
