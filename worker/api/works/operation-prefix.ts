/** Of the operations that a key orders; it leads back to the key. */
export const operationPrefix = (keyId: string): string => `api-${keyId}-`
