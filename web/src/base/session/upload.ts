// Sends a file and tells how much of it is on its way, which `fetch` cannot.
import { networkFailure } from '../http/api-error.ts'
import { apiBase, newRequestId } from '../http/transport.ts'
import { createAuthorizedFetch } from './client.ts'
import { refresher } from './refresh.ts'
import { tokenStorage } from './token-storage.ts'

interface FileUpload {
  headers: Record<string, string>
  body: Blob
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** As `authorizedFetch`, with `POST`. */
export function uploadFile(path: string, { onProgress, ...init }: FileUpload): Promise<Response> {
  const sendOnce = (to: string, _: RequestInit, accessToken: string | null) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', apiBase + to)
      for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value)
      request.setRequestHeader('x-request-id', newRequestId())
      if (accessToken) request.setRequestHeader('authorization', `Bearer ${accessToken}`)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.addEventListener('error', () => reject(networkFailure(new TypeError('The upload failed'))))
      request.addEventListener('abort', () => reject(init.signal.reason as Error))
      init.signal.addEventListener('abort', () => request.abort())
      request.send(init.body)
    })
  return createAuthorizedFetch(tokenStorage, refresher, sendOnce)(path, { method: 'POST' })
}
