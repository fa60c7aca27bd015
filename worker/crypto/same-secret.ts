import { digestOf } from './digest.ts'

const digestBytes = (text: string) => new TextEncoder().encode(digestOf(text))

/** Compares digests of equal length in constant time, so that timing reveals nothing about the secret. */
export const isSameSecret = (sent: string, secret: string): boolean =>
  crypto.subtle.timingSafeEqual(digestBytes(sent), digestBytes(secret))
