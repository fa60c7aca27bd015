// The calls of the backup command. A stack that is busy or restarting is asked again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope } from '#contract/envelope.ts'
import { SetupProblem } from '../base/setup-problem.ts'
import { silenceOf, unknownToken } from '../base/site-words.ts'

const attemptsMax = 5
const firstPauseMs = 500

export interface BackupClient {
  /** The `data` of an answer. @throws SetupProblem with what the stack said */
  call<Data>(method: string, path: string, body?: object): Promise<Data>
  read(path: string): Promise<Uint8Array<ArrayBuffer>>
  /** The same; null when the stack does not have it (any more). */
  find(path: string): Promise<Uint8Array<ArrayBuffer> | null>
  write<Data>(path: string, body: BodyInit, headers?: Record<string, string>): Promise<Data>
}

const isPassing = (status: number) => status === 429 || status >= 500

async function expectDone(answer: Response, path: string): Promise<Response> {
  if (answer.ok) return answer
  const { error, code } = (await answer.json().catch(() => ({}))) as Partial<Envelope>
  const hint = code === 'NOT_FOUND' ? unknownToken('backup') : ''
  throw new SetupProblem(`${path.split('?')[0]}: ${answer.status} ${error ?? ''}${hint}`)
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

const dataIn = async <Data>(answer: Response) => ((await answer.json()) as Envelope).data as Data

export function backupClient(siteOrigin: string, token: string, signal: AbortSignal): BackupClient {
  async function ask(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      const answer = await fetch(`${siteOrigin}/api/operator/backup${path}`, { ...init, headers, signal }).catch(
        (error: unknown) => {
          if (attempt < attemptsMax && !signal.aborted) return null
          throw new SetupProblem(silenceOf(siteOrigin, error))
        }
      )
      if (answer && (answer.ok || !isPassing(answer.status) || attempt >= attemptsMax)) return answer
      await answer?.body?.cancel()
      await pause(firstPauseMs * 2 ** attempt, undefined, { signal })
    }
  }
  return {
    async call<Data>(method: string, path: string, body?: object) {
      const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return dataIn<Data>(await expectDone(await ask(path, { method, ...json }), path))
    },
    async read(path) {
      return bytesOf(await expectDone(await ask(path, {}), path))
    },
    async find(path) {
      const answer = await ask(path, {})
      return answer.status === 404 ? null : bytesOf(await expectDone(answer, path))
    },
    async write<Data>(path: string, body: BodyInit, headers = {}) {
      return dataIn<Data>(await expectDone(await ask(path, { method: 'PUT', body, headers }), path))
    }
  }
}

export const query = (asked: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString()
