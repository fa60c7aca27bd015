// Objects whose calls do not keep their promises, and a runtime that does not either.
import type { Bug, World } from '../world/world.ts'

type Methods = Record<string, (command: Record<string, unknown>) => Promise<unknown>>

/** Replaces a method of the object. */
const instead =
  (
    method: string,
    work: (real: Methods[string], command: Record<string, unknown>, world: World) => Promise<unknown>
  ): NonNullable<Bug['spoils']> =>
  (user, world) => {
    const methods = user as unknown as Methods
    const real = methods[method]?.bind(user)
    if (real) methods[method] = (command) => work(real, command, world)
  }

const answersOf = (user: object) => (user as { parts: { answers: object; wallet: object } }).parts

const isText = (sql: string) => sql.startsWith('insert into answer_texts')

/** A crash between two commits: the second one never comes, and the caller gets no answer. */
const diesBetween = ({ random }: World['engine']) => random.chance(0.3)

let calls = 0

export const objectBugs: Record<string, Bug> = {
  'a notification that comes twice credits twice': {
    breaks: 'a payment is credited once',
    spoils: instead('credit', (real, command) =>
      real({
        ...command,
        id: `${String(command['id'])}${String(command['id']).startsWith('payment') ? `#${++calls}` : ''}`
      })
    )
  },
  'a refund that is repeated takes its tokens again': {
    breaks: 'no more is taken back than what went back',
    faultRate: 0.15,
    spoils: instead('debit', (real, command) => real({ ...command, id: `${String(command['id'])}:${++calls}` }))
  },
  'a provider is asked before its reservation is committed': {
    breaks: 'no provider is asked without a reservation',
    flaws: { isUngated: true },
    // It must die in the very turn that reserves and asks.
    spoils: (_, world) => {
      world.crashes = () => (world.engine.random.chance(0.3) ? 'before-commit' : null)
    }
  },
  'a job that failed is paid': {
    breaks: 'only a job with a stored result costs something',
    spoils: (user) => {
      const methods = user as unknown as Methods
      methods['release'] = (command) =>
        (methods['settle'] as Methods[string])({ ...command, chargedTokens: 1, upstreamModel: null, attempts: 1 })
    }
  },
  'the row of a job is told another charge': {
    breaks: 'the row of a job says what was charged',
    spoils: instead('settle', async (real, command) => ({ ...((await real(command)) as object), chargedTokens: 0 }))
  },
  'every answer costs its whole price': {
    breaks: 'an answer costs what was delivered of it',
    spoils: (user) => {
      const { wallet } = answersOf(user) as unknown as { wallet: { settle: (command: object) => unknown } }
      const settle = wallet.settle.bind(wallet)
      wallet.settle = (command) => settle({ ...command, chargedTokens: 5 })
    }
  },
  'an alarm that has rung is not set again': {
    breaks: 'all work ends',
    flaws: { ringsOnce: true }
  },
  'what was paid is noted before its tokens are credited': {
    breaks: 'all money that came has given its tokens',
    spoils: instead('credit', (real, command, { used, engine }) => {
      const note = "update payments set status = 'succeeded', next_check_at = null where 'payment:' || id = ?"
      used.directory.exec(note, [command['id']])
      return diesBetween(engine) ? new Promise(() => undefined) : real(command)
    })
  },
  'what went back is noted before its tokens are taken': {
    breaks: 'all money that went back has taken its tokens',
    spoils: instead('debit', (real, command, { used, engine }) => {
      const note = `update payments set refunded_kopecks = refunding_kopecks, refunding_kopecks = null, next_check_at = null
        where ? like 'refund:' || id || ':%'`
      used.directory.exec(note, [command['id']])
      return diesBetween(engine) ? new Promise(() => undefined) : real(command)
    })
  },
  'a reservation that its job has left stays': {
    breaks: 'nothing stays reserved',
    spoils: (user, world) => {
      const methods = user as unknown as Methods
      const { sqlite } = world.hostOf((user as unknown as { ctx: { id: { name: string } } }).ctx.id.name)
      const ended = {
        state: 'ended',
        outcome: 'failed',
        priceTokens: 0,
        chargedTokens: 0,
        returnedTokens: 0,
        balanceTokens: 0
      }
      methods['release'] = async () => {
        sqlite.script('update reservations set due_at = 8000000000000000, deadline_at = 8000000000000000')
        return ended
      }
    }
  },
  'a text is stored that nobody has written': {
    breaks: 'a kept text is what the model has said',
    flaws: { stores: (sql, values) => (isText(sql) ? [...values.slice(0, 2), '["something else"]'] : values) }
  },
  'an answer is decided without its last words': {
    breaks: 'a whole answer is kept as a whole',
    flaws: { stores: (sql, values) => (isText(sql) ? null : values) }
  }
}
