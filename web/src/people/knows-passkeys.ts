/** Whether this browser knows passkeys at all. Apart from what asks for one, which is loaded later. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'
