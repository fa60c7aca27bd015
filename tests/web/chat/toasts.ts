// Every toast that was shown, in order. `vi.mock` of the module is for each test file to call.
export const toasts: string[] = []

export const notify = {
  success: (text: string) => void toasts.push(`success: ${text}`),
  error: (text: string) => void toasts.push(`error: ${text}`),
  info: (text: string) => void toasts.push(`info: ${text}`),
  clear: () => undefined
}
