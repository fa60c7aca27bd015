// Journals that are written past the rules: what a wallet without its checks would store.
import type { Bug, World } from '../world/world.ts'
import type { Row, Sqlite } from '../ports/sqlite.ts'

type Method = (command: { id: string; [field: string]: unknown }) => Promise<unknown>
type Methods = Record<string, Method>

const lastLine = (sqlite: Sqlite): Row => sqlite.all('select * from journal order by seq desc limit 1')[0] ?? {}

/** Adds a line that no rule has looked at. */
function write(sqlite: Sqlite, line: Row) {
  const last = lastLine(sqlite)
  const added: Row = { ...last, seq: Number(last['seq'] ?? 0) + 1, plan_tokens: 0, loss_tokens: 0, ...line }
  const columns = Object.keys(added)
  sqlite.script('pragma ignore_check_constraints = on')
  sqlite.exec(
    `insert into journal (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    Object.values(added)
  )
  sqlite.script('pragma ignore_check_constraints = off')
}

/** Changes the last line, which the triggers of the journal forbid. */
function rewrite(sqlite: Sqlite, change: string) {
  const [trigger] = sqlite.all("select sql from sqlite_master where name = 'journal_never_changed'")
  sqlite.script('drop trigger journal_never_changed')
  sqlite.script(
    `pragma ignore_check_constraints = on; update journal set ${change} where seq = (select max(seq) from journal)`
  )
  sqlite.script('pragma ignore_check_constraints = off')
  sqlite.script(String(trigger?.['sql']))
}

/** Runs after a method of the object, in the same commit. */
const after =
  (
    method: string,
    work: (sqlite: Sqlite, command: { id: string }, result: { state?: string }) => void
  ): NonNullable<Bug['spoils']> =>
  (user, world: World) => {
    const methods = user as unknown as Methods
    const real = methods[method]?.bind(user)
    const { sqlite } = world.hostOf((user as unknown as { ctx: { id: { name: string } } }).ctx.id.name)
    methods[method] = async (command) => {
      const result = (await real?.(command)) as { state?: string } & { state?: string }[]
      const one = Array.isArray(result) ? (result[0] ?? {}) : result
      work(sqlite, Array.isArray(command) ? (command[0] as { id: string }) : command, one)
      return result
    }
  }

const isNew = (state: string | undefined) => state === 'credited' || state === 'reserved' || state === 'ended'

const onNew = (method: string, change: string) =>
  after(method, (sqlite, _, { state }) => isNew(state) && rewrite(sqlite, change))

export const journalBugs: Record<string, Bug> = {
  'tokens appear in the account without a line': {
    breaks: 'no token is made or lost',
    spoils: onNew('credit', 'available_after = available_after + 1')
  },
  'what is not there is spent': {
    breaks: 'no amount is below zero',
    spoils: after('reserveAll', (sqlite, { id }, { state }) => {
      if (state !== 'insufficient' && state !== 'reserved') return
      const last = lastLine(sqlite)
      if (last['seq'] === undefined) return
      write(sqlite, {
        operation_id: `${id}~9`,
        kind: 'reserve',
        balance_delta: 0,
        reserved_delta: 50,
        charged_tokens: 0,
        available_after: Number(last['available_after']) - 50,
        reserved_after: Number(last['reserved_after']) + 50
      })
    })
  },
  'the balance is stored beside its lines, and one is forgotten': {
    breaks: 'a balance is what its lines add up to',
    spoils: onNew('credit', 'available_after = available_after + 1, credited_after = credited_after + 1')
  },
  'an old line is corrected in its place': {
    breaks: 'a line of the journal never changes',
    spoils: after('markDispatched', (sqlite) => rewrite(sqlite, 'operation_id = operation_id || operation_id'))
  },
  'a line is numbered wrongly': {
    breaks: 'the journal has no gap',
    spoils: onNew('release', 'seq = seq + 1')
  },
  'an id is not looked for before it begins': {
    breaks: 'an id begins once',
    spoils: after('credit', (sqlite, { id }, { state }) => {
      if (state !== 'known') return
      sqlite.script('drop index journal_first')
      const last = lastLine(sqlite)
      write(sqlite, {
        ...last,
        seq: Number(last['seq']) + 1,
        operation_id: id,
        kind: 'credit',
        balance_delta: 0,
        reserved_delta: 0,
        charged_tokens: 0
      })
    })
  },
  'what has ended is ended again': {
    breaks: 'a reservation ends once',
    spoils: after('release', (sqlite, { id }, { state }) => {
      if (state !== 'known') return
      sqlite.script('drop index journal_ending')
      const last = lastLine(sqlite)
      write(sqlite, {
        ...last,
        seq: Number(last['seq']) + 1,
        operation_id: id,
        kind: 'release',
        balance_delta: 0,
        reserved_delta: 0,
        charged_tokens: 0
      })
    })
  },
  'a charge may exceed what was reserved': {
    breaks: 'a charge is within its reservation',
    spoils: onNew(
      'settle',
      'charged_tokens = charged_tokens + 1, balance_delta = balance_delta - 1, used_after = used_after + 1, available_after = available_after - 1'
    )
  },
  'a reservation is opened without its tokens': {
    breaks: 'what is reserved is what is open',
    spoils: after('reserveAll', (sqlite) => sqlite.script('update reservations set price_tokens = price_tokens + 1'))
  },
  'a reservation has no deadline': {
    breaks: 'every reservation has a deadline',
    spoils: after('reserveAll', (sqlite) =>
      sqlite.script('update reservations set due_at = 8000000000000000, deadline_at = 8000000000000000')
    )
  },
  'a debt does not block what is available': {
    breaks: 'nothing is available while there is debt',
    spoils: onNew('credit', 'debt_after = debt_after + 5, available_after = available_after + 5')
  },
  'a charge goes to somebody else': {
    breaks: 'no operation touches the money of another',
    spoils: after('reserveAll', (sqlite, { id }, { state }) => {
      if (state !== 'reserved') return
      rewrite(sqlite, `operation_id = replace('${id}', '-a-', '-c-')`)
    })
  }
}
