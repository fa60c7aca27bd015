// The tables of one wallet. `journal` is both the authority on money and the outbox of the copy to D1: rows are only
// ever added, which the triggers enforce, and `copied_seq` is the last line that D1 has. The journal is never trimmed,
// so an operation id is recognised for as long as the account exists, also after its row in `reservations` is deleted.
// `plan_tokens` is the price where work on a plan begins, and the cost where it ends.
import { prepareOnce } from '../base/tables.ts'

const statements = `
  create table if not exists wallet (
    id integer primary key check (id = 1),
    created_at integer not null,
    frozen_at integer,
    copied_seq integer not null default 0,
    copy_at integer,
    copy_failures integer not null default 0,
    frozen_because text
  );

  create table if not exists journal (
    seq integer primary key,
    at integer not null,
    operation_id text not null,
    kind text not null,
    balance_delta integer not null,
    reserved_delta integer not null,
    charged_tokens integer not null check (charged_tokens >= 0),
    loss_tokens integer not null check (loss_tokens >= 0),
    credited_after integer not null,
    available_after integer not null check (available_after >= 0),
    reserved_after integer not null check (reserved_after >= 0),
    used_after integer not null check (used_after >= 0),
    fingerprint text,
    service text,
    action text,
    model text,
    outcome text not null,
    reason text,
    upstream_model text,
    attempts integer not null,
    debt_after integer not null default 0 check (debt_after >= 0),
    plan_tokens integer not null default 0 check (plan_tokens >= 0)
  );
  create unique index if not exists journal_first on journal (operation_id)
    where kind in ('credit', 'debit', 'reserve', 'correct');
  create index if not exists journal_given on journal (seq) where kind in ('credit', 'debit', 'correct');
  create index if not exists journal_corrections on journal (seq) where kind = 'correct';
  create unique index if not exists journal_ending on journal (operation_id)
    where kind in ('settle', 'release', 'expire');
  create index if not exists journal_charged on journal (at) where charged_tokens > 0;
  create index if not exists journal_on_plan on journal (at) where plan_tokens > 0;

  create trigger if not exists journal_in_order before insert on journal
    when new.seq <> (select coalesce(max(seq), 0) + 1 from journal)
    begin select raise(abort, 'the journal has no gaps'); end;
  create trigger if not exists journal_never_changed before update on journal
    begin select raise(abort, 'the journal is append-only'); end;
  create trigger if not exists journal_never_deleted before delete on journal
    begin select raise(abort, 'the journal is append-only'); end;

  create table if not exists reservations (
    operation_id text primary key,
    owner text not null,
    price_tokens integer not null check (price_tokens > 0),
    dispatched_at integer,
    due_at integer not null,
    asked integer not null default 0,
    plan_tokens integer not null default 0 check (plan_tokens >= 0),
    deadline_at integer not null
  );
  create index if not exists reservations_due on reservations (due_at);

  create table if not exists budgets (
    period text primary key,
    limit_tokens integer not null check (limit_tokens > 0),
    set_at integer not null,
    lifted_until integer,
    from_at integer not null,
    used_before integer not null,
    is_told integer not null,
    tell_at integer
  );

  create table if not exists audit (
    id integer primary key check (id = 1),
    sums text not null,
    recounting integer not null
  );
`

/** Creates missing tables. Synchronous, so that a constructor may call it. */
export function prepareWallet(sql: SqlStorage, now: number) {
  if (!prepareOnce(sql, 'wallet', statements)) return
  sql.exec('insert or ignore into wallet (id, created_at) values (1, ?)', now)
}
