// The page at which a person agrees or cancels, and where its buttons lead.
import { html } from 'hono/html'
import type { Context } from 'hono'
import { show } from '../base/page.ts'
import type { SandboxEnvironment } from '../base/state.ts'
import { addCode, type IdentityState } from './desk.ts'
import { type IdentityHost, peopleAt } from './people.ts'

const SCRIPT = `
for (const button of document.querySelectorAll('button[data-to]'))
  button.addEventListener('click', () => location.assign(button.dataset.to))
`

interface Host {
  host: IdentityHost
  base: string
  name: string
}

/** What is wrong with a request of an application; null: nothing. */
function complaintOf(host: IdentityHost, query: URLSearchParams): string | null {
  const asked = (name: string) => query.get(name) ?? ''
  const redirect = URL.parse(asked('redirect_uri'))
  if (asked('client_id') === '' || asked('client_id').includes('invalid')) return 'Приложения с таким client_id нет.'
  if (asked('response_type') !== 'code') return 'response_type: code.'
  if (redirect?.pathname !== `/auth/return/${host}`) return 'redirect_uri не тот, что указан у приложения.'
  if (!/^[\w-]{43}$/.test(asked('code_challenge')) || asked('code_challenge_method').toUpperCase() !== 'S256')
    return 'Нужен code_challenge с code_challenge_method=S256.'
  return host === 'vk' && asked('state') === '' ? 'state обязателен.' : null
}

const queryOf = (c: Context<SandboxEnvironment>) => new URL(c.req.url).searchParams

/** `GET …/authorize`. */
export function authorizePage({ host, base, name }: Host) {
  return (c: Context<SandboxEnvironment>): Response | Promise<Response> => {
    const query = queryOf(c)
    const complaint = complaintOf(host, query)
    const link = (more: Record<string, string>) =>
      `${base}/allow?${new URLSearchParams([...query.entries(), ...Object.entries(more)])}`
    const body = html`
      <main>
        <h1>${name}</h1>
        <p class="quiet">Песочница вместо ${name}: выберите, кто входит.</p>
        ${
          complaint === null
            ? html`<ul>
                  ${peopleAt(host).map(
                    ({ id, name: person, email }) =>
                      html`<li>
                        <button
                          type="button"
                          data-to="${link(email === null ? { person: id } : { person: id, email })}"
                        >
                          ${person}${email === null ? '' : `, ${email}`}
                        </button>
                      </li>`
                  )}
                </ul>
                <p><button type="button" data-to="${link({ cancel: 'yes' })}">Отмена</button></p>`
            : html`<p role="alert">${complaint}</p>`
        }
      </main>
    `
    return show(c, { title: `Вход через ${name}`, body, script: SCRIPT })
  }
}

/** `GET …/allow?…&person=…&email=…`, or `cancel`: leads back to the application, as the page's buttons do. */
export function serveAllow(state: IdentityState, { host }: Host) {
  return (c: Context<SandboxEnvironment>): Response => {
    const query = queryOf(c)
    const complaint = complaintOf(host, query)
    if (complaint !== null) return c.json({ error: complaint }, 400)
    const asked = (name: string) => query.get(name) ?? ''
    const back = new URL(asked('redirect_uri'))
    if (query.has('state')) back.searchParams.set('state', asked('state'))
    if (query.has('cancel')) {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'User denied access')
      return c.redirect(back.href)
    }
    if (!/^[1-9]\d{0,19}$/.test(asked('person'))) return c.json({ error: 'person: число.' }, 400)
    const deviceId = host === 'vk' ? crypto.randomUUID() : null
    const code = addCode(state, {
      host,
      client: asked('client_id'),
      redirect: asked('redirect_uri'),
      challenge: asked('code_challenge'),
      deviceId,
      person: { id: asked('person'), email: query.get('email') },
      givesEmail: /(^|[ :])email($| )/.test(asked('scope'))
    })
    back.searchParams.set('code', code)
    if (deviceId !== null) {
      back.searchParams.set('device_id', deviceId)
      back.searchParams.set('type', 'code_v2')
    }
    return c.redirect(back.href)
  }
}
